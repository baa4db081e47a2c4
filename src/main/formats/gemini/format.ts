import { isNativeObject, type NativeObject } from '../../../shared/json/native';
import type { LineFormat } from '../line-session/line-format';
import { lineTextFormat } from '../line-session/text-format';
import { GeminiReader } from './line-reader';
import { isMetadata } from './record';
import { recordContent } from './record-content';

/** Chats of Gemini CLI since April 2026: JSON lines. */
export const gemini: LineFormat = {
  id: 'gemini',
  // Metadata with messages begins one document, which is read in another way.
  detect: (records) =>
    records.some((record) => (isMetadata(record) && record.messages === undefined) || isAnswer(record)),
  isRecord: (record) =>
    (typeof record.id === 'string' &&
      typeof record.timestamp === 'string' &&
      typeof record.type === 'string') ||
    isNativeObject(record.$set) ||
    typeof record.$rewindTo === 'string' ||
    isMetadata(record),
  repeatedId: 'same-entry',
  reader: () => new GeminiReader(null),
  content: recordContent,
};

export const geminiFormat = lineTextFormat(gemini);

/** Whether it is an answer of Gemini: the metadata may be lost. */
function isAnswer({ id, timestamp, type, content }: NativeObject): boolean {
  return (
    type === 'gemini' && [id, timestamp].every((value) => typeof value === 'string') && content !== undefined
  );
}
