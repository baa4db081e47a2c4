import { isJsonArray, isJsonObject, type JsonNode, type JsonObject, memberValue } from '../json/node';
import { corrupted, type TheWayError } from './error';
import { checkExtension } from './extension';
import { MAX_U64, unsignedLiteral } from './integer-literal';

/** The twelve types of entries (contract, section 1). */
export const ENTRY_TYPES = [
  'message',
  'thinking_level_change',
  'model_change',
  'compaction',
  'branch_summary',
  'custom',
  'custom_message',
  'extension',
  'collapse',
  'label',
  'session_info',
  'leaf',
] as const;

export type EntryType = (typeof ENTRY_TYPES)[number];

/** Whether a stored type word is one theway knows. */
export function isEntryType(type: string): type is EntryType {
  return TYPE_CHECKS.has(type as EntryType);
}

/**
 * Checks one entry as theway does on reading; null when it is sound, else the first failure.
 * Fields beyond those of the type are never an error. Source: contract, sections 1 and 5.
 */
export function checkEntry(node: JsonNode): TheWayError | null {
  if (!isJsonObject(node)) return corrupted('session entry must be a JSON object');
  const parentId = memberValue(node, 'parentId');
  if (parentId !== undefined && parentId !== null && typeof parentId !== 'string')
    return corrupted('session entry has invalid parentId');
  for (const field of ['id', 'type', 'timestamp']) {
    const value = memberValue(node, field);
    if (typeof value !== 'string' || value === '') return corrupted(`session entry has invalid ${field}`);
  }
  const type = memberValue(node, 'type');
  const check = TYPE_CHECKS.get(type as EntryType);
  return check === undefined ? corrupted(`unknown session entry type ${String(type)}`) : check(node);
}

type TypeCheck = (entry: JsonObject) => TheWayError | null;
type FieldRule = (value: JsonNode | undefined) => boolean;

const isText: FieldRule = (value) => typeof value === 'string';
const isUnsigned: FieldRule = (value) => unsignedLiteral(value, MAX_U64) !== null;

const TYPE_CHECKS: ReadonlyMap<EntryType, TypeCheck> = new Map<EntryType, TypeCheck>([
  ['message', fields('message', { message: isJsonObject })],
  ['thinking_level_change', fields('thinking_level_change', { thinkingLevel: isText })],
  ['model_change', fields('model_change', { provider: isText, modelId: isText })],
  [
    'compaction',
    fields('compaction', { summary: isText, firstKeptEntryId: isText, tokensBefore: isUnsigned }),
  ],
  ['branch_summary', fields('branch_summary', { fromId: isText, summary: isText })],
  ['custom', checkCustom],
  ['custom_message', checkCustomMessage],
  ['extension', checkExtensionEntry],
  [
    'collapse',
    fields('collapse', {
      sourceSessionId: isText,
      childSessionId: isText,
      compactText: isText,
      rawTextRef: isText,
      collapsedAt: isText,
    }),
  ],
  ['label', fields('label', { targetId: isText })],
  ['session_info', fields('session_info', { name: (value) => value === undefined || isText(value) })],
  ['leaf', fields('leaf', { targetId: (value) => value === undefined || value === null || isText(value) })],
]);

/** A check of fields in the order given, each with the common text. */
function fields(type: EntryType, rules: Readonly<Record<string, FieldRule>>): TypeCheck {
  const list = Object.entries(rules);
  return (entry) => {
    const broken = list.find(([field, isSound]) => !isSound(memberValue(entry, field)));
    return broken === undefined ? null : corrupted(`${type} session entry has invalid ${broken[0]}`);
  };
}

function checkCustom(entry: JsonObject): TheWayError | null {
  const customType = memberValue(entry, 'customType');
  if (typeof customType !== 'string') return corrupted('custom session entry has invalid customType');
  if (customType !== 'session_graph_state') return null;
  const data = memberValue(entry, 'data');
  if (data === undefined) return corrupted('session_graph_state custom entry has no data object');
  if (!isJsonObject(data)) return corrupted('session_graph_state custom entry has invalid data');
  const broken = ['dags', 'subagents'].find((list) => !isJsonArray(memberValue(data, list)));
  return broken === undefined ? null : corrupted(`session_graph_state custom entry has invalid ${broken}`);
}

function checkCustomMessage(entry: JsonObject): TheWayError | null {
  if (!isText(memberValue(entry, 'customType')))
    return corrupted('custom_message session entry has invalid customType');
  const isSound =
    memberValue(entry, 'content') !== undefined && typeof memberValue(entry, 'display') === 'boolean';
  return isSound ? null : corrupted('custom_message session entry has invalid content or display');
}

function checkExtensionEntry(entry: JsonObject): TheWayError | null {
  const envelope = memberValue(entry, 'extension');
  return envelope === undefined
    ? corrupted('extension session entry has no envelope')
    : checkExtension(envelope);
}
