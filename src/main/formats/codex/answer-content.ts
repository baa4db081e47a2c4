import { type EntryContent, NO_CONTENT } from '../../../shared/content/content';
import { numberField, textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import { isJsonObject, type JsonNode, type JsonObject, memberValue } from '../../../shared/json/node';
import type { Usage } from '../../../shared/model/body';
import { contentParts, furtherPart, imagePart, objectOf, textFacts } from './content-parts';
import type { Unwrapped } from './record';
import { toolName } from './tool-name';

const PASSED = ['internal_chat_message_metadata_passthrough'];

/** What the model said in one answer: its items, with what was told of the tokens it took. */
export function answerContent(records: readonly Unwrapped<JsonObject>[]): EntryContent {
  const items = records.flatMap(({ type, payload }) => (type === 'response_item' ? [payload] : []));
  const parts = items.flatMap(itemParts);
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

function itemParts(item: JsonObject): Part[] {
  const type = textField(item, 'type') ?? '';
  switch (type) {
    case 'message':
      return [
        ...contentParts(memberValue(item, 'content')),
        ...rest(item, ['role', 'content', 'status', 'phase']),
      ];
    case 'reasoning':
      return reasoningParts(item);
    case 'function_call':
      return [
        callPart(item, toolName(textField(item, 'name') ?? '', textField(item, 'namespace')), 'arguments'),
        ...rest(item, ['name', 'namespace', 'arguments', 'call_id', 'status']),
      ];
    case 'custom_tool_call': {
      const input = memberValue(item, 'input');
      return [
        {
          type: 'tool_call',
          callId: callIdOf(item),
          name: textField(item, 'name') ?? '',
          args: objectOf({ input }),
        },
        ...rest(item, ['name', 'input', 'call_id', 'status']),
      ];
    }
    case 'local_shell_call':
      return [callPart(item, 'local_shell', 'action'), ...rest(item, ['action', 'call_id', 'status'])];
    case 'tool_search_call':
      return [callPart(item, 'tool_search', 'arguments'), ...rest(item, ['arguments', 'call_id', 'status'])];
    case 'web_search_call':
      return [callPart(item, 'web_search', 'action'), endPart(item), ...rest(item, ['action', 'status'])];
    case 'image_generation_call':
      return imageParts(item);
    default:
      return [{ type: 'raw', label: type || 'item', node: item }];
  }
}

function reasoningParts(item: JsonObject): Part[] {
  const texts = [memberValue(item, 'summary'), memberValue(item, 'content')].flatMap(contentParts);
  const thoughts = texts.map(
    (part): Part => (part.type === 'text' ? { type: 'thinking', text: part.text } : part),
  );
  return [...thoughts, ...rest(item, ['summary', 'content'])];
}

/** The image is the result of the call, and stands in the same item. */
function imageParts(item: JsonObject): Part[] {
  const result = textField(item, 'result');
  const args = objectOf({ prompt: memberValue(item, 'revised_prompt') });
  const image: Part | null =
    result === null || result === ''
      ? null
      : (imagePart(result) ?? { type: 'image', data: result, mediaType: 'image/png' });
  return [
    { type: 'tool_call', callId: callIdOf(item), name: 'image_generation', args },
    endPart(item),
    ...(image === null ? [] : [image]),
    ...rest(item, ['result', 'revised_prompt', 'status']),
  ];
}

function callPart(item: JsonObject, name: string, argsKey: string): Part {
  return { type: 'tool_call', callId: callIdOf(item), name, args: memberValue(item, argsKey) };
}

/** The result of a call that has no item of its own for it. */
function endPart(item: JsonObject): Part {
  const isError = textField(item, 'status') === 'failed';
  return { type: 'tool_result', callId: callIdOf(item), name: null, isError };
}

/** Some calls have only an id of the item. */
function callIdOf(item: JsonObject): string | null {
  return textField(item, 'call_id') || textField(item, 'id');
}

function rest(item: JsonObject, known: readonly string[]): Part[] {
  return furtherPart(item, [...known, ...PASSED]);
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
