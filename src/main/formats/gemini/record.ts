import {
  isNativeArray,
  isNativeObject,
  type NativeObject,
  type NativeValue,
} from '../../../shared/json/native';
import type { EntryKind } from '../../../shared/model/kind';

/** What a record of Gemini CLI is. Which one is decided in this order, as the program does it. */
export type RecordType = 'rewind' | 'message' | 'update' | 'metadata' | 'unknown';

export function recordType(record: NativeObject): RecordType {
  if (record.$rewindTo !== undefined) return 'rewind';
  if (typeof record.id === 'string' && record.id !== '') return 'message';
  if (isNativeObject(record.$set)) return 'update';
  return typeof record.sessionId === 'string' ? 'metadata' : 'unknown';
}

/** Whether it is the metadata that a session begins with. */
export function isMetadata({ sessionId, projectHash, uuid }: NativeObject): boolean {
  return typeof sessionId === 'string' && typeof projectHash === 'string' && uuid === undefined;
}

/** The messages that an update puts in place of all before it; null where it leaves them. */
export function replacedMessages({ $set }: NativeObject): readonly NativeValue[] | null {
  return isNativeObject($set) && isNativeArray($set.messages) ? $set.messages : null;
}

/** The kind of a message by its type; those of later releases are unknown, and are kept. */
export function messageKind(type: string): EntryKind {
  switch (type) {
    case 'user':
      return 'user';
    case 'gemini':
      return 'assistant';
    case 'info':
    case 'warning':
    case 'error':
      return 'custom_message';
    default:
      return 'unknown';
  }
}
