import { fail, type OperationError, ok, type Result } from '../../../shared/contract/errors';
import { DatabaseError } from '../../formats/database-error';
import type { ReadFailure } from '../../sqlite/types';
import { Refusal } from './facts';

/** An opening or writing that failed, as an operation gives it. */
export function failed({ code, message, detail }: ReadFailure): Result<never> {
  return fail(code, message, detail);
}

/** The error of a store that another program wrote to. */
export function changedMeanwhile(message: string): OperationError {
  return { code: 'changed-meanwhile', message, detail: null };
}

/** What `work` gives, or what it threw where that is to be expected; `cancelled` is the sentence for a cancel. */
export async function asResult<T>(
  signal: AbortSignal,
  cancelled: string,
  work: () => Promise<T>,
): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: error.error };
    // Opening has a sentence of its own for a cancel, which is about opening.
    if (error instanceof DatabaseError && error.failure.code !== 'cancelled') return failed(error.failure);
    if (error instanceof DatabaseError || (signal.aborted && error === signal.reason))
      return fail('cancelled', cancelled);
    throw error;
  }
}
