import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutToBytes, StringPacker, stringAt } from './packed-strings';

describe('packed strings', () => {
  it('come back as they went in, the empty one and long ones included', () => {
    const texts = ['', 'a', 'é😀', '', '\ufeffmarked', 'x'.repeat(5_000), 'end'];
    const packer = new StringPacker();
    for (const text of texts) packer.push(text);
    const packed = packer.pack();
    expect(texts.map((_, at) => stringAt(packed, at))).toEqual(texts);
    expect(packed.offsets).toHaveLength(texts.length + 1);
    expect(packed.bytes).toHaveLength(Buffer.byteLength(texts.join('')));
  });

  it('hold more strings than there was room for at first', () => {
    const packer = new StringPacker();
    for (let at = 0; at < 1_000; at++) packer.push(String(at));
    expect(stringAt(packer.pack(), 999)).toBe('999');
    expect(packer.count).toBe(1_000);
  });

  it('hold a text on one line, as far as there is room', () => {
    const packer = new StringPacker();
    const line = (text: string, maxBytes = 20, maxChars = 80) => {
      packer.clear();
      packer.pushLine(text, maxBytes, maxChars);
      return stringAt(packer.pack(), 0);
    };
    expect(line('  one\n\n two\t\v\f\r three ')).toBe('one two three');
    expect(line('')).toBe('');
    expect(line(' \n\u00a0\u2028')).toBe('');
    expect(line('\0\u007f')).toBe('\0\u007f');
    expect(line('abc def', 3)).toBe('abc');
    expect(line('abc def', 4)).toBe('abc ');
    expect(line('abc def', 5)).toBe('abc d');
    expect(line(`a${' '.repeat(100)}b`)).toBe('a');
    expect(line('\ufeffa\u00a0\u3000é😀\ud83d')).toBe('a é😀\ufffd');
    expect(line('aé€😀b', 9)).toBe('aé€');
  });

  it('hold a line as a regular expression and an encoder make it', () => {
    const units = fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(' ', '\n', '\u2003', '\u200b', '\u1680', 'é', '😀', 'x'),
    );
    const texts = fc.array(units, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 100 }), (text, maxBytes) => {
        const [packer, other] = [new StringPacker(), new StringPacker()];
        packer.pushLine(text, maxBytes, 1000);
        other.push(text.replace(/\s+/g, ' ').trim(), maxBytes);
        expect(stringAt(packer.pack(), 0)).toBe(stringAt(other.pack(), 0));
      }),
      { numRuns: 2000 },
    );
  });

  it('hold what was packed, whatever is pushed later', () => {
    const packer = new StringPacker();
    packer.push('first');
    const packed = packer.pack();
    packer.push('second');
    expect(stringAt(packed, 0)).toBe('first');
    expect(stringAt(packed, 1)).toBe('');
  });

  it('hold what a limit leaves of a text', () => {
    const texts = [
      'abc',
      'aé',
      'a😀b',
      'x'.repeat(121),
      'é'.repeat(1000),
      `${'x'.repeat(118)}😀`,
      '\ud800😀',
    ];
    for (const maxBytes of [0, 1, 2, 3, 4, 5, 120]) {
      const packer = new StringPacker();
      for (const text of texts) packer.push(text, maxBytes);
      const packed = packer.pack();
      const found = texts.map((_, at) => stringAt(packed, at));
      expect(found).toEqual(texts.map((text) => Buffer.from(cutToBytes(text, maxBytes)).toString()));
    }
  });

  it('are empty out of range', () => {
    const packed = new StringPacker().pack();
    expect(stringAt(packed, 0)).toBe('');
    expect(stringAt(packed, -1)).toBe('');
  });
});

describe('cutting to bytes', () => {
  it('leaves what fits', () => {
    expect(cutToBytes('abc', 3)).toBe('abc');
    expect(cutToBytes('x'.repeat(120), 120)).toBe('x'.repeat(120));
  });

  it('cuts at a character boundary', () => {
    expect(cutToBytes('aé', 2)).toBe('a');
    expect(cutToBytes('a😀b', 4)).toBe('a');
    expect(cutToBytes('a😀b', 5)).toBe('a😀');
  });

  it('takes no longer for a text of many megabytes', () => {
    expect(cutToBytes('é'.repeat(10_000_000), 120)).toBe('é'.repeat(60));
  });
});
