import { expect, it } from 'vitest';
import { isBlank, trimWhiteSpace } from './white-space';

const WHITE_SPACE = [
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005,
  0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
];

it('takes exactly the Unicode White_Space characters for blank', () => {
  const blank: number[] = [];
  for (let unit = 0; unit <= 0xffff; unit += 1) if (isBlank(String.fromCharCode(unit))) blank.push(unit);
  expect(blank).toEqual(WHITE_SPACE);
  expect(isBlank('')).toBe(true);
  expect(isBlank(' \u0085\u3000')).toBe(true);
  expect(isBlank(' \ufeff ')).toBe(false);
  expect(isBlank(' \u{1f600} ')).toBe(false);
});

it('trims White_Space and nothing else', () => {
  expect(trimWhiteSpace('\u0085 a b\u2029\n')).toBe('a b');
  expect(trimWhiteSpace('\ufeffa\u200b')).toBe('\ufeffa\u200b');
  expect(trimWhiteSpace(' \t')).toBe('');
  expect(trimWhiteSpace('😀 ')).toBe('😀');
});
