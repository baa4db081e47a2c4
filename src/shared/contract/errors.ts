import { z } from 'zod';

/**
 * Every way an operation can fail, over all layers. Callers switch on the code; the message is one
 * plain sentence for people, and `detail` holds what a program or a bug report may want.
 */
export const ErrorCode = z.enum([
  // opening and reading a file: the words of src/main/sqlite
  'missing',
  'is-a-folder',
  'not-a-regular-file',
  'no-permission',
  'empty',
  'not-a-database',
  'encrypted',
  'truncated',
  'damaged',
  'locked',
  'changed-while-reading',
  'unexpected-schema',
  'too-large',
  'no-space',
  'io-error',
  'unknown-format',
  // writing a file: the words of src/main/sqlite
  'not-writable',
  'exists-already',
  // a vv-agent session store: the reference's own words, and ours where it has none
  'checkpoint_session_idempotency_unsupported',
  'session_commit_identity_invalid',
  'session_commit_payload_digest_invalid',
  'session_commit_payload_digest_mismatch',
  'session_commit_identity_conflict',
  'checkpoint_definition_not_i_json',
  'invalid-item',
  'undecodable-item',
  'invalid-schema',
  'invalid-outcome',
  // a theway session, by theway's own codes
  'not_found',
  'already_exists',
  'corrupted',
  'storage_failure',
  'aborted',
  'unknown',
  // a Redis server
  'invalid-address',
  'not-connected',
  'not-authorised',
  // changing what is stored
  'editing-off',
  'not-editable',
  'changed-meanwhile',
  'nothing-to-undo',
  'cannot-upgrade',
  // asking something of an open file
  'unknown-session',
  'unknown-entry',
  'file-not-open',
  // the machinery
  'cancelled',
  'process-died',
  'deadline',
  'invalid-input',
  'unknown-operation',
  'internal',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const OperationError = z.object({
  code: ErrorCode,
  message: z.string(),
  detail: z.string().nullable(),
});
export type OperationError = z.infer<typeof OperationError>;

/** What every operation gives: its value, or an error as a value. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: OperationError };

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function fail(
  code: ErrorCode,
  message: string,
  detail: string | null = null,
): { ok: false; error: OperationError } {
  return { ok: false, error: { code, message, detail } };
}
