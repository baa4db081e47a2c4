import { expect, it } from 'vitest';
import { canonicalJson } from './canonical';
import { LARGEST_MAX_DEPTH, parseJson } from './parse';
import { toPlain } from './plain';
import { printJson, quoteJson } from './print';

function parsed(text: string) {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.error.code);
  return result.node;
}

it('prints compact text with number literals and doubled keys as they were', () => {
  const text = '{"n":[1.0,-0,1e16,18446744073709551616],"a":1,"a":2,"":{},"e":[],"t":[true,false,null]}';
  expect(printJson(parsed(` ${text.replaceAll(',', ' , ')} `))).toBe(text);
});

it('prints indented text as JSON.stringify lays it out', () => {
  const text = '{"a":[1,[],{"b":"x"}],"c":{},"d":{"e":null}}';
  expect(printJson(parsed(text), 2)).toBe(JSON.stringify(JSON.parse(text), null, 2));
  expect(printJson(parsed('[1.0]'), 4)).toBe('[\n    1.0\n]');
});

it('escapes quote, backslash and control characters only', () => {
  expect(quoteJson('"\\\u0000\u001f\b\t\n\f\r/\u007f\u2028\u2029é😀')).toBe(
    '"\\"\\\\\\u0000\\u001f\\b\\t\\n\\f\\r/\u007f\u2028\u2029é😀"',
  );
  expect(quoteJson('\udead')).toBe('"\\udead"');
});

it('makes plain values without a prototype, so that no key is special', () => {
  const plain = toPlain(
    parsed('{"__proto__":{"polluted":1},"constructor":1.50,"a":1,"a":[2,"x",null,true]}'),
  );
  expect(Object.getPrototypeOf(plain)).toBeNull();
  expect(Object.keys(plain ?? {})).toEqual(['__proto__', 'constructor', 'a']);
  expect(JSON.stringify(plain)).toBe('{"__proto__":{"polluted":1},"constructor":1.5,"a":[2,"x",null,true]}');
});

it('walks the deepest document that can be parsed', () => {
  const text = '{"a":['.repeat(LARGEST_MAX_DEPTH / 2) + ']}'.repeat(LARGEST_MAX_DEPTH / 2);
  const result = parseJson(text, { maxDepth: LARGEST_MAX_DEPTH });
  if (!result.ok) throw new Error(result.error.code);
  expect(printJson(result.node)).toBe(text);
  expect(printJson(result.node, 2)).toBe(JSON.stringify(JSON.parse(text), null, 2));
  expect(canonicalJson(result.node)).toEqual({ ok: true, json: text });
  expect(JSON.stringify(toPlain(result.node))).toBe(text);
});
