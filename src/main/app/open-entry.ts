import path from 'node:path';
import type { Editing, Undo } from '../../shared/contract/editing';
import type { OperationError, Result } from '../../shared/contract/errors';
import type { FileChange, FoundFile, OpenFile, Progress } from '../../shared/contract/state';
import type { StoreTarget } from '../../shared/contract/target';
import type { FileSummary } from '../../shared/model/session';
import type { HostedClient } from './data-host';

/** How an open file stands, as {@link OpenFile} tells the page. */
export type EntryState =
  | { status: 'opening'; progress: Progress | null; abort: AbortController }
  | { status: 'open'; summary: FileSummary; change: FileChange | null; stamp: string }
  | { status: 'failed' | 'dead'; error: OperationError; found?: FoundFile | null };

/** A running data process, and what opening the file in it gives: no request may overtake that. */
export interface Connection {
  readonly client: HostedClient;
  readonly opened: Promise<Result<FileSummary>>;
}

/** One file or server the window has open. */
export interface Entry {
  readonly fileId: string;
  readonly target: StoreTarget;
  readonly isSample: boolean;
  generation: number;
  state: EntryState;
  connection: Connection | null;
  lastUsed: number;
  isEditing: boolean;
  undo: Undo | null;
  /** Writes of ours that were not read again yet: a change that is noticed meanwhile is our own. */
  ownWrites: number;
}

/** An entry of which nothing is known yet. */
export function newEntry(fileId: string, target: StoreTarget): Entry {
  return {
    fileId,
    target,
    isSample: false,
    generation: 0,
    state: { status: 'failed', error: { code: 'file-not-open', message: '', detail: null } },
    connection: null,
    lastUsed: 0,
    isEditing: false,
    undo: null,
    ownWrites: 0,
  };
}

/** Where an entry is; no two entries are at the same place. */
function placeOf(target: StoreTarget): string {
  return target.type === 'file' ? target.path : target.address;
}

export function isSamePlace(one: StoreTarget, other: StoreTarget): boolean {
  if (one.type === 'file' || other.type === 'file')
    return one.type === other.type && placeOf(one) === placeOf(other);
  return one.address === other.address && one.user === other.user && one.prefix === other.prefix;
}

export function toOpenFile(entry: Entry): OpenFile {
  const { fileId, generation, isSample, target, state, undo } = entry;
  const where = placeOf(target);
  const common = {
    fileId,
    path: where,
    name: target.type === 'file' ? path.basename(where) : where.replace(/^rediss?:\/\//, ''),
    place: target.type === 'file' ? ('file' as const) : ('server' as const),
    generation,
  };
  switch (state.status) {
    case 'opening':
      return { ...common, status: 'opening', progress: state.progress };
    case 'open': {
      const { summary, change } = state;
      return { ...common, status: 'open', summary, change, isSample, editing: editingOf(entry), undo };
    }
    case 'failed':
    case 'dead':
      return { ...common, status: state.status, error: state.error, found: state.found ?? null };
  }
}

/** Whether a file can be changed, by what its reader says of it. */
export function editingOf({ state, isEditing }: Entry): Editing {
  if (state.status !== 'open') return 'impossible';
  const { readOnlyReason, mustUpgrade } = state.summary.abilities;
  if (readOnlyReason !== null) return 'impossible';
  if (mustUpgrade) return 'upgrade-first';
  return isEditing ? 'on' : 'off';
}
