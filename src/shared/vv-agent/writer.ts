import { isJsonObject } from '../json/node';
import { printJson } from '../json/print';
import type { Item, ToolCall } from './item';
import { itemNode } from './item';
import { normalizeJson } from './normal-json';
import { parsePayload } from './payload-json';
import { readItemStrict } from './strict-reader';

/** The payload text of an item, or why it must not be written. */
export type WriteResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/**
 * The payload an item is written as: normal form, compact. Whatever the strict reader would refuse is refused here,
 * with the same words, and so is an artifact larger than 2^53−1 bytes.
 */
export function writeItem(item: Item): WriteResult {
  const written = writeNormalForm(item);
  const sizeBytes = item.artifactRef?.sizeBytes ?? 0n;
  if (written.ok && sizeBytes > Number.MAX_SAFE_INTEGER)
    return { ok: false, message: 'artifact_ref.size_bytes is outside the JSON-safe integer range' };
  return written;
}

/** As {@link writeItem}, for a caller that learns of an artifact's size from the digest: here any is allowed. */
export function writeNormalForm(item: Item): WriteResult {
  const text = printJson(itemNode(normalizeItem(item)));
  const read = readItemStrict(text);
  return read.ok ? { ok: true, text } : read;
}

/** The item in normal form. Arguments that are no JSON object stay as they are, for the strict rules to refuse. */
export function normalizeItem(item: Item): Item {
  return { ...item, toolCalls: item.toolCalls.map(normalizeCall), metadata: normalizeJson(item.metadata) };
}

function normalizeCall(call: ToolCall): ToolCall {
  const parsed = parsePayload(call.arguments);
  const extra = call.extraContent === undefined ? {} : { extraContent: normalizeJson(call.extraContent) };
  if (!parsed.ok || !isJsonObject(parsed.node)) return { ...call, ...extra };
  return { ...call, ...extra, arguments: printJson(normalizeJson(parsed.node)) };
}
