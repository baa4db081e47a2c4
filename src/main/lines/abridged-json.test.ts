import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { abridgeJson } from './abridged-json';
import { MAX_ABRIDGED_BYTES } from './json-scanner';

function abridged(text: string): string | null {
  // Surrounded, so that what lies beyond the ends would show.
  const bytes = Buffer.from(`"x${text}\\"`);
  return abridgeJson(bytes.subarray(2, -2));
}

/** A value with its long strings cut to what is kept of each. */
function cutLike(value: unknown, kept: unknown): unknown {
  if (typeof value === 'string' && typeof kept === 'string') {
    if (Buffer.byteLength(JSON.stringify(value)) - 2 <= MAX_ABRIDGED_BYTES) return value;
    return value.startsWith(kept) ? kept : value;
  }
  if (Array.isArray(value) && Array.isArray(kept)) return value.map((item, at) => cutLike(item, kept[at]));
  if (typeof value === 'object' && value !== null && typeof kept === 'object' && kept !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, cutLike(item, Reflect.get(kept, key))]),
    );
  return value;
}

describe('an abridged JSON text', () => {
  it('is the whole text where no string is long', () => {
    const text = '{"a":[1,"b\\"c",{"d":"\\\\"}],  "é":"😀"}';
    expect(abridged(text)).toBe(text);
  });

  it('keeps the start of a long string, and all that comes after it', () => {
    const text = JSON.stringify({ long: 'x'.repeat(5000), after: ['y', 'z'.repeat(2000)], end: 1 });
    expect(JSON.parse(abridged(text) ?? '')).toEqual({
      long: 'x'.repeat(MAX_ABRIDGED_BYTES),
      after: ['y', 'z'.repeat(MAX_ABRIDGED_BYTES)],
      end: 1,
    });
  });

  it.each([
    ['escapes', '"\n\\'],
    ['backslashes before letters', '\\d\\u12'],
    ['backslashes alone', '\\'],
    ['control characters', '\u0001'],
    ['half surrogate pairs', '\ud800x'],
    ['characters of several bytes', 'é€😀'],
  ])('is sound wherever the cut falls: %s', (_name, unit) => {
    for (let lead = 0; lead < 14; lead++) {
      const text = JSON.stringify([`${'x'.repeat(lead)}${unit.repeat(1200)}`, 'end']);
      const parsed: unknown[] = JSON.parse(abridged(text) ?? '');
      expect(parsed[1]).toBe('end');
      expect(`${'x'.repeat(lead)}${unit.repeat(1200)}`.startsWith(String(parsed[0]).slice(0, -1))).toBe(true);
    }
  });

  it('has the values of the whole but for what was cut', () => {
    const string = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.string({ unit: 'binary', minLength: 300, maxLength: 1500 }),
      fc
        .array(fc.constantFrom('\\', '"', 'u', '\n', 'é', '😀', 'a'), { minLength: 900, maxLength: 1300 })
        .map((parts) => parts.join('')),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        string,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.boolean(), (whole, isIndented) => {
        const kept: unknown = JSON.parse(abridged(JSON.stringify(whole, null, isIndented ? 2 : 0)) ?? '');
        expect(kept).toEqual(cutLike(JSON.parse(JSON.stringify(whole)), kept));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a control character', 'x\nx'],
    ['a NUL', 'x\0x'],
    ['an escape that is none', '\\x41'],
    ['half an escape', '\\u12'],
    ['an escape cut off', '\\u12zz'],
  ])('is not made where what was cut holds %s', (_name, bad) => {
    const good = 'x'.repeat(2000);
    expect(abridged(`["${good}${good}"]`)).not.toBeNull();
    expect(abridged(`["${good}${bad}${good}"]`)).toBeNull();
    expect(abridged(`["\\\\${good}\\\\d${bad}${good}"]`)).toBeNull();
  });

  it('is made where backslashes only look odd', () => {
    expect(abridged(`["${'x'.repeat(2000)}\\\\d\\\\u12 C:\\\\x"]`)).not.toBeNull();
  });

  it('finds what is wrong beyond the first megabyte', () => {
    const long = '\\n'.repeat(1_100_000);
    expect(abridged(`["${long}"]`)).not.toBeNull();
    expect(abridged(`["${long}\u0001"]`)).toBeNull();
  });

  it('is not made of a string without an end', () => {
    expect(abridged('["abc')).toBeNull();
    expect(abridged(`["${'x'.repeat(3000)}`)).toBeNull();
    expect(abridged(`["${'x'.repeat(3000)}\\`)).toBeNull();
  });

  it('takes no longer for a megabyte of backslashes', () => {
    expect(abridged(`["${'\\'.repeat(4_000_000)}"]`)).not.toBeNull();
  });
});
