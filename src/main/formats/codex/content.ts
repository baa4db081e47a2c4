import { type EntryContent, NO_CONTENT } from '../../../shared/content/content';
import { numberField, textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import {
  isJsonNumber,
  isJsonObject,
  type JsonNode,
  type JsonObject,
  memberValue,
} from '../../../shared/json/node';
import type { LineContent, RecordPlace } from '../line-session/line-format';
import { contentParts, furtherPart, textFacts } from '../response-items/content-parts';
import { answerContent, usageOf } from './answer-content';
import type { EarlierParts } from './earlier-parts';
import { entryId } from './entry-id';
import { type Unwrapped, unwrapNode } from './record';
import { resultContent } from './result-content';

/** What an entry of a rollout says. */
export function codexContent(
  parts: EarlierParts,
  records: readonly JsonObject[],
  [place]: readonly RecordPlace[],
): LineContent {
  const [first] = records;
  if (first === undefined || place === undefined)
    return { ...NO_CONTENT, id: '', type: '', parentId: null, timestamp: null };
  const unwrapped = records.map(unwrapNode);
  const own = unwrapNode(first);
  const content = contentOf(own, unwrapped);
  const ordinal = numberField(first, 'ordinal');
  return {
    ...content,
    facts: [
      ...(ordinal === null ? [] : [{ name: 'Ordinal', value: String(ordinal) }]),
      ...content.facts,
      ...itemFacts(own.payload),
    ],
    id: entryId(place, parts),
    type: textField(own.payload, 'type') ?? own.type,
    // Records have no parents: they follow each other.
    parentId: null,
    timestamp: own.timestamp,
  };
}

const ANSWERS: ReadonlySet<string> = new Set([
  'reasoning',
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'web_search_call',
  'tool_search_call',
  'image_generation_call',
]);
const RESULTS: ReadonlySet<string> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'tool_search_output',
]);

function contentOf(own: Unwrapped<JsonObject>, all: readonly Unwrapped<JsonObject>[]): EntryContent {
  const { type, payload } = own;
  if (type === 'response_item') {
    const itemType = textField(payload, 'type') ?? '';
    if (ANSWERS.has(itemType)) return answerContent(all);
    if (RESULTS.has(itemType)) return resultContent(all);
    if (itemType === 'message')
      return textField(payload, 'role') === 'assistant' ? answerContent(all) : messageContent(payload);
    return rawContent(payload, itemType);
  }
  if (type === 'event_msg') return eventContent(payload);
  if (type === 'compacted') return compactedContent(payload);
  if (type === 'session_meta') return sessionContent(payload);
  if (type === 'turn_context')
    return {
      ...rawContent(payload, 'turn context'),
      facts: textFacts(payload, {
        model: 'Model',
        effort: 'Effort',
        cwd: 'Folder',
        approval_policy: 'Approval',
      }),
    };
  return { ...rawContent(payload, type), usage: type === 'token_usage_record' ? usageOf([own]) : null };
}

function messageContent(item: JsonObject): EntryContent {
  return {
    ...NO_CONTENT,
    role: textField(item, 'role'),
    parts: [
      ...contentParts(memberValue(item, 'content')),
      ...furtherPart(item, [
        'role',
        'content',
        'status',
        'phase',
        'internal_chat_message_metadata_passthrough',
      ]),
    ],
  };
}

function eventContent(event: JsonObject): EntryContent {
  const type = textField(event, 'type') ?? '';
  const item = memberValue(event, 'item');
  const plan = isJsonObject(item) && textField(item, 'type') === 'Plan' ? textField(item, 'text') : null;
  if (plan !== null) return { ...NO_CONTENT, role: 'plan', parts: [{ type: 'text', text: plan }] };
  const message = textField(event, 'message') ?? textField(event, 'text');
  const durationMs = numberField(event, 'duration_ms');
  return {
    ...NO_CONTENT,
    parts: [
      ...(message === null ? [] : [{ type: 'text', text: message } as const]),
      ...furtherPart(event, ['message', 'text']),
    ],
    facts: [
      ...textFacts(event, { reason: 'Reason', thread_name: 'Name' }),
      ...secondsFact('Began', memberValue(event, 'started_at')),
      ...secondsFact('Ended', memberValue(event, 'completed_at')),
      ...(durationMs === null ? [] : [{ name: 'Took', value: `${durationMs} ms` }]),
    ],
    isError: type === 'error',
    errorMessage: type === 'error' ? message : null,
  };
}

function compactedContent(payload: JsonObject): EntryContent {
  const message = textField(payload, 'message') ?? '';
  return {
    ...NO_CONTENT,
    parts: [
      ...(message === '' ? [] : [{ type: 'text', text: message } as const]),
      ...furtherPart(payload, ['message']),
    ],
  };
}

function sessionContent(payload: JsonObject): EntryContent {
  const base = memberValue(payload, 'base_instructions');
  const text = isJsonObject(base) ? textField(base, 'text') : textField(payload, 'instructions');
  return {
    ...NO_CONTENT,
    parts: [
      ...(text ? [{ type: 'text', text } as const] : []),
      ...furtherPart(payload, isJsonObject(base) ? ['base_instructions'] : text ? ['instructions'] : []),
    ],
    facts: textFacts(payload, { cwd: 'Folder', cli_version: 'Codex version', forked_from_id: 'Forked from' }),
  };
}

function rawContent(node: JsonObject, label: string): EntryContent {
  const part: Part = { type: 'raw', label: label || 'record', node };
  return { ...NO_CONTENT, parts: [part] };
}

/** What tells items apart: their own ids, and the time that newer ones have, in seconds. */
function itemFacts(payload: JsonObject): EntryContent['facts'] {
  const passed = memberValue(payload, 'internal_chat_message_metadata_passthrough');
  return [
    ...textFacts(payload, { id: 'Item', turn_id: 'Turn' }),
    ...(isJsonObject(passed)
      ? [
          ...textFacts(passed, { turn_id: 'Turn' }),
          ...secondsFact('Made', memberValue(passed, 'create_time')),
        ]
      : []),
  ];
}

/** A time in seconds since 1970, whole ones or parts. */
function secondsFact(name: string, node: JsonNode | undefined): EntryContent['facts'] {
  if (!isJsonNumber(node)) return [];
  const time = new Date(Number(node.literal) * 1000);
  return Number.isNaN(time.getTime()) ? [] : [{ name, value: time.toISOString() }];
}
