import { type EntryContent, NO_CONTENT } from '../../../shared/content/content';
import { numberField, textField } from '../../../shared/content/fields';
import { isJsonObject, type JsonNode, type JsonObject, memberValue } from '../../../shared/json/node';
import type { Usage } from '../../../shared/model/body';
import { textFacts } from '../response-items/content-parts';
import { itemParts } from '../response-items/item-parts';
import type { Unwrapped } from './record';

/** A field that Codex adds to items, of which the facts are shown. */
const PASSED = ['internal_chat_message_metadata_passthrough'];

/** What the model said in one answer: its items, with what was told of the tokens it took. */
export function answerContent(records: readonly Unwrapped<JsonObject>[]): EntryContent {
  const items = records.flatMap(({ type, payload }) => (type === 'response_item' ? [payload] : []));
  const parts = items.flatMap((item) => itemParts(item, PASSED));
  return {
    ...NO_CONTENT,
    kind: 'assistant',
    role: 'assistant',
    parts,
    facts: items.flatMap((item) => textFacts(item, { phase: 'Phase', namespace: 'Namespace' })),
    toolNames: parts.flatMap((part) => (part.type === 'tool_call' ? [part.name] : [])),
    usage: usageOf(records),
  };
}

/** The use of tokens that was told of an answer: by its own record, else by the first count after it. */
export function usageOf(records: readonly Unwrapped<JsonObject>[]): Usage | null {
  const own = records.find(({ type }) => type === 'token_usage_record');
  const usage = own === undefined ? lastUsage(records) : memberValue(own.payload, 'usage');
  if (!isJsonObject(usage)) return null;
  const input = numberField(usage, 'input_tokens');
  const cacheRead = numberField(usage, 'cached_input_tokens');
  const cacheWrite = numberField(usage, 'cache_write_input_tokens');
  return {
    input: input === null ? null : freshInput(input, cacheRead ?? 0, cacheWrite ?? 0),
    output: numberField(usage, 'output_tokens'),
    cacheRead,
    cacheWrite,
    total: numberField(usage, 'total_tokens'),
    cost: null,
  };
}

/** Input that was not in a cache. Whether what was written to it is part of the input shows only where it fits. */
function freshInput(input: number, cacheRead: number, cacheWrite: number): number {
  const fresh = Math.max(0, input - cacheRead);
  return fresh >= cacheWrite ? fresh - cacheWrite : fresh;
}

function lastUsage(records: readonly Unwrapped<JsonObject>[]): JsonNode | undefined {
  const count = records.find(({ payload }) => textField(payload, 'type') === 'token_count');
  const info = count === undefined ? undefined : memberValue(count.payload, 'info');
  return isJsonObject(info) ? memberValue(info, 'last_token_usage') : undefined;
}
