import { type EntryContent, NO_CONTENT } from '../../../shared/content/content';
import { furtherFields, numberField, presentField, textField } from '../../../shared/content/fields';
import { type Part, partText } from '../../../shared/content/part';
import {
  isJsonArray,
  isJsonObject,
  type JsonNode,
  type JsonObject,
  memberValue,
} from '../../../shared/json/node';
import type { Usage } from '../../../shared/model/body';
import { firstText } from '../../../shared/theway/message';
import type { LineContent, RecordPlace } from '../line-session/line-format';
import { pieceId } from '../line-session/piece-head';
import { contentParts } from '../model-content/content-parts';
import { usageOf } from '../model-content/token-counts';
import { messageKind } from './record';
import { replacedWords } from './record-head';

/** What an entry says. A message is written again whenever it grows: its last record has all of it. */
export function recordContent(records: readonly JsonObject[], places: readonly RecordPlace[]): LineContent {
  const record = records.at(-1);
  const [place] = places;
  if (record === undefined || place === undefined)
    return { ...NO_CONTENT, id: '', type: '', parentId: null, timestamp: null };
  const base = { id: pieceId(place), parentId: null, timestamp: null };
  const rewound = memberValue(record, '$rewindTo');
  if (rewound !== undefined) return { ...base, ...rewindContent(rewound), type: '$rewindTo' };
  const id = textField(record, 'id');
  const update = memberValue(record, '$set');
  if (id === null || id === '') {
    const type = isJsonObject(update) ? '$set' : '';
    return { ...base, ...(isJsonObject(update) ? updateContent(update) : otherContent(record)), type };
  }
  const content = messageContent(record);
  const versions = { name: 'Records', value: String(records.length) };
  return {
    ...base,
    ...content,
    facts: records.length > 1 ? [...content.facts, versions] : content.facts,
    id,
    type: textField(record, 'type') ?? '',
    timestamp: textField(record, 'timestamp'),
  };
}

const MESSAGE_FIELDS = new Set([
  ...['id', 'timestamp', 'type', 'content', 'displayContent', 'toolCalls', 'thoughts', 'tokens', 'model'],
]);

function messageContent(record: JsonObject): EntryContent {
  const type = textField(record, 'type') ?? '';
  const faults: string[] = [];
  const said = contentParts(memberValue(record, 'content'), faults);
  const calls = memberValue(record, 'toolCalls');
  const parts = [
    ...thoughtParts(memberValue(record, 'thoughts')),
    ...said,
    ...displayParts(memberValue(record, 'displayContent'), said),
    ...rest(record, MESSAGE_FIELDS),
    ...(isJsonArray(calls) ? calls.items.flatMap((call) => toolParts(call, faults)) : []),
  ];
  return {
    ...NO_CONTENT,
    kind: messageKind(type),
    role: type === '' ? null : type,
    parts,
    preview: firstText(said) || firstText(parts, 'thinking'),
    toolNames: parts.flatMap((part) => (part.type === 'tool_call' ? [part.name] : [])),
    isError: type === 'error',
    model: textField(record, 'model'),
    errorMessage: type === 'error' ? firstText(said) || null : null,
    usage: usageField(record),
    faults,
  };
}

function thoughtParts(thoughts: JsonNode | undefined): Part[] {
  return (isJsonArray(thoughts) ? thoughts.items : []).map((thought): Part => {
    if (!isJsonObject(thought)) return { type: 'raw', label: 'thought', node: thought };
    const words = [textField(thought, 'subject'), textField(thought, 'description')];
    return { type: 'thinking', text: words.filter(Boolean).join('\n\n') };
  });
}

/** What the program showed in place of the content; most often the same. */
function displayParts(display: JsonNode | undefined, said: readonly Part[]): Part[] {
  if (display === undefined || display === null) return [];
  const shown = contentParts(display, []);
  const isSame = shown.every((part) => said.some((other) => partText(other) === partText(part)));
  return isSame ? [] : [{ type: 'raw', label: 'shown as', node: display }];
}

const TOOL_FIELDS = new Set([
  ...['id', 'name', 'args', 'status', 'timestamp', 'result', 'resultDisplay', 'displayName', 'description'],
  'renderOutputAsMarkdown',
]);

/** A call, and the result that stands with it. */
function toolParts(call: JsonNode, faults: string[]): Part[] {
  const name = isJsonObject(call) ? textField(call, 'name') : null;
  if (!isJsonObject(call) || name === null) return [{ type: 'raw', label: 'tool call', node: call }];
  const callId = textField(call, 'id');
  const status = textField(call, 'status');
  const made: Part = { type: 'tool_call', callId, name, args: memberValue(call, 'args') };
  const stored = presentField(call, 'result');
  const isOver = stored !== undefined || status === 'error' || status === 'cancelled';
  if (!isOver) return [made, ...rest(call, TOOL_FIELDS)];
  const isError = status === 'error' || status === 'cancelled';
  const said = contentParts(stored, faults).filter(({ type }) => type !== 'tool_result');
  const display = presentField(call, 'resultDisplay');
  const isSaid = typeof display === 'string' && said.some((part) => partText(part) === display);
  const shown: Part[] =
    display === undefined || isSaid
      ? []
      : [{ type: 'raw', label: isJsonObject(display) ? 'details' : 'shown as', node: display }];
  // The response of a call that failed may say so, whatever its status.
  const failed = contentParts(stored, []).some((part) => part.type === 'tool_result' && part.isError);
  const result = [...said, ...shown, ...rest(call, TOOL_FIELDS)];
  return [
    made,
    { type: 'tool_result', callId, name, isError: isError || failed, partCount: result.length },
    ...result,
  ];
}

function rewindContent(target: JsonNode): EntryContent {
  const id = typeof target === 'string' ? target : null;
  return {
    ...NO_CONTENT,
    kind: 'leaf_move',
    parts: id === null ? [{ type: 'raw', label: '$rewindTo', node: target }] : [],
    facts: id === null ? [] : [{ name: 'Taken back from', value: id }],
    preview: `rewind: taken back from ${id ?? '?'}`,
  };
}

function updateContent(update: JsonObject): EntryContent {
  const messages = memberValue(update, 'messages');
  const summary = textField(update, 'summary');
  const faults: string[] = [];
  if (!isJsonArray(messages))
    return {
      ...NO_CONTENT,
      kind: summary ? 'session_info' : 'meta',
      parts: [{ type: 'raw', label: '$set', node: update }],
      preview: summary ? `summary: ${summary}` : 'metadata set',
    };
  const kept = messages.items.flatMap((message) => keptParts(message, faults));
  return {
    ...NO_CONTENT,
    kind: 'compaction',
    parts: [...kept, ...rest(update, new Set(['messages']), '$set')],
    preview: replacedWords(messages.items.length),
    faults,
  };
}

/** A message among those that an update put in place of all before: its texts, and the whole of one that has more. */
function keptParts(message: JsonNode, faults: string[]): Part[] {
  if (!isJsonObject(message)) return [{ type: 'raw', label: 'message', node: message }];
  const parts = contentParts(memberValue(message, 'content'), faults);
  const calls = memberValue(message, 'toolCalls');
  const isText = parts.every(({ type }) => type === 'text' || type === 'image');
  const isPlain = isText && !(isJsonArray(calls) && calls.items.length > 0);
  return isPlain ? parts : [{ type: 'raw', label: 'message', node: message }];
}

function otherContent(record: JsonObject): EntryContent {
  const isOfSession = textField(record, 'sessionId') !== null;
  return {
    ...NO_CONTENT,
    kind: isOfSession ? 'meta' : 'unknown',
    parts: [{ type: 'raw', label: 'record', node: record }],
    preview: isOfSession ? 'metadata' : '',
  };
}

function usageField(record: JsonObject): Usage | null {
  const tokens = memberValue(record, 'tokens');
  if (!isJsonObject(tokens)) return null;
  return usageOf({
    input: numberField(tokens, 'input'),
    output: numberField(tokens, 'output'),
    cached: numberField(tokens, 'cached'),
    thoughts: numberField(tokens, 'thoughts'),
    total: numberField(tokens, 'total'),
  });
}

function rest(object: JsonObject, known: ReadonlySet<string>, label = 'further fields'): Part[] {
  const further = furtherFields(object, known);
  return further === null ? [] : [{ type: 'raw', label, node: further }];
}
