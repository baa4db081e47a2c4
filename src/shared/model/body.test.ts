import { expect, it } from 'vitest';
import { cutText } from './body';

it('cuts a text and says how long the whole is', () => {
  expect(cutText('abcdef', 3)).toEqual({ text: 'abc', totalChars: 6 });
  expect(cutText('abc', 3)).toEqual({ text: 'abc', totalChars: 3 });
});

it('never cuts inside a surrogate pair', () => {
  expect(cutText('ab😀', 3)).toEqual({ text: 'ab', totalChars: 4 });
  expect(cutText('ab😀', 4)).toEqual({ text: 'ab😀', totalChars: 4 });
});
