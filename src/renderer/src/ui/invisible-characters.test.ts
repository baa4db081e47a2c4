import { describe, expect, it } from 'vitest';
import { codePointLabel, hasInvisible, spellOut, splitInvisible } from './invisible-characters';

function invisible(text: string, isProse = false): string[] {
  return splitInvisible(text, isProse).flatMap((piece) =>
    piece.type === 'invisible' ? [codePointLabel(piece.codePoint)] : [],
  );
}

describe('splitInvisible', () => {
  it('leaves plain text in one piece', () => {
    expect(splitInvisible('one\ttwo\nthree, naïve 漢字 🙂', false)).toEqual([
      { type: 'text', text: 'one\ttwo\nthree, naïve 漢字 🙂' },
    ]);
    expect(splitInvisible('', false)).toEqual([]);
  });

  it.each([
    ['a right-to-left override', 'a\u202Eb', 'U+202E'],
    ['an isolate', 'a\u2066b', 'U+2066'],
    ['a direction mark', 'a\u200Fb', 'U+200F'],
    ['the Arabic letter mark', 'a\u061Cb', 'U+061C'],
    ['a zero-width space', 'a\u200Bb', 'U+200B'],
    ['a word joiner', 'a\u2060b', 'U+2060'],
    ['a byte order mark', '\uFEFFab', 'U+FEFF'],
    ['a soft hyphen', 'a\u00ADb', 'U+00AD'],
    ['a C0 control', 'a\u0007b', 'U+0007'],
    ['an escape', 'a\u001B[31mb', 'U+001B'],
    ['a C1 control', 'a\u009Bb', 'U+009B'],
    ['a carriage return that could hide a line', 'good\rbad', 'U+000D'],
    ['a high surrogate alone', 'a\uD83Db', 'U+D83D'],
    ['a low surrogate alone', '\uDE00b', 'U+DE00'],
    ['a tag character', 'a\u{E0041}b', 'U+E0041'],
    ['a supplementary variation selector', 'a\u{E0100}b', 'U+E0100'],
    ['a variation selector on a letter', 'a\uFE01b', 'U+FE01'],
    ['a Hangul filler', 'a\u3164b', 'U+3164'],
    ['a line separator', 'a\u2028b', 'U+2028'],
  ])('finds %s', (_name, text, label) => {
    expect(invisible(text)).toEqual([label]);
    expect(invisible(text, true)).toEqual([label]);
  });

  it('keeps the text on both sides, in order', () => {
    expect(splitInvisible('ab\u202Ecd\u{E0041}', false)).toEqual([
      { type: 'text', text: 'ab' },
      { type: 'invisible', codePoint: 0x202e, name: 'direction override' },
      { type: 'text', text: 'cd' },
      { type: 'invisible', codePoint: 0xe0041, name: 'tag character' },
    ]);
  });

  it('takes a Windows line end as text', () => {
    expect(invisible('one\r\ntwo')).toEqual([]);
  });

  it('keeps emoji sequences together in prose, and shows the joiner in a name', () => {
    const technologist = '👩🏽\u200D💻 and ❤️\u200D🔥';
    expect(invisible(technologist, true)).toEqual([]);
    expect(invisible(technologist)).toEqual(['U+200D', 'U+200D']);
  });

  it('keeps the non-joiner that Persian spelling needs, and no other', () => {
    expect(invisible('می\u200Cخواهم', true)).toEqual([]);
    expect(invisible('pay\u200Cpal', true)).toEqual(['U+200C']);
    expect(invisible('می\u200Cخواهم')).toEqual(['U+200C']);
  });

  it('takes one emoji selector after an emoji, not a run of them', () => {
    expect(invisible('❤\uFE0F 1\uFE0F\u20E3')).toEqual([]);
    expect(invisible('❤\uFE0F\uFE0F')).toEqual(['U+FE0F']);
  });
});

it('spells invisible characters out where only a plain string fits', () => {
  expect(spellOut('invoice\u202Efdp.exe')).toBe('invoice[U+202E]fdp.exe');
});

it('knows whether copying would take something unseen along', () => {
  expect(hasInvisible('rm -rf\u200B /')).toBe(true);
  expect(hasInvisible('rm -rf /\r\n')).toBe(false);
});
