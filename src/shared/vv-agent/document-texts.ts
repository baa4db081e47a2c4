import type { NativeValue } from '../json/native';
import { isExact, isNativeArray, isNativeObject, isWithinLimits, parseNative } from '../json/native';
import type { JsonMember, JsonNode, JsonObject } from '../json/node';
import { isJsonObject } from '../json/node';
import { DEFAULT_MAX_DEPTH } from '../json/parse';
import { printJson } from '../json/print';
import { hasLoneSurrogate } from '../json/unicode';
import { normalizeJson, normalizeNumber } from './normal-json';
import { parsePayload } from './payload-json';

/** Integers that every rule leaves as they are. */
const PLAIN_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?\d+$/;
/** With one of these in a key, the order by code point may be another than that by UTF-16 unit. */
const SURROGATE = /[\ud800-\udfff]/;

/** Builds the normal form and the RFC 8785 text of a document side by side. Half surrogate pairs are not looked for. */
export class DocumentTexts {
  normal = '';
  canonical = '';

  /** Adds a node of at most `levels` levels; false for one with an odd key or number, which must be judged step by step. */
  add(node: JsonNode, levels: number): boolean {
    if (node === null || typeof node !== 'object') return this.#addBoth(JSON.stringify(node));
    if (node.kind === 'number') return this.#addNumber(node.literal);
    if (levels === 0) return false;
    return node.kind === 'array' ? this.#addArray(node.items, levels) : this.#addObject(node, levels);
  }

  #addBoth(text: string): true {
    this.normal += text;
    this.canonical += text;
    return true;
  }

  #addNumber(literal: string): boolean {
    if (PLAIN_INTEGER.test(literal)) return this.#addBoth(literal);
    if (!NUMBER.test(literal)) return false;
    const normal = normalizeNumber(literal);
    const double = Number(normal);
    if (!Number.isFinite(double) || (INTEGER.test(normal) && !Number.isSafeInteger(double))) return false;
    this.normal += normal;
    this.canonical += String(double);
    return true;
  }

  #addArray(items: readonly JsonNode[], levels: number): boolean {
    let separator = '[';
    for (const item of items) {
      this.#addBoth(separator);
      if (!this.add(item, levels - 1)) return false;
      separator = ',';
    }
    return this.#addBoth(items.length === 0 ? '[]' : ']');
  }

  #addObject({ members, duplicateKeys }: JsonObject, levels: number): boolean {
    if (duplicateKeys.length > 0) return false;
    let before: string | undefined;
    for (const { key, value } of sorted(members)) {
      if (key === before || SURROGATE.test(key)) return false;
      this.#addBoth(`${before === undefined ? '{' : ','}${JSON.stringify(key)}:`);
      if (!this.add(value, levels - 1)) return false;
      before = key;
    }
    return this.#addBoth(before === undefined ? '{}' : '}');
  }
}

function sorted(members: readonly JsonMember[]): readonly JsonMember[] {
  for (let index = 1; index < members.length; index += 1)
    if ((members[index - 1]?.key ?? '') > (members[index]?.key ?? ''))
      return members.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  return members;
}

/** Arguments in normal form, undefined when they are no JSON object by the rules of a payload. */
export function normalArguments(text: string): string | undefined {
  const value = parseNative(text);
  if (value !== undefined && (isTame(text) || isExact(value, text))) {
    if (!isNativeObject(value) || !isWithinLimits(value, DEFAULT_MAX_DEPTH)) return undefined;
    const normal = normalNative(value);
    if (normal !== undefined) return normal;
  }
  const parsed = parsePayload(text);
  return parsed.ok && isJsonObject(parsed.node) ? printJson(normalizeJson(parsed.node)) : undefined;
}

/** A shorter text has no room for a value that is nested too deeply. */
const TAME_LENGTH = 2 * (DEFAULT_MAX_DEPTH + 1);
const WILD = /\\u|\d[.eE]|-0/;

/**
 * Whether a text that parses can hold nothing that its native value does not tell: where a key is doubled, the value it
 * hides breaks no rule, and every number is an integer with the digits that `String` gives it, as long as that is safe.
 */
function isTame(text: string): boolean {
  return text.length < TAME_LENGTH && !WILD.test(text) && !hasLoneSurrogate(text);
}

/** The normal form of a native value whose numbers were written as `String` writes them; undefined for an odd one. */
function normalNative(value: NativeValue): string | undefined {
  if (typeof value === 'number') return normalDouble(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  let text = '';
  if (isNativeArray(value)) {
    for (const item of value) {
      const part = normalNative(item);
      if (part === undefined) return undefined;
      text += `${text === '' ? '' : ','}${part}`;
    }
    return `[${text}]`;
  }
  for (const key of Object.keys(value).sort()) {
    const part = normalNative(value[key] ?? null);
    if (part === undefined || SURROGATE.test(key)) return undefined;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${part}`;
  }
  return `{${text}}`;
}

function normalDouble(value: number): string | undefined {
  const literal = String(value);
  if (Number.isSafeInteger(value)) return literal;
  return INTEGER.test(literal) ? undefined : normalizeNumber(literal);
}
