import type { ErrorCode, OperationError } from '../../shared/contract/errors';
import type { ReadResult } from '../sqlite/types';

/**
 * Why an operation of a session store failed. `message` is the text of the spec where it has one, with its code in
 * front if the spec writes it so; `code` is for callers.
 */
export class SessionStoreError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | null;

  constructor(code: ErrorCode, message: string, detail: string | null = null) {
    super(message);
    this.name = 'SessionStoreError';
    this.code = code;
    this.detail = detail;
  }

  /** As it crosses to another process. */
  toOperationError(): OperationError {
    return { code: this.code, message: this.message, detail: this.detail };
  }
}

/** The value of what worked; a failure of the file as the error of a store. */
export function valueOrThrow<T>(result: ReadResult<T>): T {
  if (!result.ok) throw new SessionStoreError(result.code, result.message, result.detail);
  return result.value;
}
