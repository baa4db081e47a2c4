import { describe, expect, it } from 'vitest';
import { terminalSpans } from './terminal-text';

const ESC = '\u001b[';
const set = (text: string) => terminalSpans(text).map(({ text: piece, colour }) => [piece, colour]);

describe('the colours of a terminal', () => {
  it('set the text behind them, until they are reset', () => {
    expect(set(`a${ESC}31mred${ESC}0m plain ${ESC}92mgreen${ESC}39mb${ESC}m`)).toEqual([
      ['a', null],
      ['red', 1],
      [' plain ', null],
      ['green', 2],
      ['b', null],
    ]);
    expect(terminalSpans(`${ESC}1;4;41mx${ESC}22;24;49my`)).toMatchObject([
      { text: 'x', isBold: true, isUnderlined: true, background: 1 },
      { text: 'y', isBold: false, isUnderlined: false, background: null },
    ]);
  });

  it('are the nearest of eight where there are more', () => {
    expect(set(`${ESC}38;5;196ma${ESC}38;5;250mb${ESC}38;2;30;200;40mc${ESC}38:5:12md`)).toEqual([
      ['a', 1],
      ['b', null],
      ['c', 2],
      ['d', 4],
    ]);
  });

  it('are all that is taken out: codes that move, rename, link or copy stay to be seen', () => {
    for (const code of [
      '\u001b[2J',
      '\u001b[1A',
      '\u001b]0;title\u0007',
      '\u001b]8;;https://x\u0007',
      '\r',
      '\b',
    ])
      expect(set(`a${code}b`)).toEqual([[`a${code}b`, null]]);
  });

  it('end where they are too many to be drawn, and no word is lost', () => {
    const spans = terminalSpans(`${ESC}31mx${ESC}32my`.repeat(20_000));
    expect(spans).toHaveLength(1);
    expect(spans[0]?.text).toBe('xy'.repeat(20_000));
  });

  it('of odd codes leave the text alone', () => {
    expect(set(`${ESC}99;;;38mx${ESC}38;5my${ESC}48;9mz`).map(([piece]) => piece)).toEqual(['x', 'y', 'z']);
  });
});
