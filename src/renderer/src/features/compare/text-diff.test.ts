import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffPart, diffTexts, shortenParts } from './text-diff';

const changed = (parts: readonly DiffPart[]) =>
  parts.filter((part) => part.isChanged).map(({ text }) => text);
const whole = (parts: readonly DiffPart[]) => parts.map(({ text }) => text).join('');

describe('two texts', () => {
  it('differ by words in a message, by lines in an output', () => {
    const words = diffTexts('Use a sliding window.', 'Use a token bucket.', 'words');
    expect([changed(words.left), changed(words.right)]).toEqual([['sliding window'], ['token bucket']]);
    const lines = diffTexts('a\nb c\nd', 'a\nb e\nd', 'lines');
    expect([changed(lines.left), changed(lines.right)]).toEqual([['b c\n'], ['b e\n']]);
  });

  it('that share hardly a word are marked as a whole, but for their ends', () => {
    const diff = diffTexts('The window is too jumpy for us.', 'Compare it to one queue for us.', 'words');
    expect(changed(diff.left)).toEqual(['The window is too jumpy']);
  });

  it('that are equal have no changes, whatever is in them', () => {
    expect(diffTexts('\ud800\u0000', '\ud800\u0000', 'words')).toEqual({
      left: [{ text: '\ud800\u0000', isChanged: false }],
      right: [{ text: '\ud800\u0000', isChanged: false }],
    });
    expect(diffTexts('', '', 'lines')).toEqual({ left: [], right: [] });
  });

  it('stay what they are, joined: nothing is lost and nothing made up', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b ', '\n', '\u202e', '\ud83d\ude00', '\udc00'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, text, fc.constantFrom('words' as const, 'lines' as const), (left, right, by) => {
        const diff = diffTexts(left, right, by);
        expect([whole(diff.left), whole(diff.right)]).toEqual([left, right]);
        if (left !== right) expect(changed([...diff.left, ...diff.right])).not.toEqual([]);
      }),
    );
  });

  it('that have nothing in common are compared within a moment, however long', () => {
    const long = (step: number) => Array.from({ length: 30_000 }, (_, at) => `${at * step}x`).join('\n');
    const started = performance.now();
    const diff = diffTexts(`same ${long(3)}`, `same ${long(7)} end`, 'words');
    expect(performance.now() - started).toBeLessThan(3000);
    expect(whole(diff.right)).toBe(`same ${long(7)} end`);
  });
});

describe('what is shown first', () => {
  const same = (text: string): DiffPart => ({ text, isChanged: false });

  it('is everything of what is short', () => {
    const parts = [same('a'.repeat(200)), { text: 'b', isChanged: true }, same('c')];
    expect(shortenParts(parts)).toEqual({ parts, leftOutChars: 0 });
  });

  it('leaves out what is the same and far from a change, and says how much', () => {
    const { parts, leftOutChars } = shortenParts([
      same('a'.repeat(5000)),
      { text: 'b', isChanged: true },
      same('c'.repeat(5000)),
    ]);
    expect(leftOutChars).toBe(2 * (5000 - 240));
    expect(parts.map((part) => ('gapChars' in part ? 'gap' : part.text.length))).toEqual([
      'gap',
      240,
      1,
      240,
      'gap',
    ]);
  });

  it('cuts what is long, never inside a character', () => {
    const { parts, leftOutChars } = shortenParts([
      { text: `x${'\ud83d\ude00'.repeat(2000)}`, isChanged: true },
    ]);
    expect(leftOutChars).toBe(4001 - 1199);
    expect(parts[0]).toEqual({ text: `x${'\ud83d\ude00'.repeat(599)}`, isChanged: true });
  });
});
