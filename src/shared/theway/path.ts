import { corrupted, type Ruled } from './error';

/** What a path looks at in an entry. */
interface PathEntry {
  readonly id: string;
  readonly parentId: string | null;
}

/**
 * The entries from a root to a leaf, root first; none for the leaf null. Fails with `corrupted` where the chain of
 * parents runs in a circle or ends in an id that is not there, the leaf's own included. Contract, sections 2 and 4.
 */
export function pathToRoot<Entry extends PathEntry>(
  leafId: string | null,
  entryOf: (id: string) => Entry | null,
): Ruled<Entry[]> {
  const path: Entry[] = [];
  const seen = new Set<string>();
  for (let id = leafId; id !== null; ) {
    if (seen.has(id)) return { ok: false, error: corrupted(`cycle in parent chain at ${id}`) };
    seen.add(id);
    const entry = entryOf(id);
    if (entry === null) return { ok: false, error: corrupted(`parent ${id} not found`) };
    path.push(entry);
    id = entry.parentId;
  }
  return { ok: true, value: path.reverse() };
}
