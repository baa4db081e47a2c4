import { BROKEN_PARENT, NO_PARENT } from '../model/heads';
import { IdRows } from '../tree/id-rows';
import { corrupted, type TheWayError } from './error';

/** Where a `leaf` entry moves the active leaf; `unreadable` when the record cannot say. */
export type LeafMove = { readonly target: string | null } | 'unreadable';

/** What replay looks at in one entry. */
export interface TranscriptEntry {
  readonly id: string;
  readonly parentId: string | null;
  /** For a `leaf` entry; null for any other. */
  readonly leafMove: LeafMove | null;
}

/** What can be wrong with an entry among the others. An entry that is its own parent passes replay, but has no path. */
export type ReplayFault = 'duplicate-entry-id' | 'dangling-parent' | 'own-parent' | 'dangling-leaf-target';

/** What theway says of each fault. `own-parent` names the entry at the end, as theway does. */
export const REPLAY_TEXTS: Readonly<Record<ReplayFault, string>> = {
  'duplicate-entry-id': 'session transcript contains duplicate entry id',
  'dangling-parent': 'session transcript contains dangling parent reference',
  'own-parent': 'cycle in parent chain at',
  'dangling-leaf-target': 'session transcript contains dangling leaf target',
};

/** How an entry stands among those before it. */
export interface ReplayedEntry {
  /** Position in append order, from 0. */
  readonly row: number;
  /** Row of the parent; `NO_PARENT` for a root, `BROKEN_PARENT` where the parent is not before it. */
  readonly parentRow: number;
  /** In theway's order of checks; empty for a sound entry. */
  readonly faults: readonly ReplayFault[];
}

const SOUND: readonly ReplayFault[] = [];

/**
 * Replays a transcript in append order (contract, section 2), going on where theway would stop: a
 * duplicate keeps a row of its own while its id goes on naming the first, a dangling parent is a break,
 * a leaf move whose target is not there leaves no active leaf.
 */
export class TranscriptReplay {
  readonly #rows = new IdRows();
  #count = 0;
  #activeLeaf: string | null = null;
  /** The id pushed last and its row: most entries hang at the one before them. */
  #lastId: string | null = null;
  #lastRow = -1;

  get count(): number {
    return this.#count;
  }

  /** Id of the active leaf so far; null when there is none. */
  get activeLeaf(): string | null {
    return this.#activeLeaf;
  }

  /** Row of the first entry with this id; -1 when there is none. */
  rowOf(id: string | null): number {
    if (id === null) return -1;
    return id === this.#lastId ? this.#lastRow : this.#rows.rowOf(id);
  }

  push(entry: TranscriptEntry): ReplayedEntry {
    const { id, parentId, leafMove } = entry;
    const row = this.#count++;
    const faults: ReplayFault[] = [];
    const known = this.#rows.add(id, row);
    if (known >= 0) faults.push('duplicate-entry-id');
    let parentRow = NO_PARENT;
    if (parentId === id) {
      // The own id counts as seen from here on: theway lets an entry name itself as parent or as leaf.
      faults.push('own-parent');
      parentRow = BROKEN_PARENT;
    } else if (parentId !== null) {
      const found = this.rowOf(parentId);
      if (found === -1) faults.push('dangling-parent');
      parentRow = found === -1 ? BROKEN_PARENT : found;
    }
    this.#lastId = id;
    this.#lastRow = known >= 0 ? known : row;
    this.#activeLeaf = id;
    if (leafMove !== null) {
      const target = leafMove === 'unreadable' ? null : leafMove.target;
      const isDangling = target !== null && this.rowOf(target) === -1;
      if (isDangling) faults.push('dangling-leaf-target');
      this.#activeLeaf = isDangling ? null : target;
    }
    return { row, parentRow, faults: faults.length === 0 ? SOUND : faults };
  }
}

/** The strict replay of theway: the active leaf (null: none), or the first failure. */
export function replayTranscript(
  entries: Iterable<TranscriptEntry>,
): { ok: true; activeLeaf: string | null } | { ok: false; error: TheWayError } {
  const replay = new TranscriptReplay();
  for (const entry of entries) {
    const fault = replay.push(entry).faults.find((candidate) => candidate !== 'own-parent');
    if (fault !== undefined) return { ok: false, error: corrupted(REPLAY_TEXTS[fault]) };
  }
  return { ok: true, activeLeaf: replay.activeLeaf };
}

/**
 * Checks one more entry of a sound transcript, given which ids are there already; null when it may follow. What
 * {@link replayTranscript} says of the whole, for stores that do not read the whole to append. Contract, section 2.
 */
export function checkNext(
  { id, parentId, leafMove }: TranscriptEntry,
  isThere: (id: string) => boolean,
): TheWayError | null {
  const isSeen = (named: string) => named === id || isThere(named);
  if (isThere(id)) return refused('duplicate-entry-id', id);
  if (parentId !== null && !isSeen(parentId)) return refused('dangling-parent', id);
  const target = leafMove === null || leafMove === 'unreadable' ? null : leafMove.target;
  return target === null || isSeen(target) ? null : refused('dangling-leaf-target', id);
}

function refused(fault: ReplayFault, id: string): TheWayError {
  return corrupted(REPLAY_TEXTS[fault], `entry ${id}`);
}
