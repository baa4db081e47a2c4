import type { Item } from '../../shared/vv-agent/item';

/** What became of an idempotent append: written now, or found written by an earlier one. */
export type CommitOutcome = 'committed' | 'replayed';

/**
 * A store of vv-agent sessions; spec section 1. What its sessions do fails with a {@link SessionStoreError}.
 */
export interface SessionStore {
  /** The session of an id. It exists through its items and commits alone: any id may be asked for. */
  session(sessionId: string): Session;
  /** Lets go of the file or the connection. Harmless when repeated. */
  close(): Promise<void>;
}

/** One session of a store: items in order, oldest first, and the commits that appended some of them. */
export interface Session {
  readonly sessionId: string;
  /** Whether {@link addItemsOnce} works; where it does not, it fails. */
  readonly supportsAddItemsOnce: boolean;
  /**
   * A snapshot of the items, oldest first; with a limit the newest of them, still oldest first, and none for a limit of
   * 0 or less. Fails with `undecodable-item` if one in the range asked for cannot be read.
   */
  getItems(limit?: number): Promise<Item[]>;
  /** Appends items in order, all or none, in normal form; none does nothing. */
  addItems(items: readonly Item[]): Promise<void>;
  /** Appends items once for each commit id; spec section 4 has the order of its checks. */
  addItemsOnce(commitId: string, payloadDigest: string, items: readonly Item[]): Promise<CommitOutcome>;
  /** Removes the newest item and gives it; undefined when there is none. One that cannot be decoded stays. */
  popItem(): Promise<Item | undefined>;
  /** Removes the items and the commits of this session, and nothing else. */
  clear(): Promise<void>;
  /** The same as {@link clear}. */
  clearSession(): Promise<void>;
}
