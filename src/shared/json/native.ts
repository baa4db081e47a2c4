import type { JsonMember, JsonNode, JsonObject } from './node';
import { EMPTY_OBJECT } from './node';
import { MAX_VALUES } from './parse';
import { hasLoneSurrogate } from './unicode';

/** What the engine's own parser gives: many times faster than the lossless one, and it loses what that one keeps. */
export type NativeValue = null | boolean | number | string | NativeArray | NativeObject;
/** An array of {@link NativeValue}. */
export type NativeArray = readonly NativeValue[];
/** An object of {@link NativeValue}. */
export interface NativeObject {
  readonly [key: string]: NativeValue;
}

/** A shorter text cannot have more values than are read: each but the first takes two characters. */
const MAX_LENGTH = 2 * MAX_VALUES - 1;

/**
 * The value of a JSON text, or undefined where only the lossless parser may judge. A doubled key has hidden a value
 * here, whatever that was: what is to count needs the proof of {@link isExact}, or another that no key is doubled.
 */
export function parseNative(text: string): NativeValue | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    // JSON.parse is typed any; it gives nothing but these.
    return JSON.parse(text) as NativeValue;
  } catch {
    return undefined;
  }
}

/**
 * Whether nothing of a text was lost in its value: printed anew it is the text again. Then no key stands in it twice,
 * the members of objects have kept their order, and every number was written as `String` writes it.
 */
export function isExact(value: NativeValue, text: string): boolean {
  return JSON.stringify(value) === text;
}

/** Whether a value nests at most `levels` deep, its numbers are finite and its strings and keys whole. */
export function isWithinLimits(value: NativeValue, levels: number): boolean {
  if (typeof value === 'string') return !hasLoneSurrogate(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value !== 'object') return true;
  if (levels === 0) return false;
  if (isNativeArray(value)) {
    for (const item of value) if (!isWithinLimits(item, levels - 1)) return false;
    return true;
  }
  for (const key of Object.keys(value))
    if (hasLoneSurrogate(key) || !isWithinLimits(value[key] ?? null, levels - 1)) return false;
  return true;
}

/** Whether a value is an array. */
export function isNativeArray(value: NativeValue | undefined): value is NativeArray {
  return Array.isArray(value);
}

/** Whether a value is an object and no array. */
export function isNativeObject(value: NativeValue | undefined): value is NativeObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The lossless node of an object in a value that {@link isExact}. */
export function exactObject(value: NativeObject): JsonObject {
  const members: JsonMember[] = [];
  for (const key of Object.keys(value)) members.push({ key, value: exactNode(value[key] ?? null) });
  return members.length === 0 ? EMPTY_OBJECT : { kind: 'object', members, duplicateKeys: [] };
}

function exactNode(value: NativeValue): JsonNode {
  if (typeof value === 'number') return { kind: 'number', literal: String(value) };
  if (value === null || typeof value !== 'object') return value;
  return isNativeArray(value) ? { kind: 'array', items: value.map(exactNode) } : exactObject(value);
}

/**
 * Whether the text that a value {@link isExact} of is canonical (RFC 8785) as it stands: members in the order of
 * UTF-16 units, and no integer beyond ±(2^53−1).
 */
export function isCanonical(value: NativeValue): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (value === null || typeof value !== 'object') return true;
  if (isNativeArray(value)) {
    for (const item of value) if (!isCanonical(item)) return false;
    return true;
  }
  let before = '';
  for (const key of Object.keys(value)) {
    if (key < before || !isCanonical(value[key] ?? null)) return false;
    before = key;
  }
  return true;
}

/**
 * The canonical text (RFC 8785) of a value within limits that {@link isExact}, or undefined where an integer may be
 * beyond ±(2^53−1): whether that fails depends on how it was written.
 */
export function canonicalNative(value: NativeValue): string | undefined {
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const parts: string[] = [];
  if (isNativeArray(value)) {
    for (const item of value) {
      const part = canonicalNative(item);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return `[${parts.join(',')}]`;
  }
  // The order of `sort` is that of UTF-16 units, as RFC 8785 wants it.
  for (const key of Object.keys(value).sort()) {
    const part = canonicalNative(value[key] ?? null);
    if (part === undefined) return undefined;
    parts.push(`${JSON.stringify(key)}:${part}`);
  }
  return `{${parts.join(',')}}`;
}
