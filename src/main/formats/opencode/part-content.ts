import { numberField, textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import { isJsonArray, isJsonObject, type JsonObject, memberValue } from '../../../shared/json/node';
import type { Body } from '../../../shared/model/body';
import { fileParts } from './file-content';
import { toolContent } from './tool-content';

/** What one part of a message says. */
export interface PartContent {
  readonly parts: readonly Part[];
  readonly facts: Body['facts'];
  readonly isError: boolean;
  /** Id of the session that it started; null for none. */
  readonly startedSession: string | null;
  /** Id of the first message that a compaction keeps; null for none. */
  readonly firstKeptId: string | null;
}

const NOTHING: PartContent = {
  parts: [],
  facts: [],
  isError: false,
  startedSession: null,
  firstKeptId: null,
};

/** Reads a part by its type; one of a later release comes raw. */
export function partContent(record: JsonObject): PartContent {
  const type = textField(record, 'type') ?? '';
  switch (type) {
    case 'text':
      return { ...NOTHING, parts: [textPart(record)] };
    case 'reasoning':
      return { ...NOTHING, parts: [said(record, 'thinking')] };
    case 'tool':
      return { ...NOTHING, ...toolContent(record) };
    case 'file':
      return { ...NOTHING, parts: fileParts(record) };
    case 'subtask':
      return { ...NOTHING, parts: subtaskParts(record), facts: subtaskFacts(record) };
    case 'step-start':
      return NOTHING;
    case 'step-finish':
      return { ...NOTHING, facts: [{ name: 'Step', value: stepWords(record) }] };
    case 'snapshot':
      return { ...NOTHING, facts: [{ name: 'Snapshot', value: textField(record, 'snapshot') ?? '?' }] };
    case 'patch':
      return { ...NOTHING, parts: [raw(patchWords(record), record)] };
    case 'compaction':
      return { ...NOTHING, parts: [raw(type, record)], firstKeptId: textField(record, 'tail_start_id') };
    default:
      return { ...NOTHING, parts: [raw(type === '' ? 'part without a type' : `${type} part`, record)] };
  }
}

/** What the program put into a message, and what no model was given, is told from what was said. */
function textPart(record: JsonObject): Part {
  if (memberValue(record, 'synthetic') === true) return raw('injected text', record);
  if (memberValue(record, 'ignored') === true) return raw('text that no model is given', record);
  return said(record, 'text');
}

function said(record: JsonObject, type: 'text' | 'thinking'): Part {
  const text = textField(record, 'text');
  return text === null ? raw(`${type} part`, record) : { type, text };
}

function subtaskParts(record: JsonObject): Part[] {
  const prompt = textField(record, 'prompt');
  return [prompt === null ? raw('subtask part', record) : { type: 'text', text: prompt }];
}

function subtaskFacts(record: JsonObject): Body['facts'] {
  const words = [textField(record, 'agent'), textField(record, 'description')].filter(
    (word) => word !== null,
  );
  return words.length === 0 ? [] : [{ name: 'Subtask', value: words.join(': ') }];
}

/** How a step ended, and what it took. */
function stepWords(record: JsonObject): string {
  const tokens = memberValue(record, 'tokens');
  const cost = numberField(record, 'cost');
  const total = isJsonObject(tokens) ? numberField(tokens, 'total') : null;
  return [
    textField(record, 'reason') ?? 'ended',
    ...(total === null ? [] : [`${total} tokens`]),
    ...(cost ? [`$${cost}`] : []),
  ].join(', ');
}

function patchWords(record: JsonObject): string {
  const files = memberValue(record, 'files');
  const count = isJsonArray(files) ? files.items.length : 0;
  return `files changed (${count})`;
}

function raw(label: string, node: JsonObject): Part {
  return { type: 'raw', label, node };
}
