import { fail, type Result } from '../../shared/contract/errors';
import { DatabaseError } from '../formats/database-error';
import type { ReadResult } from '../formats/format';

/** The answer to a request, from that of a source. */
export function readResult<T>(result: ReadResult<T>): Result<T> {
  return result.ok ? result : fail(result.error.code, result.error.message);
}

/** What a stream says that broke off. */
export function failureOf(error: unknown): { code: string; message: string } {
  return error instanceof DatabaseError
    ? { code: error.failure.code, message: error.failure.message }
    : { code: 'internal', message: 'Something went wrong in Ramify itself while reading this file.' };
}
