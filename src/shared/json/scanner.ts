import type { JsonNumber } from './node';
import { hasLoneSurrogate, isSurrogate } from './unicode';

/** Why a text is not the JSON asked for. */
export type JsonErrorCode =
  | 'unexpected-end'
  | 'unexpected-character'
  | 'trailing-text'
  | 'control-character'
  | 'invalid-escape'
  | 'invalid-number'
  | 'too-deep'
  | 'too-many-values'
  | 'lone-surrogate'
  | 'number-overflow';

/** What the scanner refuses beyond what RFC 8259 refuses. */
export interface ScalarRules {
  readonly rejectLoneSurrogates: boolean;
  readonly rejectNumberOverflow: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
/** A number with this many digits before its point, and no exponent, still fits a double. */
const MAX_FINITE_DIGITS = 308;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Whether a UTF-16 unit is a decimal digit. */
export function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= 0x39;
}

/**
 * A cursor over a JSON text that reads its words, strings and numbers. A method that fails notes the first reason
 * in `failure` and returns undefined.
 */
export class Scanner {
  /** Offset of the next unread UTF-16 unit. */
  at = 0;
  failure: { readonly code: JsonErrorCode; readonly offset: number } | undefined;
  readonly text: string;
  readonly #rules: ScalarRules;

  constructor(text: string, rules: ScalarRules) {
    this.text = text;
    this.#rules = rules;
  }

  fail(code: JsonErrorCode, offset = this.at): undefined {
    this.failure ??= { code, offset };
    return undefined;
  }

  /** The character here is not what the grammar wants: says whether there is one at all. */
  unexpected(): undefined {
    return this.fail(this.at < this.text.length ? 'unexpected-character' : 'unexpected-end');
  }

  /** The next UTF-16 unit that is no white space (NaN at the end), which becomes the cursor's place. */
  nextUnit(): number {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return unit;
      this.at += 1;
    }
  }

  /** A literal name, cursor on its first letter. */
  word<T extends boolean | null>(word: string, node: T): T | undefined {
    let matched = 0;
    while (matched < word.length && this.text.charCodeAt(this.at + matched) === word.charCodeAt(matched))
      matched += 1;
    this.at += matched;
    return matched === word.length ? node : this.unexpected();
  }

  /** A string, cursor on its opening quote. */
  string(): string | undefined {
    const text = this.text;
    const start = this.at + 1;
    let hasEscape = false;
    let hasSurrogate = false;
    for (let index = start; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit === QUOTE) {
        const value = hasEscape ? this.#decode(start, index) : text.slice(start, index);
        if (value !== undefined) this.at = index + 1;
        return hasEscape || hasSurrogate ? this.#wellFormed(value, start - 1) : value;
      }
      if (unit === BACKSLASH) {
        hasEscape = true;
        index += 1;
      } else if (unit < 0x20) return this.fail('control-character', index);
      else if (isSurrogate(unit)) hasSurrogate = true;
    }
    return this.fail('unexpected-end', text.length);
  }

  #wellFormed(value: string | undefined, offset: number): string | undefined {
    return value !== undefined && this.#rules.rejectLoneSurrogates && hasLoneSurrogate(value)
      ? this.fail('lone-surrogate', offset)
      : value;
  }

  /** The text from `start` up to `end` with its escapes resolved, joined once: built up piece by piece it is slow. */
  #decode(start: number, end: number): string | undefined {
    const pieces: string[] = [];
    let runStart = start;
    for (;;) {
      const backslash = this.text.indexOf('\\', runStart);
      if (backslash < 0 || backslash >= end) break;
      const letter = this.text.charAt(backslash + 1);
      const character = letter === 'u' ? this.#codeUnit(backslash + 2) : SHORT_ESCAPES[letter];
      if (character === undefined) return this.fail('invalid-escape', backslash);
      pieces.push(this.text.slice(runStart, backslash), character);
      runStart = backslash + (letter === 'u' ? 6 : 2);
    }
    pieces.push(this.text.slice(runStart, end));
    return pieces.join('');
  }

  /** The UTF-16 unit that four hex digits name. */
  #codeUnit(offset: number): string | undefined {
    const digits = this.text.slice(offset, offset + 4);
    return /^[0-9a-fA-F]{4}$/.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : undefined;
  }

  /** A number, cursor on its sign or first digit. */
  number(): JsonNumber | undefined {
    const start = this.at;
    if (this.text.charCodeAt(this.at) === MINUS) this.at += 1;
    const startsWithZero = this.text.charCodeAt(this.at) === ZERO;
    const wholeDigits = this.#digits();
    if (wholeDigits === 0) return this.#badNumber();
    if (startsWithZero && wholeDigits > 1) return this.fail('invalid-number', start);
    let mayOverflow = wholeDigits > MAX_FINITE_DIGITS;
    if (this.text.charCodeAt(this.at) === 0x2e) {
      this.at += 1;
      if (this.#digits() === 0) return this.#badNumber();
    }
    if ((this.text.charCodeAt(this.at) | 0x20) === 0x65) {
      this.at += 1;
      const sign = this.text.charCodeAt(this.at);
      if (sign === 0x2b || sign === MINUS) this.at += 1;
      if (this.#digits() === 0) return this.#badNumber();
      mayOverflow = true;
    }
    const literal = this.text.slice(start, this.at);
    if (mayOverflow && this.#rules.rejectNumberOverflow && !Number.isFinite(Number(literal)))
      return this.fail('number-overflow', start);
    return { kind: 'number', literal };
  }

  #badNumber(): undefined {
    return this.fail(this.at < this.text.length ? 'invalid-number' : 'unexpected-end');
  }

  /** Skips decimal digits and says how many there were. */
  #digits(): number {
    const start = this.at;
    while (isDigit(this.text.charCodeAt(this.at))) this.at += 1;
    return this.at - start;
  }
}
