import {
  isNativeArray,
  isNativeObject,
  type NativeObject,
  type NativeValue,
} from '../../../shared/json/native';
import { FLAG } from '../../../shared/model/heads';
import type { RecordHead } from '../line-session/line-format';
import { contentWords } from '../model-content/content-words';
import { allTokens } from '../model-content/token-counts';
import { rfc3339Ms } from '../rfc3339';
import { messageKind, replacedMessages } from './record';

/** Fills in the head of a message, as far as its record has it: of one that is written again the last record counts. */
export function readMessage(head: RecordHead, record: NativeObject): void {
  const type = stringOf(record.type);
  const words = contentWords(record.content);
  const thoughts = thoughtWords(record.thoughts);
  const tools = toolWords(record.toolCalls);
  head.kind = messageKind(type);
  head.flags = words.flags | thoughts.flags | tools.flags | (type === 'error' ? FLAG.error : 0);
  head.timeMs = rfc3339Ms(typeof record.timestamp === 'string' ? record.timestamp : null);
  head.tokens = tokensOf(record.tokens);
  head.preview = words.text || words.thinking || thoughts.text;
  if (head.kind === 'unknown') head.preview ||= type;
  head.toolNames = [...words.toolNames, ...tools.names];
  head.calls = [...words.calls, ...tools.open];
  head.answeredIds = words.answeredIds;
}

/** Fills in the head of a change of the session's metadata. */
export function readUpdate(head: RecordHead, record: NativeObject): void {
  const messages = replacedMessages(record);
  const fields = isNativeObject(record.$set) ? record.$set : {};
  if (messages !== null) {
    head.kind = 'compaction';
    head.preview = replacedWords(messages.length);
    return;
  }
  const summary = stringOf(fields.summary);
  head.kind = summary === '' ? 'meta' : 'session_info';
  head.preview =
    summary === '' ? `set: ${Object.keys(fields).slice(0, 20).join(', ')}` : `summary: ${summary}`;
}

/** What an update says that puts messages in place of all before it. */
export function replacedWords(count: number): string {
  if (count === 0) return 'all messages cleared';
  return count === 1 ? '1 message in place of all before' : `${count} messages in place of all before`;
}

/** The calls of a message. Most have their results with them: those without may still be running. */
function toolWords(toolCalls: NativeValue | undefined) {
  let flags = 0;
  const names: string[] = [];
  const open: { callId: string; name: string }[] = [];
  for (const call of isNativeArray(toolCalls) ? toolCalls : []) {
    if (!isNativeObject(call)) continue;
    const name = stringOf(call.name);
    const callId = stringOf(call.id);
    names.push(name);
    const hasResult = call.result !== undefined && call.result !== null;
    if (call.status === 'error') flags |= FLAG.error;
    if (hasResult) flags |= contentWords(call.result).flags & FLAG.image;
    else if (callId !== '' && call.status !== 'error' && call.status !== 'cancelled')
      open.push({ callId, name });
  }
  return { flags, names, open };
}

function thoughtWords(thoughts: NativeValue | undefined): { readonly text: string; readonly flags: number } {
  if (!isNativeArray(thoughts) || thoughts.length === 0) return { text: '', flags: 0 };
  const [first] = thoughts;
  const text = isNativeObject(first) ? stringOf(first.subject) || stringOf(first.description) : '';
  return { text, flags: FLAG.thinking };
}

function tokensOf(tokens: NativeValue | undefined): number {
  if (!isNativeObject(tokens)) return Number.NaN;
  return allTokens({
    input: numberOf(tokens.input),
    output: numberOf(tokens.output),
    cached: numberOf(tokens.cached),
    thoughts: numberOf(tokens.thoughts),
    total: numberOf(tokens.total),
  });
}

function stringOf(value: NativeValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: NativeValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
