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
import { kindOf } from './record-kind';

/** What an entry says. */
export function recordContent([record]: readonly JsonObject[], [place]: readonly RecordPlace[]): LineContent {
  if (record === undefined || place === undefined)
    return { ...NO_CONTENT, id: '', type: '', parentId: null, timestamp: null };
  const type = textField(record, 'type') ?? '';
  return {
    ...(type === 'system' ? systemContent(record) : messageContent(type, record)),
    id: textField(record, 'uuid') || pieceId(place),
    type: [type, textField(record, 'subtype')].filter(Boolean).join(' '),
    parentId: textField(record, 'parentUuid'),
    timestamp: textField(record, 'timestamp'),
  };
}

const FACT_FIELDS: Readonly<Record<string, string>> = {
  agentId: 'Sub-agent',
  agentName: 'Agent name',
  provenance: 'Comes from',
  promptId: 'Prompt',
};
/** Fields that are shown in another way, or that stand in nearly every record and say nothing of it alone. */
const KNOWN_FIELDS = new Set([
  ...['uuid', 'parentUuid', 'sessionId', 'timestamp', 'type', 'subtype', 'cwd', 'version', 'gitBranch'],
  ...['message', 'usageMetadata', 'model', 'contextWindowSize', 'toolCallResult', 'systemPayload'],
  ...['isSidechain', 'forkedFrom', 'agentColor'],
  ...Object.keys(FACT_FIELDS),
]);

function messageContent(type: string, record: JsonObject): EntryContent {
  const message = memberValue(record, 'message');
  const faults: string[] = [];
  if (!isJsonObject(message) && ['user', 'assistant', 'tool_result'].includes(type))
    faults.push(`The record of type ${type} has no message.`);
  const said = isJsonObject(message) ? contentParts(memberValue(message, 'parts'), faults) : [];
  const result = presentField(record, 'toolCallResult');
  const parts = isJsonObject(result) ? withResult(said, result) : said;
  const results = parts.filter((part) => part.type === 'tool_result');
  return {
    ...NO_CONTENT,
    kind: kindOf({
      type,
      subtype: textField(record, 'subtype') ?? '',
      provenance: textField(record, 'provenance') ?? '',
      hasResponse: results.length > 0,
    }),
    role: isJsonObject(message) ? textField(message, 'role') : null,
    parts: [...parts, ...payloadParts(record), ...restParts(record)],
    facts: [...factsOf(record), ...resultFacts(result)],
    preview: firstText(parts) || firstText(parts, 'thinking'),
    toolNames: parts.flatMap((part) => (part.type === 'tool_call' ? [part.name] : [])),
    isError: results.some((part) => part.isError),
    model: textField(record, 'model'),
    usage: usageField(record),
    faults,
  };
}

/** The parts of a result with what the program kept beside it, for its own display: often more than the model was told. */
function withResult(said: readonly Part[], result: JsonObject): Part[] {
  const isError = textField(result, 'status') === 'error';
  const callId = textField(result, 'callId');
  const parts = said.map((part) => (part.type === 'tool_result' && isError ? { ...part, isError } : part));
  if (!parts.some(({ type }) => type === 'tool_result'))
    parts.unshift({ type: 'tool_result', callId, name: null, isError });
  const display = presentField(result, 'resultDisplay');
  const isSaid = typeof display === 'string' && parts.some((part) => partText(part) === display);
  if (display !== undefined && !isSaid)
    parts.push({ type: 'raw', label: isJsonObject(display) ? 'details' : 'shown as', node: display });
  const rest = furtherFields(result, new Set(['callId', 'status', 'resultDisplay', 'responseParts']));
  if (rest !== null) parts.push({ type: 'raw', label: 'toolCallResult', node: rest });
  return parts;
}

function resultFacts(result: JsonNode | undefined): EntryContent['facts'] {
  if (!isJsonObject(result)) return [];
  const status = textField(result, 'status');
  const display = memberValue(result, 'resultDisplay');
  const isCut = isJsonObject(display) && memberValue(display, 'truncatedForSession') === true;
  return [
    ...(status === null ? [] : [{ name: 'Status', value: status }]),
    ...(isCut ? [{ name: 'Diff', value: 'shortened by the agent' }] : []),
  ];
}

/** A note of the program on the session. */
function systemContent(record: JsonObject): EntryContent {
  const subtype = textField(record, 'subtype') ?? '';
  const payload = memberValue(record, 'systemPayload');
  const faults: string[] = [];
  const compressed = subtype === 'chat_compression' && isJsonObject(payload);
  const message = memberValue(record, 'message');
  const said = isJsonObject(message) ? contentParts(memberValue(message, 'parts'), faults) : [];
  const parts = [...said, ...(compressed ? compressedParts(payload, faults) : payloadParts(record))];
  return {
    ...NO_CONTENT,
    kind: kindOf({ type: 'system', subtype, provenance: '', hasResponse: false }),
    parts: [...parts, ...restParts(record)],
    facts: [...factsOf(record), ...(compressed ? compressionFacts(memberValue(payload, 'info')) : [])],
    preview: firstText(parts) || subtype,
    faults,
  };
}

/** The history that the model was given in place of what was said. */
function compressedParts(payload: JsonObject, faults: string[]): Part[] {
  const history = memberValue(payload, 'compressedHistory');
  const parts = (isJsonArray(history) ? history.items : []).flatMap((content) => {
    const said = isJsonObject(content) ? memberValue(content, 'parts') : undefined;
    if (!isJsonArray(said)) return [{ type: 'raw', label: 'kept content', node: content } as const];
    return said.items.flatMap((part) => keptParts(part, faults));
  });
  const rest = furtherFields(payload, new Set(['compressedHistory', 'info']));
  return rest === null ? parts : [...parts, { type: 'raw', label: 'systemPayload', node: rest }];
}

/** Calls and results that were kept are those of entries above, which are paired there. */
function keptParts(part: JsonNode, faults: string[]): Part[] {
  const parts = contentParts(part, faults);
  const isOfCall = parts.some(({ type }) => type === 'tool_call' || type === 'tool_result');
  return isOfCall ? [{ type: 'raw', label: 'kept part', node: part }] : parts;
}

function compressionFacts(info: JsonNode | undefined): EntryContent['facts'] {
  if (!isJsonObject(info)) return [];
  const names = { originalTokenCount: 'Tokens before', newTokenCount: 'Tokens after' };
  return Object.entries(names).flatMap(([field, name]) => {
    const count = numberField(info, field);
    return count === null ? [] : [{ name, value: String(count) }];
  });
}

function payloadParts(record: JsonObject): Part[] {
  const payload = presentField(record, 'systemPayload');
  return payload === undefined ? [] : [{ type: 'raw', label: 'systemPayload', node: payload }];
}

function restParts(record: JsonObject): Part[] {
  const rest = furtherFields(record, KNOWN_FIELDS);
  return rest === null ? [] : [{ type: 'raw', label: 'further fields', node: rest }];
}

function factsOf(record: JsonObject): EntryContent['facts'] {
  const facts = Object.entries(FACT_FIELDS).flatMap(([field, name]) => {
    const value = textField(record, field);
    return value === null || value === '' ? [] : [{ name, value }];
  });
  const window = numberField(record, 'contextWindowSize');
  const fork = memberValue(record, 'forkedFrom');
  const forkedId = isJsonObject(fork) ? textField(fork, 'messageUuid') : null;
  return [
    ...facts,
    ...(window === null ? [] : [{ name: 'Context window', value: String(window) }]),
    ...(memberValue(record, 'isSidechain') === true ? [{ name: 'Side chain', value: 'yes' }] : []),
    ...(forkedId === null ? [] : [{ name: 'Forked from entry', value: forkedId }]),
  ];
}

function usageField(record: JsonObject): Usage | null {
  const usage = memberValue(record, 'usageMetadata');
  if (!isJsonObject(usage)) return null;
  return usageOf({
    input: numberField(usage, 'promptTokenCount'),
    output: numberField(usage, 'candidatesTokenCount'),
    cached: numberField(usage, 'cachedContentTokenCount'),
    thoughts: numberField(usage, 'thoughtsTokenCount'),
    total: numberField(usage, 'totalTokenCount'),
  });
}
