import type { NativeObject } from '../../../shared/json/native';
import { isJsonObject, type JsonObject } from '../../../shared/json/node';
import { LARGEST_MAX_DEPTH, parseJson } from '../../../shared/json/parse';
import type { Finding } from '../../../shared/model/report';
import { recordsOf } from '../../lines/records';
import { MAX_PARSED_BYTES } from '../read-limits';
import { quoteId } from '../stored-id';
import type { RecordKey } from './storage';

/** A record as the heads take it, its long strings cut. */
export interface NativeRecord {
  /** Undefined where it is no JSON object, or was not read. */
  readonly value: NativeObject | undefined;
  readonly finding: Finding | null;
}

/** Reads a record for the heads: `bytes` as the storage gave them, 'too-large' where it was not asked. */
export function readNative(key: RecordKey, bytes: Buffer | null | 'too-large'): NativeRecord {
  if (bytes === 'too-large') return { value: undefined, finding: TOO_LARGE(key) };
  if (bytes === null) return { value: undefined, finding: GONE(key) };
  const [first, second] = recordsOf(bytes, false, () => false);
  if (first?.value === undefined || second !== undefined) return { value: undefined, finding: DAMAGED(key) };
  return { value: first.value, finding: first.fault === null ? null : NOT_UTF8(key) };
}

/** A record as bodies take it: lossless, or as it is stored where it is no JSON object. */
export type LosslessRecord =
  | { readonly state: 'sound'; readonly node: JsonObject; readonly fault: string | null }
  | { readonly state: 'damaged'; readonly text: string; readonly fault: string }
  /** Above `MAX_PARSED_BYTES`, alone or with what stands before it in its entry. */
  | { readonly state: 'too-large'; readonly fault: string };

/** Reads a record for a body. */
export function readLossless(key: RecordKey, bytes: Buffer | null | 'too-large'): LosslessRecord {
  if (bytes === 'too-large') return { state: 'too-large', fault: TOO_LARGE(key).message };
  if (bytes === null) return { state: 'damaged', text: '', fault: GONE(key).message };
  const text = bytes.toString('utf8');
  const parsed = parseJson(text, { maxDepth: LARGEST_MAX_DEPTH });
  if (!parsed.ok || !isJsonObject(parsed.node))
    return { state: 'damaged', text, fault: DAMAGED(key).message };
  return { state: 'sound', node: parsed.node, fault: parsed.hasDuplicateKeys ? DOUBLED_KEYS(key) : null };
}

/** A record for a sentence. */
function nameOf({ role, id }: RecordKey): string {
  return `${role} ${quoteId(id)}`;
}

const DAMAGED = (key: RecordKey): Finding => ({
  code: 'record-damaged',
  severity: 'error',
  message: `The record of ${nameOf(key)} is no JSON object: it is damaged, or was cut off. It is shown as it is.`,
});

const NOT_UTF8 = (key: RecordKey): Finding => ({
  code: 'not-utf8',
  severity: 'error',
  message: `The record of ${nameOf(key)} is not valid UTF-8; U+FFFD stands for the bytes that are not.`,
});

const TOO_LARGE = (key: RecordKey): Finding => ({
  code: 'record-too-large',
  severity: 'warning',
  message: `The record of ${nameOf(key)} goes beyond the ${MAX_PARSED_BYTES} bytes of an entry that are read as JSON; it is shown raw and was not checked.`,
});

const GONE = (key: RecordKey): Finding => ({
  code: 'record-gone',
  severity: 'warning',
  message: `The record of ${nameOf(key)} can no longer be read.`,
});

const DOUBLED_KEYS = (key: RecordKey): string =>
  `In the record of ${nameOf(key)} a key stands in one object more than once; the last one counts.`;
