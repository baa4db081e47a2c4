import type { OperationError } from '../../../shared/contract/errors';
import type { Progress } from '../../../shared/contract/state';
import type { ContentFingerprint } from './fingerprint';

/** What upgrading, its preview and its undo are given. */
export interface UpgradeOptions {
  /** Folder for private copies; made if absent. */
  readonly cacheDir: string;
  /** Ends the work at its next pause. The transaction in the file itself has none. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** How long to wait for another program's lock, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number;
}

/** What an upgrade changes in a file, or would change. */
export interface UpgradeFacts {
  readonly from: 'v1' | 'legacy';
  /** `PRAGMA user_version` before. */
  readonly fromVersion: number;
  /** And after. */
  readonly version: number;
  /** All items of the file. */
  readonly items: number;
  /** Items whose payload was put in normal form. */
  readonly rewritten: number;
  /** Items whose payload is, byte for byte, what it was. */
  readonly untouched: number;
  /** Names of the tables and indexes that were made. */
  readonly createdTables: readonly string[];
  readonly createdIndexes: readonly string[];
  /** What else is worth knowing, a sentence each. */
  readonly notes: readonly string[];
}

/** One payload that is put in normal form. */
export interface RewrittenItem {
  readonly sessionId: string;
  /** In decimal: it may be beyond 2^53. */
  readonly itemIndex: string;
  readonly before: PayloadText;
  readonly after: PayloadText;
}

/** A payload, cut to what a person may want to look at. */
export interface PayloadText {
  /** The first 2,048 UTF-16 code units. */
  readonly text: string;
  /** Length of the whole, in UTF-16 code units. */
  readonly totalChars: number;
}

/** What an upgrade would do, found by doing it to a copy. */
export interface UpgradePreview extends UpgradeFacts {
  /** The first {@link MAX_SHOWN_ITEMS} of the items that would be rewritten. */
  readonly changes: readonly RewrittenItem[];
}

/** An upgrade that was made, verified by reading it back. */
export interface UpgradeDone extends UpgradeFacts {
  /** The file as it was, whole and by itself, beside the upgraded one. */
  readonly backupPath: string;
  /** The content of the file before, which is that of the backup, and what the upgrade left; undoing wants just these. */
  readonly before: ContentFingerprint;
  readonly after: ContentFingerprint;
}

export const MAX_SHOWN_ITEMS = 50;
export const MAX_SHOWN_CHARS = 2048;

/** Ends a transaction, which rolls it back, with an error for the user. Never leaves src/main/writing. */
export class Refusal extends Error {
  readonly error: OperationError;

  constructor(error: OperationError) {
    super(error.message);
    this.name = 'Refusal';
    this.error = error;
  }
}

/** Refuses the upgrade of a store that cannot be upgraded; the words of the spec where it has some. */
export function refuse(message: string): never {
  throw new Refusal({ code: 'cannot-upgrade', message, detail: null });
}
