import { BROKEN_PARENT, NO_PARENT } from '../../../shared/model/heads';
import { IdRows } from '../../../shared/tree/id-rows';
import type { RecordHead } from './line-format';

/** What can be wrong with how an entry names its parent. */
export type ParentFault = 'dangling-parent' | 'own-parent' | 'parent-cycle' | 'earlier-part-missing';

/** An entry that may be placed: its parent has a row, or there is none to wait for. */
export interface LinkedHead {
  readonly head: RecordHead;
  /** A row; `NO_PARENT` for a root, `BROKEN_PARENT` where what the entry names as its parent is not above it. */
  readonly parentRow: number;
  readonly fault: ParentFault | null;
}

/**
 * Puts entries in an order in which every parent stands before its children: that of the file, but for entries that
 * stand before their parent, which wait for it. A parent that never comes makes the root of an island; of a cycle the
 * entry that closes it becomes one, the last of it in the file.
 */
export class EntryLinks {
  readonly #rows = new IdRows();
  /** Ids of the entries that are still to come; null while nothing had to be waited for. */
  #later: ReadonlySet<string> | null = null;
  readonly #waiting = new Map<string, RecordHead[]>();
  readonly #held = new Map<string, RecordHead>();
  #ready: LinkedHead[] = [];
  /** How many of the ready ones were taken. */
  #taken = 0;

  /** Whether an entry can be added only once it is known which ids are still to come. */
  needsLater({ id, parentId }: RecordHead): boolean {
    return this.#later === null && parentId !== null && parentId !== id && this.#rows.rowOf(parentId) < 0;
  }

  /** Tells which ids the rest of the file has. */
  setLater(ids: ReadonlySet<string>): void {
    this.#later = ids;
  }

  /** Takes the next entry of the file. */
  add(head: RecordHead): void {
    const { id, parentId } = head;
    if (parentId === null) this.#ready.push({ head, parentRow: NO_PARENT, fault: null });
    else if (parentId === id || head.aliases.includes(parentId)) this.#break(head, 'own-parent');
    else {
      const parentRow = this.#rows.rowOf(parentId);
      if (parentRow >= 0) this.#ready.push({ head, parentRow, fault: null });
      else if (this.#later?.has(parentId) || this.#held.has(parentId)) this.#hold(head, parentId);
      else this.#break(head, 'dangling-parent');
    }
  }

  /** The next entry that may be placed; undefined where all others wait. Place it before the next call. */
  take(): LinkedHead | undefined {
    const next = this.#ready[this.#taken];
    if (next === undefined) {
      this.#ready = [];
      this.#taken = 0;
    } else this.#taken += 1;
    return next;
  }

  /** The row of an entry that has this id already; -1 where there is none. */
  rowOf(id: string): number {
    return this.#rows.rowOf(id);
  }

  /** Gives an entry its row, and lets go of those that waited for it. */
  place(ids: readonly string[], row: number): void {
    for (const id of ids) {
      this.#rows.add(id, row);
      const children = this.#waiting.get(id);
      if (children === undefined) continue;
      this.#waiting.delete(id);
      for (const head of children) {
        this.#release(head);
        this.#ready.push({ head, parentRow: row, fault: null });
      }
    }
  }

  /** At the end of the file: makes one of those that still wait ready; false where none does. */
  breakOne(): boolean {
    const [first] = this.#held.values();
    if (first === undefined) return false;
    const seen = new Set<RecordHead>();
    let head = first;
    while (!seen.has(head)) {
      seen.add(head);
      const parent = this.#held.get(head.parentId ?? '');
      if (parent === undefined) return this.#letGo(head, 'dangling-parent');
      head = parent;
    }
    return this.#letGo(lastOfCycle(head, this.#held), 'parent-cycle');
  }

  #letGo(head: RecordHead, fault: ParentFault): true {
    const siblings = this.#waiting.get(head.parentId ?? '')?.filter((other) => other !== head) ?? [];
    if (siblings.length > 0) this.#waiting.set(head.parentId ?? '', siblings);
    else this.#waiting.delete(head.parentId ?? '');
    this.#release(head);
    this.#break(head, fault);
    return true;
  }

  #hold(head: RecordHead, parentId: string): void {
    const siblings = this.#waiting.get(parentId);
    if (siblings === undefined) this.#waiting.set(parentId, [head]);
    else siblings.push(head);
    for (const id of [head.id, ...head.aliases]) this.#held.set(id, head);
  }

  #release(head: RecordHead): void {
    for (const id of [head.id, ...head.aliases]) if (this.#held.get(id) === head) this.#held.delete(id);
  }

  #break(head: RecordHead, fault: ParentFault): void {
    if (fault === 'dangling-parent' && head.mayLackParent)
      this.#ready.push({ head, parentRow: NO_PARENT, fault: 'earlier-part-missing' });
    else this.#ready.push({ head, parentRow: BROKEN_PARENT, fault });
  }
}

/** The entry of a cycle that stands last in the file. */
function lastOfCycle(start: RecordHead, held: ReadonlyMap<string, RecordHead>): RecordHead {
  let last = start;
  for (
    let at = held.get(start.parentId ?? '');
    at !== undefined && at !== start;
    at = held.get(at.parentId ?? '')
  )
    if (byteOffset(at) > byteOffset(last)) last = at;
  return last;
}

function byteOffset({ places }: RecordHead): number {
  return places[0]?.byteOffset ?? 0;
}
