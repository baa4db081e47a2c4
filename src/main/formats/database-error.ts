import { failureOfSystemError } from '../sqlite/failure';
import type { ReadFailure, ReadResult } from '../sqlite/types';

/**
 * The database under a store failed in the middle of a request (locked, damaged, changed). A reader can
 * do nothing about it at any level, so it travels as an exception to the one place that answers requests,
 * which turns it into an error value for the user.
 */
export class DatabaseError extends Error {
  readonly failure: ReadFailure;

  constructor(failure: ReadFailure) {
    super(failure.message);
    this.name = 'DatabaseError';
    this.failure = failure;
  }
}

/** The value of a read, or a {@link DatabaseError}. */
export function unwrap<T>(result: ReadResult<T>): T {
  if (!result.ok) throw new DatabaseError(result);
  return result.value;
}

/** Does some work on files; what the system refuses as expected becomes a {@link DatabaseError}. */
export function withSystemErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const known = failureOfSystemError(error);
    if (known === null) throw error;
    throw new DatabaseError(known);
  }
}
