import { isNativeObject, type NativeValue, parseNative } from '../../../shared/json/native';
import { objectOf, stringOf } from './native-fields';
import type { Revert } from './storage';

/** Where a session was taken back to, as its record has it: an object, or the JSON of one; null where it was not. */
export function revertOf(stored: NativeValue | undefined): Revert | null {
  const value = typeof stored === 'string' ? parseNative(stored) : stored;
  if (!isNativeObject(value)) return null;
  const { messageID, partID } = objectOf(value);
  if (stringOf(messageID) === '') return null;
  return { messageId: stringOf(messageID), partId: stringOf(partID) || null };
}
