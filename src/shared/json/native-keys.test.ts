import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNative } from './native';
import { hasSingleKeys } from './native-keys';
import { parseJson } from './parse';

function judge(text: string, levels = 100): boolean {
  const value = parseNative(text);
  return value !== undefined && hasSingleKeys(value, text, levels);
}

describe('hasSingleKeys', () => {
  it.each([
    '{}',
    '[]',
    '"a"',
    '-1.50e+10',
    'null',
    '{"a":[true,false,null,"x",{"b":{}}],"c":0}',
    '{"a":"\\"a\\":1,\\\\","b":"\\\\"}',
    '{"a":"\\u0061\\ud800","__proto__":1}',
    '{"":1," ":2}',
  ])('holds of %s', (text) => {
    expect(judge(text)).toBe(true);
  });

  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":2,"a":1}',
    '{"a":{"b":1,"b":1}}',
    '[{"a":[{"b":1,"b":1}]}]',
    '{"a":"x","\\u0061":"x"}',
    '{"a":1,"a":{"b":2}}',
    '{"__proto__":1,"__proto__":2}',
  ])('does not hold of %s', (text) => {
    expect(judge(text)).toBe(false);
  });

  it('leaves what does not show to the lossless parser', () => {
    for (const text of ['{ "a":1}', '{"a": 1}', '[1, 2]', '{"a":1}\n', '{"\\n":1}', '{"b":1,"1":2}'])
      expect(judge(text)).toBe(false);
  });

  it('counts levels', () => {
    expect(judge('[[{"a":1}]]', 3)).toBe(true);
    expect(judge('[[{"a":1}]]', 2)).toBe(false);
    const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    expect(judge(deep)).toBe(false);
  });

  it('never holds where the lossless parser finds a doubled key or no JSON', () => {
    const key = fc.constantFrom('a', 'b', '\\', '"', '\\\\', 'u005c', '":', 'a"', '\n', '1', '');
    const written = (text: string) => fc.constantFrom(JSON.stringify(text), escaped(text));
    const string = key.chain(written);
    const text = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
      object: fc
        .array(fc.tuple(string, tie('value')), { maxLength: 4 })
        .map((members) => `{${members.map(([name, value]) => `${name}:${value}`).join(',')}}`),
      array: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(string, fc.constantFrom('1', '1.0', '-0', '1e400', 'null', 'true', 'false')),
        tie('object'),
        tie('array'),
      ),
    })).value;
    fc.assert(
      fc.property(text, (json) => {
        const parsed = parseJson(json);
        if (!parsed.ok || parsed.hasDuplicateKeys) expect(judge(json)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

function escaped(text: string): string {
  const units = Array.from(text, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${units.join('')}"`;
}
