import type { ErrorCode } from '../../shared/contract/errors';
import { corrupted, type Ruled } from '../../shared/theway/error';
import { failureOfSystemError } from '../sqlite/failure';
import { fileError, ThewaySessionError } from './session-error';

/** An archive that breaks a rule of section 6 of the theway facts: `corrupted`, in theway's words. */
export function archiveRefusal(message: string, detail = '', reason: ErrorCode | null = null) {
  return new ThewaySessionError(corrupted(message, detail), reason);
}

/** The same of one line of the transcript, from 1; the metadata is line 1. */
export function lineRefusal(line: number, message: string, detail: string): ThewaySessionError {
  return archiveRefusal(`parse session entry line ${line}: ${message}`, detail);
}

/** The value of a rule that was kept; else its error, as an archive's. */
export function archiveRuled<T>(result: Ruled<T>): T {
  if (!result.ok) throw archiveRefusal(result.error.message, result.error.detail);
  return result.value;
}

export function expectNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  const message = 'This was cancelled, and nothing was written.';
  throw new ThewaySessionError({ code: 'aborted', message, detail: '' }, 'cancelled');
}

/** An error of the system as theway's: of a session archive, or of what is written in its folder. Others as they are. */
export function asArchiveFileError(path: string, error: unknown, purpose: 'reading' | 'writing'): unknown {
  if (error instanceof ThewaySessionError) return error;
  const known = failureOfSystemError(error, purpose);
  if (known === null) return error;
  const { code, message, detail } = known;
  // What that says of any file, it says for these; the rest would speak of a session database.
  if (code === 'missing' || code === 'exists-already') return fileError(path, known);
  const text = OWN_SENTENCES[code] ?? message;
  return new ThewaySessionError({ code: 'storage_failure', message: text, detail }, code);
}

const OWN_SENTENCES: Partial<Readonly<Record<ErrorCode, string>>> = {
  'is-a-folder': 'This is a folder, not a session archive: choose a file.',
  'not-a-regular-file': 'This is a pipe, socket or device, not a file: choose an ordinary file.',
  'no-space': 'The disk has no room for this, so nothing was written: free some space and try again.',
};
