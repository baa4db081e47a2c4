import type { RemovalPreview } from '../../shared/contract/editing';

/** A write that was made, and how it is taken back. */
export interface UndoStep {
  /** What was done, for people: `append 2 items`. */
  readonly label: string;
  /** Why it cannot be taken back any more, a sentence; null while it can. */
  refusal(): Promise<string | null>;
  /** Takes it back: all of it, or throws and changes nothing. */
  undo(): Promise<void>;
}

/** What was removed, with the way back. */
export interface Popped {
  readonly payload: string;
  readonly step: UndoStep;
}

/** How much was removed, with the way back. */
export interface Cleared {
  readonly itemCount: number;
  readonly commitCount: number;
  readonly step: UndoStep;
}

/**
 * A store that is changed by hand: in a file or on a server. Payloads come in normal form and judged. Everything
 * fails with a `SessionStoreError`, and then nothing was changed unless its sentence says so. What was `shown` before a
 * removal must still be what goes, or it fails with `changed-meanwhile`; null where nothing was shown.
 */
export interface EditableStore {
  /** Whether a session is only called so, its id being no proper text: under this name something else would be written. */
  isStandIn(sessionId: string): Promise<boolean>;
  /** The digest a commit id is known with in a session; undefined when it is not known. */
  knownDigest(sessionId: string, commitId: string): Promise<string | undefined>;
  removal(sessionId: string): Promise<RemovalPreview>;
  append(sessionId: string, payloads: readonly string[]): Promise<UndoStep>;
  /** Appends once for a commit id; null when it was known with the same digest, and nothing was done. */
  appendOnce(
    sessionId: string,
    commitId: string,
    digest: string,
    payloads: readonly string[],
  ): Promise<UndoStep | null>;
  /** Removes the newest item; null when there is none. One that cannot be decoded stays. */
  pop(sessionId: string, shown: RemovalPreview | null): Promise<Popped | null>;
  clear(sessionId: string, shown: RemovalPreview | null): Promise<Cleared>;
  /** Writes a copy of all that is stored beside it and gives where; not every store can. */
  backUp(): Promise<string>;
  close(): Promise<void>;
}

/** What a taken-back write meets when something else was written after it. */
export const WRITTEN_SINCE = 'Something else was written since, so this cannot be undone.';
