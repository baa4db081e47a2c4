/** The codes theway's session errors carry; a bad entry or transcript is `corrupted`. */
type TheWayErrorCode =
  | 'not_found'
  | 'already_exists'
  | 'corrupted'
  | 'storage_failure'
  | 'aborted'
  | 'unknown';

/** An error as theway itself would report it. */
export interface TheWayError {
  readonly code: TheWayErrorCode;
  /** theway's own text, to the letter. */
  readonly message: string;
  /** What is known beyond that text; empty when there is nothing to add. */
  readonly detail: string;
}

/** A `corrupted` error with theway's text and, where there is more to say, a detail of ours. */
export function corrupted(message: string, detail = ''): TheWayError {
  return { code: 'corrupted', message, detail };
}
