import type { FormatId } from '../../../shared/model/format';

/** How a format writes the records that every session has: what is tried in all formats of lines is written by these. */
export interface LineWriter {
  readonly name: string;
  readonly format: FormatId;
  /** What the parents of its entries are: named by id, or the entry before. */
  readonly links: 'tree' | 'chain';
  /** What a record means whose id was there before; `none` where records have no ids of their own. */
  readonly repeatedId: 'another-entry' | 'same-entry' | 'newer-version' | 'none';
  /** Whether it names one entry its leaf whatever it is: else bookkeeping never is. */
  readonly isLastEntryLeaf?: boolean;
  /** Lines that a session begins with. */
  readonly head: readonly string[];
  said(id: string, parent: string | null, text: string): string;
  answered(id: string, parent: string | null, text: string): string;
  /** A message of the user without what it says. */
  empty(id: string, parent: string | null): string;
  /** A record of a type of a later release, with some fields. */
  unknown(id: string, parent: string | null, fields: object): string;
  /** What was said so far is summarised. */
  compaction(id: string, parent: string): string;
  /** What the program noted, and nobody said. */
  note(id: string, parent: string): string;
  /** An answer that makes calls; left out where calls and results stand in one record. */
  readonly called?: (id: string, parent: string | null, ...callIds: string[]) => string;
  readonly result?: (id: string, parent: string, callId: string) => string;
}

const TIME = '2026-11-20T10:00:00.000Z';
const json = (value: object) => JSON.stringify(value);

type PiRecord = (id: string, parent: string | null, fields: object) => string;
type TreeRecords = Omit<LineWriter, 'name' | 'format' | 'links' | 'repeatedId' | 'head'>;

/** Entries of pi; its SDK has them in an envelope. */
function piRecords(record: PiRecord): TreeRecords {
  const message = (id: string, parent: string | null, fields: object) =>
    record(id, parent, { type: 'message', message: fields });
  const toolCall = (id: string) => ({ type: 'toolCall', id, name: 'read', arguments: {} });
  return {
    said: (id, parent, text) => message(id, parent, { role: 'user', content: text }),
    answered: (id, parent, text) =>
      message(id, parent, { role: 'assistant', content: [{ type: 'text', text }] }),
    empty: (id, parent) => message(id, parent, { role: 'user' }),
    unknown: (id, parent, fields) => record(id, parent, { type: 'type_of_a_later_release', ...fields }),
    compaction: (id, parent) =>
      record(id, parent, { type: 'compaction', summary: id, firstKeptEntryId: id, tokensBefore: 1 }),
    note: (id, parent) => record(id, parent, { type: 'custom', customType: 'note' }),
    called: (id, parent, ...callIds) =>
      message(id, parent, { role: 'assistant', content: callIds.map(toolCall) }),
    result: (id, parent, toolCallId) =>
      message(id, parent, { role: 'toolResult', toolCallId, toolName: 'read', content: [] }),
  };
}

const pi: LineWriter = {
  ...{ name: 'pi', format: 'pi', links: 'tree', repeatedId: 'another-entry', isLastEntryLeaf: true },
  head: [json({ type: 'session', version: 3, id: 's', timestamp: TIME, cwd: '/home/dev' })],
  ...piRecords((id, parentId, fields) => json({ ...fields, id, parentId, timestamp: TIME })),
};

const piSdk: LineWriter = {
  ...{ name: 'the SDK of pi', format: 'pi', links: 'tree', repeatedId: 'another-entry' },
  head: [json({ kind: 'header', version: 4, id: 's', createdAt: 1, cwd: '/home/dev' })],
  ...piRecords((id, parentId, fields) =>
    json({ kind: 'entry', lane: 'main', ...fields, id, parentId, seq: 1, timestamp: 1 }),
  ),
  note: (id) => json({ kind: 'record', id, lane: 'main', type: 'operation_finished', seq: 1, timestamp: 1 }),
};

const claudeNode = (type: string, uuid: string, parentUuid: string | null, fields: object) =>
  json({
    parentUuid,
    isSidechain: false,
    sessionId: 's',
    cwd: '/home/dev',
    type,
    ...fields,
    uuid,
    timestamp: TIME,
  });
const claudeUser = (id: string, parent: string | null, content: unknown) =>
  claudeNode('user', id, parent, { message: { role: 'user', content } });
const claudeAnswer = (id: string, parent: string | null, content: readonly object[]) =>
  claudeNode('assistant', id, parent, {
    message: { id: `msg_${id}`, role: 'assistant', model: 'm', content },
  });

const claudeCode: LineWriter = {
  ...{ name: 'Claude Code', format: 'claude-code', links: 'tree', repeatedId: 'same-entry', head: [] },
  said: claudeUser,
  answered: (id, parent, text) => claudeAnswer(id, parent, [{ type: 'text', text }]),
  empty: (id, parent) => claudeNode('user', id, parent, {}),
  unknown: (id, parent, fields) => claudeNode('type-of-a-later-release', id, parent, fields),
  compaction: (id, logicalParentUuid) =>
    claudeNode('system', id, null, { subtype: 'compact_boundary', content: id, logicalParentUuid }),
  note: (id, parent) => claudeNode('system', id, parent, { subtype: 'turn_duration', durationMs: 1 }),
  called: (id, parent, ...callIds) =>
    claudeAnswer(
      id,
      parent,
      callIds.map((callId) => ({ type: 'tool_use', id: callId, name: 'Read', input: {} })),
    ),
  result: (id, parent, callId) =>
    claudeUser(id, parent, [{ type: 'tool_result', tool_use_id: callId, content: 'done' }]),
};

const qwenRecord = (type: string, uuid: string, parentUuid: string | null, fields: object) =>
  json({ uuid, parentUuid, sessionId: 's', timestamp: TIME, type, cwd: '/home/dev', ...fields });
const qwenMessage = (type: string, id: string, parent: string | null, ...parts: readonly object[]) =>
  qwenRecord(type, id, parent, { message: { role: type === 'assistant' ? 'model' : 'user', parts } });

const qwen: LineWriter = {
  ...{ name: 'Qwen Code', format: 'qwen', links: 'tree', repeatedId: 'same-entry', head: [] },
  said: (id, parent, text) => qwenMessage('user', id, parent, { text }),
  answered: (id, parent, text) => qwenMessage('assistant', id, parent, { text }),
  empty: (id, parent) => qwenRecord('user', id, parent, {}),
  unknown: (id, parent, fields) => qwenRecord('type_of_a_later_release', id, parent, fields),
  compaction: (id, parent) =>
    qwenRecord('system', id, parent, {
      subtype: 'chat_compression',
      systemPayload: { compressedHistory: [] },
    }),
  note: (id, parent) => qwenRecord('system', id, parent, { subtype: 'ui_telemetry', systemPayload: {} }),
  called: (id, parent, ...callIds) =>
    qwenMessage(
      'assistant',
      id,
      parent,
      ...callIds.map((callId) => ({ functionCall: { id: callId, name: 'edit', args: {} } })),
    ),
  result: (id, parent, callId) =>
    qwenMessage('tool_result', id, parent, {
      functionResponse: { id: callId, name: 'edit', response: { output: 'done' } },
    }),
};

/** Items of Codex, that follow each other. */
function codexRecords(write: (item: object) => string) {
  const message = (role: string, type: string, text: string) =>
    write({ type: 'message', role, content: [{ type, text }] });
  return {
    said: (_id: string, _parent: string | null, text: string) => message('user', 'input_text', text),
    answered: (_id: string, _parent: string | null, text: string) =>
      message('assistant', 'output_text', text),
    empty: () => write({ type: 'message', role: 'user' }),
    called: (_id: string, _parent: string | null, ...callIds: string[]) =>
      callIds
        .map((call_id) => write({ type: 'function_call', name: 'shell', arguments: '{}', call_id }))
        .join('\n'),
    result: (_id: string, _parent: string, call_id: string) =>
      write({ type: 'function_call_output', call_id, output: 'done' }),
  };
}

const codexRecord = (type: string, payload: object) => json({ timestamp: TIME, type, payload });

const codex: LineWriter = {
  ...{ name: 'Codex', format: 'codex', links: 'chain', repeatedId: 'none' },
  head: [
    codexRecord('session_meta', {
      id: 's',
      timestamp: TIME,
      cwd: '/home/dev',
      originator: 'o',
      cli_version: '1',
    }),
  ],
  ...codexRecords((item) => codexRecord('response_item', item)),
  unknown: (_id, _parent, fields) => codexRecord('type_of_a_later_release', fields),
  compaction: (id) => codexRecord('compacted', { message: id }),
  note: () => codexRecord('event_msg', { type: 'task_complete' }),
};

const bareCodex: LineWriter = {
  ...{ name: 'Codex before envelopes', format: 'codex', links: 'chain', repeatedId: 'none' },
  head: [json({ id: 's', timestamp: TIME, instructions: null, git: { branch: 'main' } })],
  ...codexRecords(json),
  unknown: (_id, _parent, fields) => json({ type: 'type_of_a_later_release', ...fields }),
  compaction: () => json({ type: 'compaction', encrypted_content: '' }),
  note: () => json({ record_type: 'state' }),
};

const geminiMessage = (type: string, id: string, content: string) =>
  json({ id, timestamp: TIME, type, content });

const gemini: LineWriter = {
  ...{ name: 'Gemini CLI', format: 'gemini', links: 'chain', repeatedId: 'newer-version' },
  head: [json({ sessionId: 's', projectHash: 'p', startTime: TIME, lastUpdated: TIME })],
  said: (id, _parent, text) => geminiMessage('user', id, text),
  answered: (id, _parent, text) => geminiMessage('gemini', id, text),
  empty: (id) => json({ id, timestamp: TIME, type: 'user' }),
  unknown: (id, _parent, fields) => json({ id, timestamp: TIME, type: 'type_of_a_later_release', ...fields }),
  compaction: (id) => json({ $set: { messages: [{ id, timestamp: TIME, type: 'user', content: id }] } }),
  note: () => json({ $set: { lastUpdated: TIME } }),
};

/** All formats that are read line by line in one way. */
export const LINE_WRITERS: readonly LineWriter[] = [pi, piSdk, claudeCode, qwen, codex, bareCodex, gemini];
