import { textField } from '../../shared/content/fields';
import { nameGiven } from '../../shared/theway/annotations';
import { corrupted } from '../../shared/theway/error';
import { pathToRoot } from '../../shared/theway/path';
import { leafAfter, type SessionEntry } from '../../shared/theway/session-entry';
import { REPLAY_TEXTS } from '../../shared/theway/transcript';
import { ruled, ThewaySessionError } from './session-error';
import type { SessionRows } from './session-rows';

// What a session says of itself, found by its indexes and not by reading all of it. Section 2 of the theway facts.

/** The active leaf: the newest entry decides it alone. */
export function activeLeafOf(rows: SessionRows): string | null {
  const last = rows.last();
  if (last === null) return null;
  const leaf = leafAfter(last);
  if (leaf === null || leaf === last.id || rows.hasEntry(leaf)) return leaf;
  throw new ThewaySessionError(corrupted(REPLAY_TEXTS['dangling-leaf-target'], `entry ${last.id}`));
}

export function pathOf(rows: SessionRows, leafId: string | null): SessionEntry[] {
  return ruled(pathToRoot(leafId, (id) => rows.entry(id)));
}

export function labelOf(rows: SessionRows, entryId: string): string | null {
  for (const { object } of rows.ofType('label', 'newest-first'))
    if (textField(object, 'targetId') === entryId) return textField(object, 'label');
  return null;
}

export function nameOf(rows: SessionRows): string | null {
  for (const { object } of rows.ofType('session_info', 'newest-first')) {
    const name = nameGiven(object);
    if (name !== null) return name;
  }
  return null;
}
