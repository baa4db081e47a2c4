import { isNativeObject, type NativeObject, type NativeValue } from '../../../shared/json/native';

/** A string; empty for any other value. */
export function stringOf(value: NativeValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A number; null for any other value. */
export function numberOf(value: NativeValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** An object; one without members for any other value. */
export function objectOf(value: NativeValue | undefined): NativeObject {
  return isNativeObject(value) ? value : {};
}

/** A text that has words in it; empty for any other. */
export function wordsOf(value: NativeValue | undefined): string {
  return typeof value === 'string' && /\S/.test(value) ? value : '';
}
