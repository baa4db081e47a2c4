import { describe, expect, it } from 'vitest';
import { ownCopy } from './own-copy';

describe('ownCopy', () => {
  it.each([
    '',
    'short',
    'a longer text, of ASCII only',
    'ä€😀 and \ud800 half a pair \udfff',
    '"quoted\\ \u0000\n"'.repeat(3),
  ])('gives %j back', (text) => {
    expect(ownCopy(text)).toBe(text);
  });
});
