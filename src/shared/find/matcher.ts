import type { FindQuery } from '../contract/find';

/** A place in a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly length: number;
}

/** What a query finds in texts. What it finds does not overlap, and is never empty. */
export interface Matcher {
  /**
   * Whether the time it takes grows no faster than the text. Of a regular expression that is not known: a call may take
   * for ever, and nothing but another thread or process can end it.
   */
  readonly isLinear: boolean;
  /** How often it is found. */
  count(text: string): number;
  /** At most `most` places, leaving out the `first` ones. */
  ranges(text: string, first: number, most: number): TextRange[];
  /**
   * Whether it may be found in what is shown of a record, given the JSON text that is stored. False only if it surely
   * is not: text is then neither written nor escaped there.
   */
  mayBeIn(record: string): boolean;
}

/** A matcher, or what is wrong with the regular expression, in the words of the engine. */
export type Compiled =
  | { readonly ok: true; readonly matcher: Matcher }
  | { readonly ok: false; readonly message: string };

const WORD = '[\\p{L}\\p{M}\\p{N}_]';
const WORD_START = /^[\p{L}\p{M}\p{N}_]/u;
const WORD_END = /[\p{L}\p{M}\p{N}_]$/u;

/** Makes a matcher of a query. Fails only with a regular expression that is none. */
export function compileQuery(query: FindQuery): Compiled {
  if (query.isRegExp) return compilePattern(query);
  const { text, isCaseSensitive, isWholeWord } = query;
  if (isCaseSensitive && !isWholeWord) return { ok: true, matcher: new TextMatcher(text) };
  const flags = isCaseSensitive ? 'gu' : 'giu';
  const literal = escaped(text);
  const source = isWholeWord ? wholeWord(literal, WORD_START.test(text), WORD_END.test(text)) : literal;
  return {
    ok: true,
    matcher: new PatternMatcher(new RegExp(source, flags), literalTest(text, new RegExp(literal, flags))),
  };
}

function compilePattern({ text, isCaseSensitive, isWholeWord }: FindQuery): Compiled {
  const flags = isCaseSensitive ? 'gm' : 'gim';
  try {
    // By itself first: what is put around it must not make a whole of halves, as of `a)(b`.
    new RegExp(text, `${flags}u`);
    const source = isWholeWord ? wholeWord(text, true, true) : text;
    return { ok: true, matcher: new PatternMatcher(new RegExp(source, `${flags}u`), null) };
  } catch (inUnicode) {
    try {
      // Without the flag a brace or an escape too many is let pass, as most people write them.
      new RegExp(text, flags);
      const source = isWholeWord ? `(?<!\\w)(?:${text})(?!\\w)` : text;
      return { ok: true, matcher: new PatternMatcher(new RegExp(source, flags), null) };
    } catch {
      return { ok: false, message: reasonOf(inUnicode) };
    }
  }
}

/** Found by comparing units: the engine does nothing faster. */
class TextMatcher implements Matcher {
  readonly isLinear = true;
  readonly mayBeIn: (record: string) => boolean;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.mayBeIn = literalTest(text, null);
  }

  count(text: string): number {
    let count = 0;
    for (let at = this.#next(text, 0); at >= 0; at = this.#next(text, at + this.#text.length)) count += 1;
    return count;
  }

  ranges(text: string, first: number, most: number): TextRange[] {
    const { length } = this.#text;
    const ranges: TextRange[] = [];
    let number = 0;
    for (let at = this.#next(text, 0); at >= 0 && ranges.length < most; at = this.#next(text, at + length)) {
      if (number >= first) ranges.push({ start: at, length });
      number += 1;
    }
    return ranges;
  }

  /** A half of a surrogate pair is no hit within a whole one. */
  #next(text: string, from: number): number {
    let at = text.indexOf(this.#text, from);
    while (at >= 0 && (splitsPair(text, at) || splitsPair(text, at + this.#text.length)))
      at = text.indexOf(this.#text, at + 1);
    return at;
  }
}

class PatternMatcher implements Matcher {
  readonly isLinear: boolean;
  readonly mayBeIn: (record: string) => boolean;
  readonly #pattern: RegExp;

  /** `literal` tells of a record whether it has the text; null for a pattern of the user's. */
  constructor(pattern: RegExp, literal: ((record: string) => boolean) | null) {
    this.#pattern = pattern;
    this.isLinear = literal !== null;
    this.mayBeIn = literal ?? (() => true);
  }

  count(text: string): number {
    const pattern = this.#pattern;
    pattern.lastIndex = 0;
    let count = 0;
    if (this.isLinear) {
      // A text is never empty: no need for where it was found.
      while (pattern.test(text)) count += 1;
      return count;
    }
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      if (found[0] !== '') count += 1;
      else pattern.lastIndex = after(text, pattern.lastIndex, pattern.unicode);
    }
    return count;
  }

  ranges(text: string, first: number, most: number): TextRange[] {
    const pattern = this.#pattern;
    pattern.lastIndex = 0;
    const ranges: TextRange[] = [];
    let number = 0;
    while (ranges.length < most) {
      const found = pattern.exec(text);
      if (found === null) break;
      if (found[0] === '') {
        pattern.lastIndex = after(text, pattern.lastIndex, pattern.unicode);
        continue;
      }
      if (number >= first) ranges.push({ start: found.index, length: found[0].length });
      number += 1;
    }
    return ranges;
  }
}

/** The place behind the character at a place. */
function after(text: string, at: number, byCodePoint: boolean): number {
  return at + (byCodePoint && splitsPair(text, at + 1) ? 2 : 1);
}

function splitsPair(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

function wholeWord(source: string, atStart: boolean, atEnd: boolean): string {
  return `${atStart ? `(?<!${WORD})` : ''}(?:${source})${atEnd ? `(?!${WORD})` : ''}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * Characters that are not what they seem in JSON: escaped, or of its structure, around which white space may stand
 * that is not shown.
 */
const OF_JSON = /["\\,:[\]{}\p{Cc}\p{Cs}]/u;

/** Tells of a record whether it may hold a text; `pattern` finds it in any case of letters, null means as it is. */
function literalTest(text: string, pattern: RegExp | null): (record: string) => boolean {
  if (OF_JSON.test(text)) return () => true;
  // Some writers escape it.
  const hasSlash = text.includes('/');
  return (record) => {
    if (pattern === null ? record.includes(text) : isIn(pattern, record)) return true;
    return record.includes('\\u') || (hasSlash && record.includes('\\/'));
  };
}

function isIn(pattern: RegExp, record: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(record);
}

/** `Invalid regular expression: /(/gmu: Unterminated group` without what the user sees anyway. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.slice(message.lastIndexOf(': ') + 1).trim();
}
