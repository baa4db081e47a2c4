import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/parse';
import { printJson } from '../json/print';
import { normalizeJson, normalizeNumber } from './normal-json';

function normal(text: string): string {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.error.code);
  return printJson(normalizeJson(result.node));
}

describe('normalizeNumber', () => {
  it.each([
    '0',
    '-1',
    '9007199254740993',
    '999999999999999999',
    '9223372036854775808',
    '18446744073709551615',
    '-9223372036854775808',
    '0.00001',
    '1e-6',
    '1.5e-7',
    '1.5e+300',
    '1e+16',
    '1000000000000000.0',
    '9999999999999998.0',
    '100.0',
    '1.0',
    '-0.0',
    '0.0',
    '-1.5',
    '123.456',
    '5e-324',
    '1.7976931348623157e+308',
  ])('keeps %s', (literal) => {
    expect(normalizeNumber(literal)).toBe(literal);
  });

  it.each([
    ['-0', '-0.0'],
    ['-0.0', '-0.0'],
    ['-0e5', '-0.0'],
    ['1.00', '1.0'],
    ['1e2', '100.0'],
    ['1E+2', '100.0'],
    ['1e0', '1.0'],
    ['1e15', '1000000000000000.0'],
    ['9999999999999999.0', '1e+16'],
    ['1e16', '1e+16'],
    ['12e20', '1.2e+21'],
    ['1e-5', '0.00001'],
    ['1.5e-05', '0.000015'],
    ['0.0000015', '1.5e-6'],
    ['1e-400', '0.0'],
    ['-1e-400', '-0.0'],
    ['18446744073709551616', '1.8446744073709552e+19'],
    ['-9223372036854775809', '-9.223372036854776e+18'],
    ['99999999999999999999999', '1e+23'],
    ['9007199254740993.0', '9007199254740992.0'],
    ['0.1000000000000000055511151231257827', '0.1'],
    ['1e400', '1e400'],
  ])('writes %s as %s', (literal, text) => {
    expect(normalizeNumber(literal)).toBe(text);
  });
});

describe('normalizeJson', () => {
  it('sorts keys by code point at every depth', () => {
    expect(normal('{"😀":1,"\ufb33":{"b":1,"a":[{"z":0,"10":0,"9":0}]},"Z":1}')).toBe(
      '{"Z":1,"\ufb33":{"a":[{"10":0,"9":0,"z":0}],"b":1},"😀":1}',
    );
  });

  it('keeps the last of doubled keys', () => {
    expect(normal('{"a":1,"b":{"x":1,"x":2},"a":3}')).toBe('{"a":3,"b":{"x":2}}');
  });
});
