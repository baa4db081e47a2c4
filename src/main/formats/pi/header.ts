import type { NativeObject } from '../../../shared/json/native';

/** Whether a record is the header of a session, of any version. */
export function isPiHeader({ type, id }: NativeObject): boolean {
  return type === 'session' && typeof id === 'string';
}

/** Whether an object found behind a damaged part of its line is a record. */
export function isPiRecord({ type, timestamp }: NativeObject): boolean {
  return typeof type === 'string' && typeof timestamp === 'string';
}

/** Told of a session that has lost its header. */
export const MISSING_HEADER = {
  code: 'header-missing',
  severity: 'error',
  message: 'The session header is missing: no line of the file is one.',
} as const;
