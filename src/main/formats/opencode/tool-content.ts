import { furtherFields, textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import {
  isJsonArray,
  isJsonObject,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberValue,
} from '../../../shared/json/node';
import { fileParts } from './file-content';

/** What a part of a tool says: its call, and the result where it is there. */
export interface ToolContent {
  readonly parts: readonly Part[];
  readonly isError: boolean;
  /** Id of the session that the call started; null where it names none. */
  readonly startedSession: string | null;
}

const PART_FIELDS = new Set(['id', 'sessionID', 'messageID', 'type', 'tool', 'callID', 'state']);
const STATE_FIELDS = new Set(['status', 'input', 'raw', 'output', 'error', 'attachments']);

/** Reads a part of a tool: call and result stand in one record. */
export function toolContent(record: JsonObject): ToolContent {
  const name = textField(record, 'tool') ?? '';
  const callId = textField(record, 'callID');
  const stored = memberValue(record, 'state');
  const state: JsonObject = isJsonObject(stored) ? stored : NO_STATE;
  const status = textField(state, 'status');
  const call: Part = { type: 'tool_call', callId, name, args: argumentsOf(state) };
  const further = [
    ...rest(record, PART_FIELDS, 'further fields'),
    ...(isJsonObject(stored) || stored === undefined ? [] : [raw('state', stored)]),
  ];
  const startedSession = startedBy(state);
  if (status !== 'completed' && status !== 'error') {
    const details = furtherFields(state, STATE_FIELDS);
    const shown: Part[] = details === null ? [] : [raw(`${status ?? 'unknown'} state`, details)];
    return { parts: [call, ...shown, ...further], isError: false, startedSession };
  }
  const isError = status === 'error';
  const result = [
    ...outputParts(memberValue(state, isError ? 'error' : 'output'), isError ? 'error' : 'output'),
    ...attachmentParts(memberValue(state, 'attachments')),
    ...detailParts(state),
    ...further,
  ];
  return {
    parts: [call, { type: 'tool_result', callId, name, isError, partCount: result.length }, ...result],
    isError,
    startedSession,
  };
}

const NO_STATE: JsonObject = { kind: 'object', members: [], duplicateKeys: [] };

/** Of a call that is still being written only the text of its arguments is there. */
function argumentsOf(state: JsonObject): JsonNode | undefined {
  const input = memberValue(state, 'input');
  const written = textField(state, 'raw');
  const isEmpty = input === undefined || (isJsonObject(input) && input.members.length === 0);
  return isEmpty && written ? written : input;
}

function startedBy(state: JsonObject): string | null {
  const metadata = memberValue(state, 'metadata');
  return isJsonObject(metadata) ? textField(metadata, 'sessionId') : null;
}

function outputParts(output: JsonNode | undefined, label: string): Part[] {
  if (output === undefined || output === '') return [];
  return [typeof output === 'string' ? { type: 'text', text: output } : raw(label, output)];
}

function attachmentParts(attachments: JsonNode | undefined): Part[] {
  if (attachments === undefined || attachments === null) return [];
  if (!isJsonArray(attachments)) return [raw('attachments', attachments)];
  return attachments.items.flatMap((file) =>
    isJsonObject(file) ? fileParts(file) : [raw('attachment', file)],
  );
}

/** Title, times and metadata. What a shell printed stands in its metadata once more: that is left out. */
function detailParts(state: JsonObject): Part[] {
  const details = furtherFields(state, STATE_FIELDS);
  if (details === null) return [];
  const output = textField(state, 'output');
  const isCopy = ({ key, value }: JsonMember) => key === 'output' && value === output;
  const members = details.members.map((member) => {
    const { key, value } = member;
    if (key !== 'metadata' || !isJsonObject(value)) return member;
    return { key, value: { ...value, members: value.members.filter((each) => !isCopy(each)) } };
  });
  return [raw('details', { ...details, members })];
}

function rest(object: JsonObject, known: ReadonlySet<string>, label: string): Part[] {
  const further = furtherFields(object, known);
  return further === null ? [] : [raw(label, further)];
}

function raw(label: string, node: JsonNode): Part {
  return { type: 'raw', label, node };
}
