/** The codes theway's session errors carry; a bad entry or transcript is `corrupted`. */
export type TheWayErrorCode =
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

/** What a rule gives that may refuse: its value, or theway's error. */
export type Ruled<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: TheWayError };

/** A `corrupted` error with theway's text and, where there is more to say, a detail of ours. */
export function corrupted(message: string, detail = ''): TheWayError {
  return { code: 'corrupted', message, detail };
}

/** Says that no entry has this id; contract, section 4. */
export function entryNotFound(id: string): TheWayError {
  return { code: 'not_found', message: `Entry ${id} not found`, detail: '' };
}

/** What a store says that keeps no bindings; contract, section 4. */
export const NO_BINDINGS: TheWayError = {
  code: 'storage_failure',
  message: 'session store does not support binding updates',
  detail: '',
};

/** What a store says that keeps no collapse metadata; contract, section 4. */
export const NO_COLLAPSE_METADATA: TheWayError = {
  code: 'storage_failure',
  message: 'session store does not support collapse metadata',
  detail: '',
};
