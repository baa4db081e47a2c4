import { EMPTY_OBJECT } from '../../shared/json/node';
import { commitId, payloadDigest } from '../../shared/vv-agent/digest';
import type { Item } from '../../shared/vv-agent/item';
import { readItemList } from '../../shared/vv-agent/item-list';
import { newSha256 } from './sha256';

/** The three messages of the suite; spec section 1. */
export const MESSAGES: readonly Item[] = parseItems(`[
  {"role": "user", "content": "inspect the image", "image_url": "data:image/png;base64,AA==",
   "metadata": {"sequence": 1}},
  {"role": "assistant", "content": "", "name": "planner",
   "tool_calls": [{"id": "call_1", "type": "function",
                   "function": {"name": "lookup", "arguments": "{\\"query\\":\\"session parity\\"}"}}],
   "reasoning_content": "Check persistence details.", "metadata": {"sequence": 2}},
  {"role": "tool", "content": "result: ok", "name": "lookup", "tool_call_id": "call_1",
   "image_url": "data:image/png;base64,AQ==", "metadata": {"sequence": 3}}
]`);

/** A commit as a store is asked to make it. */
export interface CommitRequest {
  readonly commitId: string;
  readonly payloadDigest: string;
  readonly items: readonly Item[];
}

/** A commit named by a checkpoint key, with the digest of its items. */
export function commitOf(checkpointKey: string, items: readonly Item[]): CommitRequest {
  return { commitId: commitId(checkpointKey, newSha256), payloadDigest: digestOf(items), items };
}

/** The digest of items that have one. */
export function digestOf(items: readonly Item[]): string {
  const result = payloadDigest(items, newSha256);
  if (!result.ok) throw new Error(result.message);
  return result.digest;
}

/** A plain message of the assistant. */
export function assistant(content: string): Item {
  return { role: 'assistant', content, toolCalls: [], metadata: EMPTY_OBJECT };
}

/** The items of a JSON array that is known to be good. */
export function parseItems(json: string): readonly Item[] {
  const read = readItemList(json);
  if (!read.ok) throw new Error(read.message);
  return read.items;
}
