import { isNativeArray, isNativeObject, type NativeObject } from '../../../shared/json/native';
import type { LineFormat } from '../line-session/line-format';
import { lineTextFormat } from '../line-session/text-format';
import { QwenReader } from './line-reader';
import { recordContent } from './record-content';

/** Sessions of Qwen Code. */
const qwen: LineFormat = {
  id: 'qwen',
  detect: (records) => records.some(isOwnRecord),
  isRecord: ({ uuid, sessionId, type }) =>
    [uuid, sessionId, type].every((value) => typeof value === 'string'),
  repeatedId: 'same-entry',
  reader: () => new QwenReader(),
  content: recordContent,
};

export const qwenFormat = lineTextFormat(qwen);

const TYPES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'tool_result', 'system']);

/** Whether it is a record that Claude Code does not write: those of the two look alike but for what they say. */
function isOwnRecord(record: NativeObject): boolean {
  const { uuid, parentUuid, sessionId, type, subtype, message, systemPayload, isSidechain } = record;
  if (typeof uuid !== 'string' || typeof sessionId !== 'string' || parentUuid === undefined) return false;
  if (!TYPES.has(type)) return false;
  if (isNativeObject(message)) return isNativeArray(message.parts);
  if (type === 'system') return typeof subtype === 'string' && isNativeObject(systemPayload);
  // Of a long record only its first texts are known; Claude Code has the id behind the message.
  return message === undefined && isSidechain === undefined;
}
