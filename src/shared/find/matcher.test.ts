import { describe, expect, it } from 'vitest';
import type { FindQuery } from '../contract/find';
import { compileQuery, type Matcher } from './matcher';

const PLAIN = { isCaseSensitive: false, isWholeWord: false, isRegExp: false };

function matcherOf(text: string, options: Partial<FindQuery> = {}): Matcher {
  const compiled = compileQuery({ ...PLAIN, ...options, text });
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.matcher;
}

/** What is found in a text, and whether `count` says the same. */
function found(text: string, query: string, options: Partial<FindQuery> = {}): string[] {
  const matcher = matcherOf(query, options);
  const ranges = matcher.ranges(text, 0, 1000);
  expect(matcher.count(text)).toBe(ranges.length);
  return ranges.map(({ start, length }) => text.slice(start, start + length));
}

describe('plain text', () => {
  it('is found in any case of letters, and without overlaps', () => {
    expect(found('Price PRICE pricey', 'price')).toEqual(['Price', 'PRICE', 'price']);
    expect(found('aaaaa', 'aa')).toEqual(['aa', 'aa']);
    expect(found('a.c abc', 'a.c')).toEqual(['a.c']);
    expect(found('(x) [y] {z} a/b \\ ^$|?*+', '{z} A/B \\ ^$|?*+')).toHaveLength(1);
  });

  it('is found as it is written when the case counts', () => {
    expect(found('Price price', 'price', { isCaseSensitive: true })).toEqual(['price']);
    expect(found('aaaaa', 'aa', { isCaseSensitive: true })).toEqual(['aa', 'aa']);
  });

  it('folds letters one by one, so that places stay what they are', () => {
    expect(found('İİİ STRAẞE straße', 'straße')).toEqual(['STRAẞE', 'straße']);
    expect(matcherOf('x').ranges('İİx', 0, 9)).toEqual([{ start: 2, length: 1 }]);
    expect(found('STRASSE', 'straße')).toEqual([]);
    expect(found('ΣΊΣΥΦΟΣ', 'σίσυφος')).toEqual(['ΣΊΣΥΦΟΣ']);
  });

  it.each([true, false])('does not find a half of a character (case counts: %s)', (isCaseSensitive) => {
    expect(found('\u{1f600}', '\ud83d', { isCaseSensitive })).toEqual([]);
    expect(found('\u{1f600}', '\ude00', { isCaseSensitive })).toEqual([]);
    expect(found('a\ud83d b', '\ud83d', { isCaseSensitive })).toEqual(['\ud83d']);
    expect(found('x\u{1f600}\u{1f600}', '\u{1f600}', { isCaseSensitive })).toHaveLength(2);
  });

  it('is found beside what changes the direction of text', () => {
    expect(found('\u202eabc\u202c שלום abc', 'abc')).toHaveLength(2);
    expect(found('שלום', 'שלום')).toEqual(['שלום']);
  });
});

describe('whole words', () => {
  const isWholeWord = true;

  it('have no letter, mark, digit or underscore on either side, of any script', () => {
    expect(found('cart carts a_cart cart2 cart.', 'cart', { isWholeWord })).toEqual(['cart', 'cart']);
    expect(found('über überall unüber', 'über', { isWholeWord })).toEqual(['über']);
    expect(found('каша, кашам', 'каша', { isWholeWord })).toEqual(['каша']);
    // The accent stands behind the letter as a mark of its own.
    expect(found('cafe\u0301', 'cafe', { isWholeWord })).toEqual([]);
    expect(found('𝐱ab ab', 'ab', { isWholeWord })).toEqual(['ab']);
  });

  it('need no edge where the text itself begins or ends with something else', () => {
    expect(found('call(x) recall(x)', '(x)', { isWholeWord })).toHaveLength(2);
    expect(found('a.b() xa.b()', 'a.b()', { isWholeWord })).toEqual(['a.b()']);
  });

  it('are found by regular expressions', () => {
    expect(found('cat cot scatter', 'c.t', { isWholeWord, isRegExp: true })).toEqual(['cat', 'cot']);
    expect(found('ab b', 'a|b', { isWholeWord, isRegExp: true })).toEqual(['b']);
  });
});

describe('regular expressions', () => {
  const isRegExp = true;

  it('find by lines and by code points', () => {
    expect(found('one\ntwo', '^t.o$', { isRegExp })).toEqual(['two']);
    expect(found('\u{1f600}', '^.$', { isRegExp })).toEqual(['\u{1f600}']);
    expect(found('Über', '\\p{Lu}', { isRegExp, isCaseSensitive: true })).toEqual(['Ü']);
  });

  it('find nothing where they match nothing', () => {
    expect(found('a\u{1f600}b', 'x*', { isRegExp })).toEqual([]);
    expect(found('abxxc', 'x*', { isRegExp })).toEqual(['xx']);
    expect(found('ab', '(?:)', { isRegExp })).toEqual([]);
    expect(found('a b', '\\b', { isRegExp })).toEqual([]);
    expect(found('', '^$', { isRegExp })).toEqual([]);
  });

  it('may have braces and escapes that need none', () => {
    expect(found('a{b \\-', 'a{b \\\\\\-', { isRegExp })).toEqual(['a{b \\-']);
    expect(found('über a{', 'a{', { isRegExp, isWholeWord: true })).toEqual(['a{']);
  });

  it.each([
    ['(', /unterminated group/i],
    ['[a', /unterminated character class/i],
    ['a)(b', /unmatched/i],
    ['*', /nothing to repeat/i],
  ])('that are none say what is wrong: %s', (text, reason) => {
    for (const isWholeWord of [false, true]) {
      const compiled = compileQuery({ ...PLAIN, isRegExp, isWholeWord, text });
      expect(compiled).toMatchObject({ ok: false, message: expect.stringMatching(reason) });
    }
  });

  it('alone may take longer than the text is long', () => {
    expect(matcherOf('a', { isRegExp }).isLinear).toBe(false);
    expect(matcherOf('(a+)+$').isLinear).toBe(true);
    expect(matcherOf('a', { isWholeWord: true }).isLinear).toBe(true);
  });
});

describe('some places of many', () => {
  it.each([{}, { isCaseSensitive: true }, { isRegExp: true }])('are told by number: %j', (options) => {
    const text = 'x '.repeat(50);
    const ranges = matcherOf('x', options).ranges(text, 10, 3);
    expect(ranges).toEqual([20, 22, 24].map((start) => ({ start, length: 1 })));
    expect(matcherOf('x', options).ranges(text, 50, 3)).toEqual([]);
  });
});

describe('whether a stored record may have it', () => {
  const record = JSON.stringify({ text: 'Price of "a/b"\n12,5', number: 1 });

  it('is told by the text as it is written', () => {
    expect(matcherOf('price').mayBeIn(record)).toBe(true);
    expect(matcherOf('price', { isCaseSensitive: true }).mayBeIn(record)).toBe(false);
    expect(matcherOf('cost').mayBeIn(record)).toBe(false);
  });

  it('is not denied where it may be escaped, or written in another way than it is shown', () => {
    expect(matcherOf('ü').mayBeIn('{"a":"\\u00fc"}')).toBe(true);
    expect(matcherOf('b/c').mayBeIn('{"a":"b\\/c"}')).toBe(true);
    expect(matcherOf('"x"').mayBeIn('{"a":"\\"x\\""}')).toBe(true);
    expect(matcherOf('1,2').mayBeIn('{"a":[1, 2]}')).toBe(true);
    expect(matcherOf('p.*e', { isRegExp: true }).mayBeIn('{}')).toBe(true);
  });

  it('is not denied for a word that follows an escape', () => {
    expect(matcherOf('price', { isWholeWord: true }).mayBeIn('{"a":"\\nprice"}')).toBe(true);
  });
});
