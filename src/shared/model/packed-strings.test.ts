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

  it('hold ASCII on one line, as far as there is room', () => {
    const packer = new StringPacker();
    const line = (text: string, maxBytes = 20, maxChars = 80) => {
      packer.clear();
      return packer.pushAsciiLine(text, maxBytes, maxChars) ? stringAt(packer.pack(), 0) : null;
    };
    expect(line('  one\n\n two\t\v\f\r three ')).toBe('one two three');
    expect(line('')).toBe('');
    expect(line(' \n')).toBe('');
    expect(line('\0\u007f')).toBe('\0\u007f');
    expect(line('abc def', 3)).toBe('abc');
    expect(line('abc def', 4)).toBe('abc ');
    expect(line('abc def', 5)).toBe('abc d');
    expect(line(`a${' '.repeat(100)}b`)).toBe('a');
    expect(line('a\u00a0b')).toBeNull();
    expect(packer.count).toBe(0);
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
