import type { JsonMember, JsonNode } from './node';
import { effectiveMembers } from './node';

import { quoteJson } from './print';
import { hasLoneSurrogate } from './unicode';

/** Why a document has no canonical form: it is outside I-JSON (RFC 7493). */
type CanonicalFailureReason = 'unsafe-integer' | 'not-finite' | 'lone-surrogate';

/** What stands in the way of a canonical form, and where, written as `.key[index]` from the top. */
export interface CanonicalFailure {
  readonly ok: false;
  readonly path: string;
  readonly reason: CanonicalFailureReason;
}

/** The canonical text, or why there is none. */
export type CanonicalResult = { readonly ok: true; readonly json: string } | CanonicalFailure;

/**
 * The RFC 8785 text of a document; its UTF-8 bytes are what is hashed. An integer literal beyond ±(2^53−1) would
 * silently change its value as a double, so it is a failure. Of doubled keys the last counts.
 */
export function canonicalJson(node: JsonNode): CanonicalResult {
  if (node === null || typeof node === 'boolean') return { ok: true, json: String(node) };
  if (typeof node === 'string') return canonicalString(node);
  switch (node.kind) {
    case 'number':
      return canonicalNumber(node.literal);
    case 'array':
      return canonicalArray(node.items);
    case 'object':
      return canonicalObject(effectiveMembers(node));
  }
}

function canonicalString(value: string): CanonicalResult {
  return hasLoneSurrogate(value) ? fail('lone-surrogate') : { ok: true, json: quoteJson(value) };
}

/** RFC 8785 3.2.2.3: a number is printed as ECMAScript prints the double. */
function canonicalNumber(literal: string): CanonicalResult {
  const double = Number(literal);
  if (!Number.isFinite(double)) return fail('not-finite');
  if (!Number.isSafeInteger(double) && /^-?\d+$/.test(literal)) return fail('unsafe-integer');
  return { ok: true, json: String(double) };
}

function canonicalArray(items: readonly JsonNode[]): CanonicalResult {
  const parts: string[] = [];
  for (const [index, item] of items.entries()) {
    const result = canonicalJson(item);
    if (!result.ok) return within(`[${index}]`, result);
    parts.push(result.json);
  }
  return { ok: true, json: `[${parts.join(',')}]` };
}

function canonicalObject(members: readonly JsonMember[]): CanonicalResult {
  const parts: string[] = [];
  for (const { key, value } of [...members].sort(byUtf16)) {
    if (hasLoneSurrogate(key)) return within(`.${key}`, fail('lone-surrogate'));
    const result = canonicalJson(value);
    if (!result.ok) return within(`.${key}`, result);
    parts.push(`${quoteJson(key)}:${result.json}`);
  }
  return { ok: true, json: `{${parts.join(',')}}` };
}

/** RFC 8785 3.2.3: members are sorted by the UTF-16 code units of their keys, which is how strings compare here. */
function byUtf16(left: JsonMember, right: JsonMember): number {
  if (left.key === right.key) return 0;
  return left.key < right.key ? -1 : 1;
}

function fail(reason: CanonicalFailureReason): CanonicalFailure {
  return { ok: false, path: '', reason };
}

function within(step: string, failure: CanonicalFailure): CanonicalFailure {
  return { ...failure, path: step + failure.path };
}
