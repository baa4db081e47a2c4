import { type NativeObject, parseNative } from '../../../shared/json/native';
import { documentStart, memberSpans } from '../one-document/json-spans';
import { numberOf, objectOf, stringOf } from './native-fields';
import type { RecordRole } from './storage';

/** A longer member tells nothing of what a record is. */
const MAX_MEMBER_BYTES = 64 * 1024;

/** The members of a JSON document that its first bytes have whole. */
export function leadingMembers(head: Buffer): NativeObject {
  const known = memberSpans(head, documentStart(head)).flatMap(({ key, from, to, isWhole }) => {
    if (!isWhole || to - from > MAX_MEMBER_BYTES) return [];
    const value = parseNative(head.toString('utf8', from, to));
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(known);
}

/** What a file of the JSON storage is, by what it says; null for any other file. */
export function roleOf(record: NativeObject): RecordRole | null {
  if (stringOf(record.messageID) !== '' && stringOf(record.type) !== '') return 'part';
  const role = stringOf(record.role);
  if (stringOf(record.sessionID) !== '') return role === 'user' || role === 'assistant' ? 'message' : null;
  return isSession(record) ? 'session' : null;
}

function isSession({ id, title, version, time }: NativeObject): boolean {
  const { created, updated } = objectOf(time);
  return (
    stringOf(id).startsWith('ses_') &&
    typeof title === 'string' &&
    typeof version === 'string' &&
    numberOf(created) !== null &&
    numberOf(updated) !== null
  );
}
