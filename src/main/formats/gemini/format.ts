import path from 'node:path';
import { isNativeObject, type NativeObject } from '../../../shared/json/native';
import type { TextFormat } from '../format';
import type { LineFormat } from '../line-session/line-format';
import { lineTextFormat, openGuarded } from '../line-session/text-format';
import { openSessionFiles } from '../sub-agents/session-files';
import { GeminiReader } from './line-reader';
import { isMetadata } from './record';
import { recordContent } from './record-content';
import { geminiSubAgents } from './sub-agents';

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

/** A chat comes with those of its sub-agents. */
export const geminiFormat: TextFormat = {
  ...lineTextFormat(gemini),
  open: (givenPath, options) =>
    openGuarded(givenPath, options, (file) => {
      const folderName = path.basename(path.dirname(file));
      const format: LineFormat = { ...gemini, reader: () => new GeminiReader(null, folderName) };
      return openSessionFiles(file, format, geminiSubAgents, options);
    }),
};

/** Whether it is an answer of Gemini: the metadata may be lost. */
function isAnswer({ id, timestamp, type, content }: NativeObject): boolean {
  return (
    type === 'gemini' && [id, timestamp].every((value) => typeof value === 'string') && content !== undefined
  );
}
