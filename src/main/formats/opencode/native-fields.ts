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

/** Milliseconds since 1970; NaN for what is none that a date can have. */
export function timeOf(value: NativeValue | undefined): number {
  return typeof value === 'number' && Math.abs(value) <= MAX_TIME_MS ? value : Number.NaN;
}

/** Of https://tc39.es/ecma262/#sec-time-values-and-time-range */
const MAX_TIME_MS = 8.64e15;
