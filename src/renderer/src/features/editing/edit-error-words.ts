import type { OperationError } from '../../../../shared/contract/errors';

/** What the user can do about a failed edit, besides closing the dialog. */
export type Remedy = 'retry' | 'reload' | 'checks' | 'allow' | null;

/** A failed edit in words for people, and what can be done about it. */
export interface EditErrorWords {
  readonly error: OperationError;
  readonly remedy: Remedy;
}

/** Says what a failed edit means. The words of a store's own errors are for programs: they become the detail. */
export function editErrorWords(error: OperationError): EditErrorWords {
  const say = (message: string): OperationError => ({ ...error, message, detail: error.message });
  switch (error.code) {
    case 'locked':
      return {
        // What the database says of it helps nobody here.
        error: {
          ...error,
          message:
            'Another program is writing to this store and did not let go within 5 seconds. Nothing was written.',
          detail: null,
        },
        remedy: 'retry',
      };
    case 'session_commit_identity_conflict':
      return {
        error: say(
          'This commit id was used before, with other items. Nothing was appended. Name another commit, or give the items it was made with.',
        ),
        remedy: null,
      };
    case 'session_commit_identity_invalid':
      return { error: say('A commit id must not be blank. Nothing was appended.'), remedy: null };
    case 'session_commit_payload_digest_mismatch':
    case 'session_commit_payload_digest_invalid':
      return {
        error: say('The digest is not that of these items any more. Nothing was appended.'),
        remedy: 'retry',
      };
    case 'checkpoint_definition_not_i_json':
      return {
        error: say(
          'An item holds an integer beyond ±(2^53−1), over which no digest can be computed. Nothing was appended.',
        ),
        remedy: null,
      };
    case 'changed-meanwhile':
    case 'changed-while-reading':
    case 'unknown-session':
    // What was under way may have been written: to try again at once could write it twice.
    case 'process-died':
    case 'deadline':
    case 'not-connected':
      return { error, remedy: 'reload' };
    case 'invalid-schema':
    case 'unexpected-schema':
    case 'undecodable-item':
    case 'damaged':
      return { error, remedy: 'checks' };
    case 'editing-off':
      return { error, remedy: 'allow' };
    case 'io-error':
    case 'no-space':
      return { error, remedy: 'retry' };
    default:
      return { error, remedy: null };
  }
}
