import { type EntryContent, NO_CONTENT } from '../content/content';
import { furtherFields, presentField, textField } from '../content/fields';
import type { Part } from '../content/part';
import { isJsonArray, isJsonNumber, isJsonObject, type JsonObject, memberValue } from '../json/node';
import { printJson } from '../json/print';
import type { Body } from '../model/body';
import type { EntryKind } from '../model/kind';
import { type EntryType, isEntryType } from './entry';
import { contentParts, firstText, messageContent } from './message';

/** The kind of an entry by its type alone; a message's kind is decided by its role. */
export function kindOfType(type: string): EntryKind {
  return isEntryType(type) ? KINDS[type] : 'unknown';
}

/**
 * What an entry says, for heads and bodies. Never fails: fields that are missing or of a wrong type are
 * left out (the check of the entry names them), and fields of no known meaning come as a raw part.
 */
export function entryContent(type: string, entry: JsonObject): EntryContent {
  if (!isEntryType(type)) {
    return { ...NO_CONTENT, parts: [{ type: 'raw', label: 'entry', node: entry }], preview: type };
  }
  const content = READERS[type](entry);
  const rest = furtherFields(entry, KNOWN_FIELDS[type]);
  if (rest === null) return content;
  return { ...content, parts: [...content.parts, { type: 'raw', label: 'further fields', node: rest }] };
}

const KINDS: Readonly<Record<EntryType, EntryKind>> = {
  message: 'unknown',
  thinking_level_change: 'thinking_change',
  model_change: 'model_change',
  compaction: 'compaction',
  branch_summary: 'branch_summary',
  custom: 'custom',
  custom_message: 'custom_message',
  extension: 'extension',
  collapse: 'collapse',
  label: 'label',
  session_info: 'session_info',
  leaf: 'leaf_move',
};

function known(...fields: string[]): ReadonlySet<string> {
  return new Set(['type', 'id', 'parentId', 'timestamp', ...fields]);
}

const KNOWN_FIELDS: Readonly<Record<EntryType, ReadonlySet<string>>> = {
  message: known('message'),
  thinking_level_change: known('thinkingLevel'),
  model_change: known('provider', 'modelId'),
  compaction: known('summary', 'firstKeptEntryId', 'tokensBefore', 'details', 'fromHook'),
  branch_summary: known('fromId', 'summary', 'details', 'fromHook'),
  custom: known('customType', 'data'),
  custom_message: known('customType', 'content', 'display', 'details'),
  extension: known('extension'),
  collapse: known('sourceSessionId', 'childSessionId', 'compactText', 'rawTextRef', 'collapsedAt'),
  label: known('targetId', 'label'),
  session_info: known('name'),
  leaf: known('targetId'),
};

const READERS: Readonly<Record<EntryType, (entry: JsonObject) => EntryContent>> = {
  message: (entry) => {
    const message = memberValue(entry, 'message');
    return isJsonObject(message) ? messageContent(message) : { ...NO_CONTENT, parts: raw(entry, 'message') };
  },
  thinking_level_change: (entry) => ({
    ...NO_CONTENT,
    kind: 'thinking_change',
    facts: facts(entry, { thinkingLevel: 'Thinking level' }),
    preview: textField(entry, 'thinkingLevel') ?? '',
  }),
  model_change: (entry) => ({
    ...NO_CONTENT,
    kind: 'model_change',
    facts: facts(entry, { provider: 'Provider', modelId: 'Model' }),
    preview: `${textField(entry, 'provider') ?? '?'}/${textField(entry, 'modelId') ?? '?'}`,
    model: textField(entry, 'modelId'),
  }),
  compaction: (entry) => ({
    ...NO_CONTENT,
    kind: 'compaction',
    parts: [...text(entry, 'summary'), ...raw(entry, 'details')],
    facts: facts(entry, {
      firstKeptEntryId: 'First kept entry',
      tokensBefore: 'Tokens before',
      fromHook: 'From hook',
    }),
    preview: textField(entry, 'summary') ?? '',
  }),
  branch_summary: (entry) => ({
    ...NO_CONTENT,
    kind: 'branch_summary',
    parts: [...text(entry, 'summary'), ...raw(entry, 'details')],
    facts: facts(entry, { fromId: 'From entry', fromHook: 'From hook' }),
    preview: textField(entry, 'summary') ?? '',
  }),
  custom: (entry) => ({
    ...NO_CONTENT,
    kind: 'custom',
    parts: raw(entry, 'data'),
    facts: facts(entry, { customType: 'Custom type' }),
    preview: textField(entry, 'customType') ?? '',
  }),
  custom_message: (entry) => {
    const content = memberValue(entry, 'content');
    // The content may be any JSON (contract, section 1): only texts and lists are read as blocks.
    const isBlocks = typeof content === 'string' || isJsonArray(content);
    const parts = isBlocks ? contentParts(content, []) : raw(entry, 'content');
    return {
      ...NO_CONTENT,
      kind: 'custom_message',
      parts: [...parts, ...raw(entry, 'details')],
      facts: facts(entry, { customType: 'Custom type', display: 'Display' }),
      preview: firstText(parts) || (textField(entry, 'customType') ?? ''),
    };
  },
  extension: (entry) => {
    const envelope = memberValue(entry, 'extension');
    const inner = isJsonObject(envelope) ? memberValue(envelope, 'entry') : undefined;
    const id = isJsonObject(envelope) ? textField(envelope, 'extensionId') : null;
    const kind = isJsonObject(inner) ? textField(inner, 'kind') : null;
    return {
      ...NO_CONTENT,
      kind: 'extension',
      parts: raw(entry, 'extension'),
      facts: [
        ...(isJsonObject(envelope) ? facts(envelope, ENVELOPE_FACTS) : []),
        ...(isJsonObject(inner) ? facts(inner, EXTENSION_ENTRY_FACTS) : []),
      ],
      preview: [id, kind].filter((word) => word !== null).join(': '),
    };
  },
  collapse: (entry) => ({
    ...NO_CONTENT,
    kind: 'collapse',
    parts: text(entry, 'compactText'),
    facts: facts(entry, {
      sourceSessionId: 'Source session',
      childSessionId: 'Child session',
      rawTextRef: 'Raw text',
      collapsedAt: 'Collapsed at',
    }),
    preview: textField(entry, 'compactText') ?? '',
  }),
  label: (entry) => {
    const label = textField(entry, 'label');
    return {
      ...NO_CONTENT,
      kind: 'label',
      facts: [
        ...facts(entry, { targetId: 'Target' }),
        { name: 'Label', value: label === null ? 'none (cleared)' : label },
      ],
      preview: label ?? 'label cleared',
    };
  },
  session_info: (entry) => ({
    ...NO_CONTENT,
    kind: 'session_info',
    facts: facts(entry, { name: 'Name' }),
    preview: textField(entry, 'name') ?? '',
  }),
  leaf: (entry) => {
    const target = textField(entry, 'targetId');
    return {
      ...NO_CONTENT,
      kind: 'leaf_move',
      facts: [{ name: 'Target', value: target === null ? 'none' : target }],
      preview: target === null ? 'no leaf' : target,
    };
  },
};

const ENVELOPE_FACTS = {
  extensionId: 'Extension',
  stateSchemaVersion: 'State schema',
  originSequence: 'Origin sequence',
};

const EXTENSION_ENTRY_FACTS = {
  kind: 'Kind',
  key: 'Key',
  eventId: 'Event',
  customType: 'Custom type',
  contextId: 'Context',
  placement: 'Placement',
  fromSchemaVersion: 'From schema',
  toSchemaVersion: 'To schema',
};

function text(entry: JsonObject, field: string): Part[] {
  const value = textField(entry, field);
  return value === null ? [] : [{ type: 'text', text: value }];
}

function raw(entry: JsonObject, field: string): Part[] {
  const node = presentField(entry, field);
  return node === undefined ? [] : [{ type: 'raw', label: field, node }];
}

/** Fields as facts: strings as they are, anything else as JSON with its digits kept; absent ones left out. */
function facts(object: JsonObject, names: Readonly<Record<string, string>>): Body['facts'] {
  return Object.entries(names).flatMap(([field, name]) => {
    const value = presentField(object, field);
    if (value === undefined) return [];
    if (typeof value === 'string') return [{ name, value }];
    return [{ name, value: isJsonNumber(value) ? value.literal : printJson(value) }];
  });
}
