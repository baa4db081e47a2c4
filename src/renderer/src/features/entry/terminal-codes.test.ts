import { describe, expect, it } from 'vitest';
import { withoutColourCodes } from './terminal-codes';

describe('colour codes of a terminal', () => {
  it('are taken out and counted', () => {
    expect(withoutColourCodes('\u001b[1;31mred\u001b[0m and \u001b[38;2;1;2;3mmore\u001b[m')).toEqual({
      text: 'red and more',
      count: 4,
    });
  });

  it('are all that is taken out: codes that move, rename, link or copy stay to be seen', () => {
    for (const code of [
      '\u001b[2J',
      '\u001b[1A',
      '\u001b]0;title\u0007',
      '\u001b]8;;https://x\u0007',
      '\r',
      '\b',
    ]) {
      expect(withoutColourCodes(`a${code}b`)).toEqual({ text: `a${code}b`, count: 0 });
    }
  });
});
