import type { ErrorCode, OperationError } from '../../shared/contract/errors';
import { corrupted, type Ruled, type TheWayError, type TheWayErrorCode } from '../../shared/theway/error';
import type { ReadFailure } from '../sqlite/types';

/**
 * Why an operation on a theway session failed. `message` is theway's own text where it has one; `reason` says more to
 * callers than theway's code does, such as `locked`.
 */
export class ThewaySessionError extends Error {
  readonly code: TheWayErrorCode;
  readonly detail: string;
  readonly reason: ErrorCode | null;

  constructor({ code, message, detail }: TheWayError, reason: ErrorCode | null = null) {
    super(message);
    this.name = 'ThewaySessionError';
    this.code = code;
    this.detail = detail;
    this.reason = reason;
  }

  /** As it crosses to another process: with the reason where there is one, since callers act on that. */
  toOperationError(): OperationError {
    return { code: this.reason ?? this.code, message: this.message, detail: this.detail || null };
  }
}

/** The value of a rule that was kept, or a {@link ThewaySessionError}. */
export function ruled<T>(result: Ruled<T>): T {
  if (!result.ok) throw new ThewaySessionError(result.error);
  return result.value;
}

/** The error of a write that came too late: the session is no longer what it was. */
export function changedMeanwhile(message: string): ThewaySessionError {
  return new ThewaySessionError({ code: 'storage_failure', message, detail: '' }, 'changed-meanwhile');
}

/** The error of a write to a session that is read only. */
export function openForReadingOnly(): ThewaySessionError {
  const message = 'This session is open for reading only.';
  return new ThewaySessionError({ code: 'storage_failure', message, detail: '' }, 'editing-off');
}

/**
 * The failure of a file as theway's error: damage is `corrupted`, a lock or a refused write a `storage_failure` with a
 * sentence, anything else that keeps it from being read `unreadable`. The file is left as it is. Contract, section 4.
 */
export function fileError(path: string, { code, message, detail }: ReadFailure): ThewaySessionError {
  switch (code) {
    case 'damaged':
    case 'truncated':
    case 'not-a-database':
    case 'encrypted':
      return new ThewaySessionError(
        corrupted(`session db ${path} corrupt: ${detail || message}`, message),
        code,
      );
    case 'missing':
      return new ThewaySessionError({ code: 'not_found', message, detail }, code);
    case 'exists-already':
      return new ThewaySessionError({ code: 'already_exists', message, detail }, code);
    case 'cancelled':
      return new ThewaySessionError({ code: 'aborted', message, detail }, code);
    case 'locked':
    case 'changed-while-reading':
    case 'no-space':
    case 'not-writable':
      return new ThewaySessionError({ code: 'storage_failure', message, detail }, code);
    default: {
      const text = `session db ${path} unreadable (${detail || message}), left in place`;
      return new ThewaySessionError({ code: 'storage_failure', message: text, detail: message }, code);
    }
  }
}

/** A file that SQLite's own check finds damaged; contract, section 4. */
export function failedIntegrity(path: string, findings: readonly string[]): ThewaySessionError {
  const message = `session db ${path} failed integrity check (left in place)`;
  return new ThewaySessionError(corrupted(message, findings.join('; ')), 'damaged');
}
