import { isJsonArray, isJsonObject, type JsonMember, type JsonNode } from '../../../../shared/json/node';
import { printJson } from '../../../../shared/json/print';
import type { Role } from '../../../../shared/vv-agent/item';
import { describeJsonError, parsePayload } from '../../../../shared/vv-agent/payload-json';

/** A message as it is filled in. An optional field left empty is left out of the item. */
export interface MessageDraft {
  readonly role: Role;
  readonly content: string;
  readonly name: string;
  readonly toolCallId: string;
  /** JSON text of an array. */
  readonly toolCalls: string;
  readonly reasoning: string;
  readonly imageUrl: string;
  /** JSON text of an object. */
  readonly metadata: string;
}

export type DraftField = keyof MessageDraft;

export const EMPTY_DRAFT: MessageDraft = {
  role: 'user',
  content: '',
  name: '',
  toolCallId: '',
  toolCalls: '',
  reasoning: '',
  imageUrl: '',
  metadata: '',
};

/** The JSON text of a list with the one item, or the field that keeps it from being JSON. */
export type ComposedItems =
  | { readonly ok: true; readonly itemsText: string }
  | { readonly ok: false; readonly field: DraftField; readonly message: string };

/** Makes an item of what was filled in, every digit of its JSON kept. Its rules are judged where it is written. */
export function composeItems(draft: MessageDraft): ComposedItems {
  const calls = optionalJson(draft.toolCalls, isJsonArray, 'a JSON array of tool calls');
  if (!calls.ok) return { ok: false, field: 'toolCalls', message: calls.message };
  const metadata = optionalJson(draft.metadata, isJsonObject, 'a JSON object');
  if (!metadata.ok) return { ok: false, field: 'metadata', message: metadata.message };
  const members: JsonMember[] = [
    { key: 'role', value: draft.role },
    { key: 'content', value: draft.content },
    ...optional('name', draft.name || null),
    ...optional('tool_call_id', draft.toolCallId || null),
    ...optional('tool_calls', calls.node),
    ...optional('reasoning_content', draft.reasoning || null),
    ...optional('image_url', draft.imageUrl || null),
    ...optional('metadata', metadata.node),
  ];
  return { ok: true, itemsText: printJson({ kind: 'array', items: [object(members)] }) };
}

/** The field a broken rule is about, by what the rule names; null for the item as a whole. */
export function fieldOfRule(message: string): DraftField | null {
  return RULE_FIELDS.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}

/** In this order: a rule on tool calls may name `name` or `id` as well. */
const RULE_FIELDS: readonly (readonly [RegExp, DraftField])[] = [
  [/tool_calls|session tool /, 'toolCalls'],
  [/metadata/, 'metadata'],
  [/tool_call_id/, 'toolCallId'],
  [/reasoning_content/, 'reasoning'],
  [/image_url/, 'imageUrl'],
  [/"name"/, 'name'],
  [/"content"/, 'content'],
  [/message role/, 'role'],
];

type OptionalJson =
  | { readonly ok: true; readonly node: JsonNode | null }
  | { readonly ok: false; readonly message: string };

function optionalJson(text: string, isWanted: (node: JsonNode) => boolean, wanted: string): OptionalJson {
  if (text.trim() === '') return { ok: true, node: null };
  const parsed = parsePayload(text);
  if (!parsed.ok) return { ok: false, message: `Not JSON: ${describeJsonError(parsed.error)}` };
  return isWanted(parsed.node)
    ? { ok: true, node: parsed.node }
    : { ok: false, message: `This must be ${wanted}` };
}

function optional(key: string, value: JsonNode): readonly JsonMember[] {
  return value === null ? [] : [{ key, value }];
}

function object(members: readonly JsonMember[]): JsonNode {
  return { kind: 'object', members, duplicateKeys: [] };
}
