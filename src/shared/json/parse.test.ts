import { describe, expect, it } from 'vitest';
import { effectiveMembers, isJsonObject, memberValue } from './node';
import { LARGEST_MAX_DEPTH, MAX_VALUES, parseJson } from './parse';
import { printJson } from './print';
import { utf8Offset } from './unicode';

function parsed(text: string) {
  const result = parseJson(text);
  if (!result.ok) throw new Error(`${result.error.code} at ${result.error.offset}: ${text}`);
  return result.node;
}

function failure(text: string, options = {}) {
  const result = parseJson(text, options);
  return result.ok ? 'ok' : `${result.error.code}@${result.error.offset}`;
}

describe('parseJson keeps what was written', () => {
  it('keeps every number literal', () => {
    const literals = ['0', '-0', '1.0', '100.00', '1e16', '1E+16', '1e-400', '1e400', '18446744073709551616'];
    for (const literal of literals) expect(parsed(literal)).toEqual({ kind: 'number', literal });
  });

  it('keeps members in order, integer-like keys and __proto__ included', () => {
    const text = '{"b":1,"10":2,"1":3,"__proto__":{"x":4},"a":[]}';
    expect(printJson(parsed(text))).toBe(text);
  });

  it.each([2, 8, 9, 40])('names doubled keys once, in an object of %i members', (count) => {
    const others = Array.from({ length: count - 2 }, (_, index) => `"k${index}":0`);
    const node = parsed(`{${['"twice":1', ...others, '"twice":2'].join(',')}}`);
    if (!isJsonObject(node)) throw new Error('not an object');
    expect(node.members).toHaveLength(count);
    expect(node.duplicateKeys).toEqual(['twice']);
    expect(memberValue(node, 'twice')).toEqual({ kind: 'number', literal: '2' });
    expect(effectiveMembers(node)).toHaveLength(count - 1);
    expect(effectiveMembers(node).at(-1)?.value).toEqual({ kind: 'number', literal: '2' });
  });

  it('compares keys after decoding them', () => {
    expect(parsed('{"a":1,"\\u0061":2}')).toMatchObject({ duplicateKeys: ['a'] });
    expect(parsed('{"a":1,"A":2}')).toMatchObject({ duplicateKeys: [] });
  });

  it('decodes strings', () => {
    expect(parsed('"a\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00é😀\u007f\u2028"')).toBe(
      'a"\\/\b\f\n\r\té😀é😀\u007f\u2028',
    );
    expect(parsed('""')).toBe('');
    expect(parsed('"\\ud800x"')).toBe('\ud800x');
  });

  it('allows only space, tab, line feed and carriage return around values', () => {
    expect(parsed(' \t\r\n[ 1 , { "a" : null } ] \n')).toEqual(parsed('[1,{"a":null}]'));
    for (const space of ['\ufeff', '\u00a0', '\u2028', '\f', '\v', '\u0000'])
      expect(failure(`${space}1`)).toBe('unexpected-character@0');
    expect(failure('1\ufeff')).toBe('trailing-text@1');
  });
});

describe('parseJson refuses', () => {
  it.each([
    ['', 'unexpected-end@0'],
    ['  ', 'unexpected-end@2'],
    ['[1', 'unexpected-end@2'],
    ['[1,', 'unexpected-end@3'],
    ['[1,]', 'unexpected-character@3'],
    ['[,1]', 'unexpected-character@1'],
    ['[1 2]', 'unexpected-character@3'],
    ['{"a":1,}', 'unexpected-character@7'],
    ['{"a" 1}', 'unexpected-character@5'],
    ['{a:1}', 'unexpected-character@1'],
    ["{'a':1}", 'unexpected-character@1'],
    ['{"a":1]', 'unexpected-character@6'],
    ['{"a"', 'unexpected-end@4'],
    ['tru', 'unexpected-end@3'],
    ['trux', 'unexpected-character@3'],
    ['nullx', 'trailing-text@4'],
    ['NaN', 'unexpected-character@0'],
    ['Infinity', 'unexpected-character@0'],
    ['01', 'invalid-number@0'],
    ['-01', 'invalid-number@0'],
    ['-', 'unexpected-end@1'],
    ['-x', 'invalid-number@1'],
    ['+1', 'unexpected-character@0'],
    ['.5', 'unexpected-character@0'],
    ['1.', 'unexpected-end@2'],
    ['1.e1', 'invalid-number@2'],
    ['1e', 'unexpected-end@2'],
    ['1e+', 'unexpected-end@3'],
    ['[1e]', 'invalid-number@3'],
    ['0x10', 'trailing-text@1'],
    ['"abc', 'unexpected-end@4'],
    ['"a\\', 'unexpected-end@3'],
    ['"a\nb"', 'control-character@2'],
    ['"\u0000"', 'control-character@1'],
    ['"\\x41"', 'invalid-escape@1'],
    ['"\\u12G4"', 'invalid-escape@1'],
    ['"\\u123', 'unexpected-end@6'],
    ['"\\u123"', 'invalid-escape@1'],
    ['"a\\', 'unexpected-end@3'],
    ['"a\\"', 'unexpected-end@4'],
    ['"\\\\\\q"', 'invalid-escape@3'],
    ['1 1', 'trailing-text@2'],
    ['{}{}', 'trailing-text@2'],
    ['/* */1', 'unexpected-character@0'],
  ])('%j', (text, expected) => {
    expect(failure(text)).toBe(expected);
    expect(() => JSON.parse(text)).toThrow();
  });

  it('more nested levels than asked for, 127 by default', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(failure(nested(127))).toBe('ok');
    expect(failure(nested(128))).toBe('too-deep@127');
    expect(failure(`${'{"a":'.repeat(127)}1${'}'.repeat(127)}`)).toBe('ok');
    expect(failure(`${'{"a":'.repeat(128)}1${'}'.repeat(128)}`)).toBe('too-deep@635');
    expect(failure('[[]]', { maxDepth: 1 })).toBe('too-deep@1');
    expect(failure(nested(2_000_000))).toBe('too-deep@127');
    expect(failure(nested(2_000_000), { maxDepth: Number.POSITIVE_INFINITY })).toBe(
      `too-deep@${LARGEST_MAX_DEPTH}`,
    );
  });

  it('more values than fit the memory of a reader', () => {
    const list = (count: number) => `[${'1,'.repeat(count - 2)}1]`;
    expect(failure(list(MAX_VALUES + 1))).toBe(`too-many-values@${2 * MAX_VALUES - 1}`);
  });

  it('halves of surrogate pairs when asked to, in values and keys, escaped or not', () => {
    const strict = { rejectLoneSurrogates: true };
    for (const text of ['["\\ud83d"]', '["\\ude00\\ud83d"]', '["x\\udc00"]', '["\ud83d"]', '["\\ud83dx"]']) {
      expect(failure(text, strict)).toBe('lone-surrogate@1');
      expect(failure(text)).toBe('ok');
    }
    expect(failure('{"\\ud83d":1}', strict)).toBe('lone-surrogate@1');
    expect(failure('["\\ud83d\\ude00😀"]', strict)).toBe('ok');
  });

  it('numbers beyond a double when asked to', () => {
    const strict = { rejectNumberOverflow: true };
    expect(failure('[1e400]', strict)).toBe('number-overflow@1');
    expect(failure('-1e309', strict)).toBe('number-overflow@0');
    expect(failure('9'.repeat(400), strict)).toBe('number-overflow@0');
    expect(failure('9'.repeat(308), strict)).toBe('ok');
    expect(failure('1e-400', strict)).toBe('ok');
    expect(failure('1.7976931348623157e308', strict)).toBe('ok');
  });
});

describe('utf8Offset', () => {
  it('counts the bytes before a place', () => {
    const text = 'aé€😀\ud800z';
    expect([...Array(8).keys()].map((offset) => utf8Offset(text, offset))).toEqual([
      0, 1, 3, 6, 10, 10, 13, 14,
    ]);
    expect(utf8Offset('é', 99)).toBe(2);
  });
});

it('agrees with JSON.parse on every cut of a document', () => {
  const text = '{"a":[1,-2.5e+3,"x\\u00e9\\n"],"b":{"c":null,"d":true}, "e":false}';
  for (let end = 0; end <= text.length; end += 1) {
    const cut = text.slice(0, end);
    expect(parseJson(cut).ok, cut).toBe(end === text.length);
  }
});
