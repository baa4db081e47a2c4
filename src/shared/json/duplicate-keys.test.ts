import { expect, it } from 'vitest';
import { duplicateKeys } from './duplicate-keys';
import { parseJson } from './parse';
import { printJson } from './print';

function doubled(text: string): string[] {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const found = duplicateKeys(parsed.node);
  expect(parsed.hasDuplicateKeys).toBe(found.length > 0);
  return found.map(({ path, value }) => `${path}=${printJson(value)}`);
}

it('names doubled keys at any depth, each once, with the value that counts', () => {
  expect(doubled('{"a":1,"b":[{"c":2,"c":3,"c":4}],"a":5}')).toEqual(['a=5', 'b[0].c=4']);
  expect(doubled('{"a":1,"b":{"a":1}}')).toEqual([]);
  expect(doubled('[{"\\u0061":1,"a":2}]')).toEqual(['[0].a=2']);
});

it('names nothing inside a doubled key, so that no value is given twice', () => {
  expect(doubled('{"a":{"b":1,"b":2},"a":{"b":3,"b":4}}')).toEqual(['a={"b":3,"b":4}']);
});
