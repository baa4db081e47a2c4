import { type EntryContent, NO_CONTENT } from '../../../shared/content/content';
import { furtherFields, numberField, presentField, textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import { isJsonObject, type JsonObject, memberValue } from '../../../shared/json/node';
import { printJson } from '../../../shared/json/print';
import { entryContent } from '../../../shared/theway/entry-content';
import { contentParts, firstText } from '../../../shared/theway/message';
import type { LineContent, RecordPlace } from '../line-session/line-format';
import { entryId } from './entry-id';

/** The records of a session of version 1 in their order, the header first: its compactions name an entry by counting. */
export interface RecordOrder {
  /** Empty in any later version. */
  lines: readonly number[];
}

/** What an entry of pi says. theway's entries have the shape of pi's, but for what stands here. */
export function recordContent(
  [record]: readonly JsonObject[],
  [place]: readonly RecordPlace[],
  order: RecordOrder = { lines: [] },
): LineContent {
  if (record === undefined || place === undefined)
    return { ...NO_CONTENT, id: '', type: '', parentId: null, timestamp: null };
  const type = textField(record, 'type') ?? '';
  const content = OWN[type]?.(record) ?? messageOf(type, record) ?? entryContent(type, record);
  return {
    ...content,
    facts: type === 'compaction' ? [...content.facts, ...firstKept(record, order)] : content.facts,
    id: entryId(textField(record, 'id'), place),
    type,
    parentId: textField(record, 'parentId'),
    timestamp: textField(record, 'timestamp'),
  };
}

/** The first entry that a compaction of version 1 keeps, by its id here; none where it counts beyond the last. */
function firstKept(record: JsonObject, { lines }: RecordOrder): EntryContent['facts'] {
  const line = lines[numberField(record, 'firstKeptEntryIndex') ?? -1];
  return line === undefined ? [] : [{ name: 'First kept entry', value: entryId(null, { line }) }];
}

const BASE = ['type', 'id', 'parentId', 'timestamp'];

const OWN: Readonly<Record<string, (record: JsonObject) => EntryContent>> = {
  usage: (record) => ({
    ...NO_CONTENT,
    kind: 'meta',
    facts: facts(record, { kind: 'Use', provider: 'Provider', note: 'Note' }),
    parts: raw(record, ['kind', 'provider', 'model', 'note']),
    preview: `usage: ${textField(record, 'kind') ?? '?'}`,
    model: textField(record, 'model'),
  }),
  context_edit: (record) => ({
    ...NO_CONTENT,
    kind: 'meta',
    facts: facts(record, { targetId: 'Edited entry' }),
    parts: raw(record, ['targetId']),
    preview: `context of ${textField(record, 'targetId') ?? '?'} edited`,
  }),
  active_tools_change: (record) => ({
    ...NO_CONTENT,
    kind: 'meta',
    parts: raw(record, []),
    preview: 'active tools changed',
  }),
  label: (record) => {
    const label = textField(record, 'label') || null;
    return {
      ...NO_CONTENT,
      kind: 'label',
      facts: [...facts(record, { targetId: 'Target' }), { name: 'Label', value: label ?? 'none (cleared)' }],
      parts: raw(record, ['targetId', 'label']),
      preview: label ?? 'label cleared',
    };
  },
};

/** Roles of messages that are pi's own; null for all others. */
function messageOf(type: string, record: JsonObject): EntryContent | null {
  const message = type === 'message' ? memberValue(record, 'message') : undefined;
  if (!isJsonObject(message)) return null;
  switch (textField(message, 'role')) {
    case 'bashExecution':
      return bashContent(message);
    case 'custom':
    case 'hookMessage':
      return customContent(message);
    case 'system':
      return systemContent(message);
    default:
      return null;
  }
}

/** A command that the user ran, with what it printed: no tool call of the model. */
function bashContent(message: JsonObject): EntryContent {
  const command = textField(message, 'command') ?? '';
  const exitCode = numberField(message, 'exitCode');
  const parts: Part[] = [{ type: 'text', text: `$ ${command}` }];
  const output = textField(message, 'output') ?? '';
  if (output !== '') parts.push({ type: 'text', text: output });
  return {
    ...NO_CONTENT,
    kind: 'custom_message',
    role: 'bashExecution',
    parts,
    facts: [
      ...(exitCode === null ? [] : [{ name: 'Exit code', value: String(exitCode) }]),
      ...flags(message, {
        cancelled: 'Cancelled',
        truncated: 'Truncated',
        excludeFromContext: 'Kept from the model',
      }),
      ...facts(message, { fullOutputPath: 'Full output' }),
    ],
    preview: `$ ${command}`,
    isError: exitCode !== null && exitCode !== 0,
  };
}

function customContent(message: JsonObject): EntryContent {
  const faults: string[] = [];
  const parts = contentParts(memberValue(message, 'content'), faults);
  const details = presentField(message, 'details');
  return {
    ...NO_CONTENT,
    kind: 'custom_message',
    role: textField(message, 'role'),
    parts: details === undefined ? parts : [...parts, { type: 'raw', label: 'details', node: details }],
    facts: [...facts(message, { customType: 'Custom type' }), ...flags(message, { display: 'Shown' })],
    preview: firstText(parts) || (textField(message, 'customType') ?? ''),
    faults,
  };
}

/** A prompt in named sections, and which tools it adds or removes. */
function systemContent(message: JsonObject): EntryContent {
  const parts = contentParts(memberValue(message, 'content'), []);
  const sections = memberValue(message, 'sections');
  const texts: Part[] = [];
  if (isJsonObject(sections))
    for (const { key, value } of sections.members)
      texts.push({ type: 'text', text: `${key}: ${typeof value === 'string' ? value : printJson(value)}` });
  return {
    ...NO_CONTENT,
    kind: 'system',
    role: 'system',
    parts: [...parts, ...texts, ...rawRest(message, ['role', 'content', 'sections', 'timestamp'])],
    preview: firstText(parts) || firstText(texts),
  };
}

function facts(object: JsonObject, names: Readonly<Record<string, string>>): EntryContent['facts'] {
  return Object.entries(names).flatMap(([key, name]) => {
    const value = textField(object, key);
    return value === null ? [] : [{ name, value }];
  });
}

function flags(object: JsonObject, names: Readonly<Record<string, string>>): EntryContent['facts'] {
  return Object.entries(names).flatMap(([key, name]) => {
    const value = memberValue(object, key);
    return typeof value === 'boolean' ? [{ name, value: value ? 'yes' : 'no' }] : [];
  });
}

function raw(record: JsonObject, known: readonly string[]): Part[] {
  return rawRest(record, [...BASE, ...known]);
}

function rawRest(object: JsonObject, known: readonly string[]): Part[] {
  const rest = furtherFields(object, new Set(known));
  return rest === null ? [] : [{ type: 'raw', label: 'further fields', node: rest }];
}
