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
import { kindOf } from './record-kind';

/** Fills in the head of an entry with what its record says. */
export function readHead(head: RecordHead, record: NativeObject): void {
  const type = stringOf(record.type);
  const subtype = stringOf(record.subtype);
  const message = isNativeObject(record.message) ? record.message : {};
  const words = contentWords(message.parts);
  const provenance = stringOf(record.provenance);
  head.kind = kindOf({ type, subtype, provenance, hasResponse: words.hasResponse });
  head.flags = words.flags;
  head.preview = words.text || words.thinking;
  head.toolNames = words.toolNames;
  head.calls = words.calls;
  head.answeredIds = words.answeredIds;
  if (type === 'assistant') head.tokens = tokensOf(record.usageMetadata);
  if (type === 'tool_result') readResult(head, record.toolCallResult);
  if (type === 'system') head.preview = systemWords(subtype, record);
  if (head.kind === 'unknown') head.preview ||= type;
}

function readResult(head: RecordHead, result: NativeValue | undefined): void {
  if (!isNativeObject(result)) return;
  if (result.status === 'error') head.flags |= FLAG.error;
  const callId = stringOf(result.callId);
  if (head.answeredIds.length === 0 && callId !== '') head.answeredIds = [callId];
  if (typeof result.resultDisplay === 'string') head.preview ||= result.resultDisplay;
}

function tokensOf(usage: NativeValue | undefined): number {
  if (!isNativeObject(usage)) return Number.NaN;
  return allTokens({
    input: numberOf(usage.promptTokenCount),
    output: numberOf(usage.candidatesTokenCount),
    cached: numberOf(usage.cachedContentTokenCount),
    thoughts: numberOf(usage.thoughtsTokenCount),
    total: numberOf(usage.totalTokenCount),
  });
}

/** First words of a note of the program. */
function systemWords(subtype: string, { systemPayload }: NativeObject): string {
  const payload = isNativeObject(systemPayload) ? systemPayload : {};
  if (subtype === 'chat_compression') return compressedWords(payload.compressedHistory) || subtype;
  const field = OWN_WORDS[subtype];
  const said = field === undefined ? '' : stringOf(payload[field]);
  if (subtype === 'slash_command' && said !== '')
    return payload.phase === 'result' ? `${said} (result)` : said;
  if (said !== '') return `${subtype.replaceAll('_', ' ')}: ${said}`;
  if (subtype === 'rewind' && typeof payload.truncatedCount === 'number')
    return `rewind: ${payload.truncatedCount} taken back`;
  return subtype.replaceAll('_', ' ');
}

/** The field of a payload that has what the note is about. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  custom_title: 'customTitle',
  parent_session: 'parentSessionId',
  session_source: 'sourceType',
  session_model: 'modelId',
  slash_command: 'rawCommand',
  at_command: 'userText',
  notification: 'displayText',
};

/** The first text of a history that was compressed: its summary. */
function compressedWords(history: NativeValue | undefined): string {
  for (const content of isNativeArray(history) ? history : []) {
    const { text } = contentWords(isNativeObject(content) ? content.parts : undefined);
    if (text !== '') return text;
  }
  return '';
}

function stringOf(value: NativeValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: NativeValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
