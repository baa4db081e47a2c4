import type { JsonArray, JsonMember, JsonNode, JsonObject } from './node';
import { EMPTY_OBJECT } from './node';
import type { JsonErrorCode } from './scanner';
import { isDigit, Scanner } from './scanner';

/** Levels of arrays and objects read by default: what serde_json reads, whose files we open. */
export const DEFAULT_MAX_DEPTH = 127;
/** The parser and the walks over its nodes recurse; no option lets them go deeper than this. */
export const LARGEST_MAX_DEPTH = 1000;

/** Values read of one document. Each takes some 50 bytes of memory: a hostile text of 64 MB could ask for gigabytes. */
export const MAX_VALUES = 2_000_000;

/** What to refuse beyond what RFC 8259 refuses. */
export interface JsonParseOptions {
  /** Nested levels accepted (`[]` is one), at most {@link LARGEST_MAX_DEPTH}. */
  readonly maxDepth?: number;
  /** Whether half of a surrogate pair in a string or key is an error; by default it is kept. */
  readonly rejectLoneSurrogates?: boolean;
  /** Whether a number too large for a double (`1e400`) is an error; by default its literal is kept. */
  readonly rejectNumberOverflow?: boolean;
}

/** A parse failure. `offset` counts UTF-16 units from the start of the text; `utf8Offset` makes bytes of it. */
export interface JsonError {
  readonly code: JsonErrorCode;
  readonly offset: number;
  /** What is wrong, without the place. */
  readonly message: string;
}

/** The outcome of {@link parseJson}. */
export type JsonParseResult =
  | {
      readonly ok: true;
      readonly node: JsonNode;
      /** Whether some object in it has a key more than once; `duplicateKeys` says which. */
      readonly hasDuplicateKeys: boolean;
    }
  | { readonly ok: false; readonly error: JsonError };

/** Reads one JSON document (RFC 8259; only space, tab, LF and CR around it, so no byte order mark), losing nothing. */
export function parseJson(text: string, options: JsonParseOptions = {}): JsonParseResult {
  const parser = new Parser(text, options);
  const node = parser.document();
  if (node !== undefined) return { ok: true, node, hasDuplicateKeys: parser.hasDuplicateKeys };
  const { code, offset } = parser.failure();
  return { ok: false, error: { code, offset, message: MESSAGES[code] } };
}

const MESSAGES: Readonly<Record<JsonErrorCode, string>> = {
  'unexpected-end': 'the text ends before the value does',
  'unexpected-character': 'unexpected character',
  'trailing-text': 'unexpected text after the value',
  'control-character': 'unescaped control character in a string',
  'invalid-escape': 'invalid escape in a string',
  'invalid-number': 'invalid number',
  'too-deep': 'nested too deeply',
  'too-many-values': 'more values than are read',
  'lone-surrogate': 'half of a surrogate pair in a string',
  'number-overflow': 'number out of range',
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const NO_KEYS: readonly string[] = [];
/** Up to this many members, comparing every key with every other is faster than filling a set. */
const FEW_MEMBERS = 8;

class Parser {
  readonly #scanner: Scanner;
  readonly #maxDepth: number;
  #valuesLeft = MAX_VALUES;
  hasDuplicateKeys = false;

  constructor(text: string, options: JsonParseOptions) {
    this.#scanner = new Scanner(text, {
      rejectLoneSurrogates: options.rejectLoneSurrogates ?? false,
      rejectNumberOverflow: options.rejectNumberOverflow ?? false,
    });
    this.#maxDepth = Math.min(options.maxDepth ?? DEFAULT_MAX_DEPTH, LARGEST_MAX_DEPTH);
  }

  failure(): { readonly code: JsonErrorCode; readonly offset: number } {
    return this.#scanner.failure ?? { code: 'unexpected-end', offset: this.#scanner.at };
  }

  document(): JsonNode | undefined {
    const node = this.#value(0);
    if (node === undefined) return undefined;
    return Number.isNaN(this.#scanner.nextUnit()) ? node : this.#scanner.fail('trailing-text');
  }

  #value(depth: number): JsonNode | undefined {
    const scanner = this.#scanner;
    const unit = scanner.nextUnit();
    this.#valuesLeft -= 1;
    if (this.#valuesLeft < 0) return scanner.fail('too-many-values');
    switch (unit) {
      case QUOTE:
        return scanner.string();
      case OPEN_BRACE:
        return depth < this.#maxDepth ? this.#object(depth + 1) : scanner.fail('too-deep');
      case OPEN_BRACKET:
        return depth < this.#maxDepth ? this.#array(depth + 1) : scanner.fail('too-deep');
      case 0x74:
        return scanner.word('true', true);
      case 0x66:
        return scanner.word('false', false);
      case 0x6e:
        return scanner.word('null', null);
      default:
        return unit === MINUS || isDigit(unit) ? scanner.number() : scanner.unexpected();
    }
  }

  #array(depth: number): JsonArray | undefined {
    const items: JsonNode[] = [];
    if (this.#closesAtOnce(CLOSE_BRACKET)) return { kind: 'array', items };
    for (;;) {
      const item = this.#value(depth);
      if (item === undefined) return undefined;
      items.push(item);
      const more = this.#hasMore(CLOSE_BRACKET);
      if (more === undefined) return undefined;
      if (!more) return { kind: 'array', items };
    }
  }

  #object(depth: number): JsonObject | undefined {
    if (this.#closesAtOnce(CLOSE_BRACE)) return EMPTY_OBJECT;
    const members: JsonMember[] = [];
    for (;;) {
      const member = this.#member(depth);
      if (member === undefined) return undefined;
      members.push(member);
      const more = this.#hasMore(CLOSE_BRACE);
      if (more === undefined) return undefined;
      if (!more) return this.#closed(members);
    }
  }

  #closed(members: readonly JsonMember[]): JsonObject {
    const duplicateKeys = findDuplicateKeys(members);
    if (duplicateKeys.length > 0) this.hasDuplicateKeys = true;
    return { kind: 'object', members, duplicateKeys };
  }

  #member(depth: number): JsonMember | undefined {
    const scanner = this.#scanner;
    if (scanner.nextUnit() !== QUOTE) return scanner.unexpected();
    const key = scanner.string();
    if (key === undefined) return undefined;
    if (scanner.nextUnit() !== COLON) return scanner.unexpected();
    scanner.at += 1;
    const value = this.#value(depth);
    return value === undefined ? undefined : { key, value };
  }

  /** Steps over an opening bracket and, where it follows at once, over its closing one. */
  #closesAtOnce(close: number): boolean {
    this.#scanner.at += 1;
    if (this.#scanner.nextUnit() !== close) return false;
    this.#scanner.at += 1;
    return true;
  }

  /** Steps over a comma (true) or the closing bracket (false); anything else is a failure. */
  #hasMore(close: number): boolean | undefined {
    const unit = this.#scanner.nextUnit();
    if (unit !== COMMA && unit !== close) return this.#scanner.unexpected();
    this.#scanner.at += 1;
    return unit === COMMA;
  }
}

function findDuplicateKeys(members: readonly JsonMember[]): readonly string[] {
  if (members.length <= FEW_MEMBERS && !hasEqualPair(members)) return NO_KEYS;
  const seen = new Set<string>();
  const duplicates = new Set<string>();
  for (const { key } of members) {
    if (seen.has(key)) duplicates.add(key);
    seen.add(key);
  }
  return duplicates.size === 0 ? NO_KEYS : [...duplicates];
}

function hasEqualPair(members: readonly JsonMember[]): boolean {
  for (let right = 1; right < members.length; right += 1) {
    const key = members[right]?.key;
    for (let left = 0; left < right; left += 1) if (members[left]?.key === key) return true;
  }
  return false;
}
