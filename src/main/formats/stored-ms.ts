import type { NativeValue } from '../../shared/json/native';

/** Of https://tc39.es/ecma262/#sec-time-values-and-time-range */
const MAX_TIME_MS = 8.64e15;

/** Milliseconds since 1970 as a record has them; NaN for what is none that a date can have. */
export function storedMs(value: NativeValue | undefined): number {
  return typeof value === 'number' && Math.abs(value) <= MAX_TIME_MS ? value : Number.NaN;
}
