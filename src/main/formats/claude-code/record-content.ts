import { type EntryContent, NO_CONTENT } from '../../../shared/content/content';
import { furtherFields, numberField, presentField, textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import { isJsonObject, type JsonNode, type JsonObject, memberValue } from '../../../shared/json/node';
import type { Body } from '../../../shared/model/body';
import { firstText } from '../../../shared/theway/message';
import type { LineContent, RecordPlace } from '../line-session/line-format';
import { pieceId } from '../line-session/piece-head';
import { messageParts } from './message-parts';
import { usageOf } from './message-usage';
import { kindOf } from './record-kind';
import { toolUseResultParts } from './tool-use-result';
import { isProgramsText, typedCommand } from './user-words';

/** What an entry says: most are one record, an answer of the model has one for each of its blocks. */
export function recordContent(records: readonly JsonObject[], places: readonly RecordPlace[]): LineContent {
  const [record] = records;
  const [place] = places;
  if (record === undefined || place === undefined)
    return { ...NO_CONTENT, id: '', type: '', parentId: null, timestamp: null };
  const type = textField(record, 'type') ?? '';
  return {
    ...contentOf(type, record, records),
    id: textField(record, 'uuid') || pieceId(place),
    type: [type, textField(record, 'subtype')].filter(Boolean).join(' '),
    parentId: textField(record, 'parentUuid'),
    timestamp: textField(record, 'timestamp'),
  };
}

function contentOf(type: string, record: JsonObject, records: readonly JsonObject[]): EntryContent {
  if (!isJsonObject(memberValue(record, 'message'))) return bookkeepingContent(type, record);
  return type === 'assistant' ? answerContent(records) : userContent(type, record);
}

/** Fields that stand in nearly every record, and say nothing of it that is not shown in another way. */
const COMMON = [
  ...['type', 'uuid', 'parentUuid', 'timestamp', 'sessionId', 'cwd', 'version', 'userType', 'gitBranch'],
  ...['slug', 'entrypoint', 'isSidechain', 'isMeta', 'subtype'],
];
const FACT_FIELDS: Readonly<Record<string, string>> = {
  logicalParentUuid: 'Goes on from',
  requestId: 'Request',
  agentId: 'Sub-agent',
  agentName: 'Agent name',
  teamName: 'Team',
  effort: 'Effort',
  permissionMode: 'Permission mode',
  sourceToolAssistantUUID: 'Answers entry',
  level: 'Level',
  toolUseID: 'Call',
  parentToolUseID: 'Parent call',
};
const FLAG_FIELDS: Readonly<Record<string, string>> = {
  isSidechain: 'Side chain',
  isMeta: 'Put in by the program',
  isCompactSummary: 'Summary of what was compacted',
  isApiErrorMessage: 'Error of the API',
};
const MESSAGE_FIELDS = new Set([
  'id',
  'type',
  'role',
  'model',
  'content',
  'stop_reason',
  'stop_sequence',
  'usage',
]);

/** The records of one answer: their blocks in order, and what only the last of them has right. */
function answerContent(records: readonly JsonObject[]): EntryContent {
  const faults: string[] = [];
  const parts: Part[] = [];
  const messages: JsonObject[] = [];
  for (const record of records) {
    const message = memberValue(record, 'message');
    if (!isJsonObject(message)) continue;
    messages.push(message);
    parts.push(...messageParts(memberValue(message, 'content'), faults), ...leftOver(record, message));
  }
  const [first] = records;
  const last = messages.at(-1);
  const lastOf = (field: string) =>
    messages.map((message) => textField(message, field)).findLast((value) => value !== null) ?? null;
  const isError = records.some((record) => memberValue(record, 'isApiErrorMessage') === true);
  const usage = messages.findLast((message) => isJsonObject(memberValue(message, 'usage')));
  const messageId = last === undefined ? null : textField(last, 'id');
  return {
    ...NO_CONTENT,
    kind: 'assistant',
    role: 'assistant',
    parts,
    facts: [
      ...(first === undefined ? [] : factsOf(first)),
      ...(messageId === null ? [] : [{ name: 'Message', value: messageId }]),
      ...(records.length > 1 ? [{ name: 'Records', value: String(records.length) }] : []),
    ],
    preview: firstText(parts) || firstText(parts, 'thinking'),
    toolNames: parts.flatMap((part) => (part.type === 'tool_call' ? [part.name] : [])),
    isError,
    model: lastOf('model'),
    stopReason: lastOf('stop_reason'),
    errorMessage: isError ? firstText(parts) || null : null,
    usage: usage === undefined ? null : usageOf(usage),
    faults,
  };
}

function userContent(type: string, record: JsonObject): EntryContent {
  const message = memberValue(record, 'message');
  if (!isJsonObject(message)) return NO_CONTENT;
  const faults: string[] = [];
  const parts = messageParts(memberValue(message, 'content'), faults);
  const results = parts.filter((part) => part.type === 'tool_result');
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const own = texts.find((text) => /\S/.test(text) && !isProgramsText(text));
  const kind = kindOf({
    type,
    subtype: '',
    isMeta: memberValue(record, 'isMeta') === true,
    isCompactSummary: memberValue(record, 'isCompactSummary') === true,
    hasResult: results.length > 0,
    hasHumanPart: own !== undefined || parts.some((part) => part.type === 'image' || part.type === 'raw'),
  });
  const programs = firstText(parts);
  return {
    ...NO_CONTENT,
    kind,
    // Most of what stands in the role of the user is not the user's.
    role: kind === 'user' ? 'user' : null,
    parts: [
      ...parts,
      ...toolUseResultParts(presentField(record, 'toolUseResult'), parts),
      ...leftOver(record, message),
    ],
    facts: factsOf(record),
    preview: own ?? typedCommand(programs) ?? programs,
    isError: results.some((part) => part.isError),
    faults,
  };
}

/** What is no message: notes of the program on the session, its settings and its files. */
function bookkeepingContent(type: string, record: JsonObject): EntryContent {
  const subtype = textField(record, 'subtype') ?? '';
  const content = memberValue(record, 'content');
  const metadata = presentField(record, 'compactMetadata');
  const kind = kindOf({
    type,
    subtype,
    isMeta: false,
    isCompactSummary: false,
    hasResult: false,
    hasHumanPart: false,
  });
  const known = [...COMMON, ...Object.keys(FACT_FIELDS), 'compactMetadata'];
  const texts: Part[] =
    typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
  const rest = furtherFields(record, new Set(texts.length > 0 ? [...known, 'content'] : known));
  return {
    ...NO_CONTENT,
    kind,
    parts: [
      ...texts,
      ...(rest === null ? [] : [{ type: 'raw', label: type === '' ? 'record' : type, node: rest } as const]),
    ],
    facts: [...factsOf(record), ...compactionFacts(metadata)],
    preview: firstText(texts) || subtype || type,
    isError: subtype === 'api_error',
    faults: type === 'user' || type === 'assistant' ? [`The record of type ${type} has no message.`] : [],
  };
}

function compactionFacts(metadata: JsonNode | undefined): Body['facts'] {
  if (!isJsonObject(metadata)) return [];
  const trigger = textField(metadata, 'trigger');
  const counts = {
    preTokens: 'Tokens before',
    postTokens: 'Tokens after',
    messagesSummarized: 'Messages summarised',
  };
  return [
    ...(trigger === null ? [] : [{ name: 'Compacted', value: trigger === 'auto' ? 'by itself' : trigger }]),
    ...Object.entries(counts).flatMap(([field, name]) => {
      const count = numberField(metadata, field);
      return count === null ? [] : [{ name, value: String(count) }];
    }),
  ];
}

function factsOf(record: JsonObject): Body['facts'] {
  const facts: { name: string; value: string }[] = [];
  for (const [field, name] of Object.entries(FACT_FIELDS)) {
    const value = textField(record, field);
    if (value !== null && value !== '') facts.push({ name, value });
  }
  for (const [field, name] of Object.entries(FLAG_FIELDS))
    if (memberValue(record, field) === true) facts.push({ name, value: 'yes' });
  const fork = memberValue(record, 'forkedFrom');
  const forkedId = isJsonObject(fork) ? textField(fork, 'messageUuid') : null;
  if (forkedId !== null) facts.push({ name: 'Forked from entry', value: forkedId });
  return facts;
}

const KNOWN_FIELDS = new Set([
  ...COMMON,
  ...Object.keys(FACT_FIELDS),
  ...Object.keys(FLAG_FIELDS),
  ...['message', 'toolUseResult', 'forkedFrom', 'isVisibleInTranscriptOnly'],
]);

/** What of a record and its message is shown in no other way. */
function leftOver(record: JsonObject, message: JsonObject): Part[] {
  return [furtherFields(record, KNOWN_FIELDS), furtherFields(message, MESSAGE_FIELDS)].flatMap((rest) =>
    rest === null ? [] : [{ type: 'raw', label: 'further fields', node: rest } as const],
  );
}
