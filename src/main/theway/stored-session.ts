import type { EntryType } from '../../shared/theway/entry';
import { extensionEntries } from '../../shared/theway/extension-state';
import type { Binding, SessionMetadata } from '../../shared/theway/metadata';
import { leafMoveOf, type SessionEntry } from '../../shared/theway/session-entry';
import { checkNext } from '../../shared/theway/transcript';
import { expectKept, newEntryId, planEdit } from './edit-plan';
import { activeLeafOf, labelOf, nameOf, pathOf } from './reading';
import type { AppliedEdit, EditPlan, Session, SessionEdit, SessionState, UndoStep } from './session';
import { changedMeanwhile, ThewaySessionError } from './session-error';
import type { SessionRows, SessionRowWriter, SessionStorage } from './session-rows';

const WRITTEN_SINCE = 'Something else was written since, so this cannot be undone.';
const CHANGED_SINCE_PREVIEW =
  'Something else was written since this was looked at: look again, then write it.';

/** A session over any storage: the rules are here, once, and the storage knows rows only. */
export class StoredSession implements Session {
  readonly #storage: SessionStorage;

  constructor(storage: SessionStorage) {
    this.#storage = storage;
  }

  get location(): string | null {
    return this.#storage.location;
  }

  metadata(): SessionMetadata {
    return this.#storage.read((rows) => rows.metadata());
  }

  activeLeafId(): string | null {
    return this.#storage.read(activeLeafOf);
  }

  entry(id: string): SessionEntry | null {
    return this.#storage.read((rows) => rows.entry(id));
  }

  *entries(): Iterable<SessionEntry> {
    const end = this.#storage.read((rows) => rows.end());
    for (let from: bigint | null = 0n; from !== null; ) {
      const start: bigint = from;
      const page = this.#storage.read((rows) => rows.page(start, end));
      yield* page.entries;
      from = page.next;
    }
  }

  pathToRoot(leafId: string | null): SessionEntry[] {
    return this.#storage.read((rows) => pathOf(rows, leafId));
  }

  entriesOfType(type: EntryType): SessionEntry[] {
    return this.#storage.read((rows) => [...rows.ofType(type, 'oldest-first')]);
  }

  label(entryId: string): string | null {
    return this.#storage.read((rows) => labelOf(rows, entryId));
  }

  name(): string | null {
    return this.#storage.read(nameOf);
  }

  extensionEntries(extensionId: string, leafId: string | null): SessionEntry[] {
    return this.#storage.read((rows) => {
      const found = extensionEntries(pathOf(rows, leafId ?? activeLeafOf(rows)), extensionId);
      if (!found.ok) throw new ThewaySessionError(found.error);
      return [...found.value];
    });
  }

  createEntryId(): string {
    return newEntryId();
  }

  setLeaf(entryId: string | null): SessionEntry {
    const [entry] = this.edit({ kind: 'set-leaf', entryId }).plan.entries;
    if (entry === undefined) throw new Error('Moving the leaf has written nothing');
    return entry;
  }

  append(entry: SessionEntry): void {
    this.appendAll([entry]);
  }

  appendAll(entries: Iterable<SessionEntry>): void {
    // An empty batch must not so much as take the lock.
    if (Array.isArray(entries) && entries.length === 0) return;
    this.#storage.write((rows) => {
      for (const entry of entries) insertNext(rows, entry);
    });
  }

  setBinding(binding: Binding | null): void {
    this.edit({ kind: 'set-binding', binding });
  }

  setCollapseNodeId(nodeId: string | null): void {
    this.edit({ kind: 'set-collapse-node', nodeId });
  }

  setCollapsed(isCollapsed: boolean): void {
    this.edit({ kind: 'set-collapsed', isCollapsed });
  }

  preview(edit: SessionEdit): EditPlan {
    if (!this.#storage.keepsMeta) expectKept(edit);
    return this.#storage.read((rows) => {
      const plan = planEdit(rows, edit);
      checkBatch(rows, plan.entries);
      return plan;
    });
  }

  edit(edit: SessionEdit): AppliedEdit {
    if (!this.#storage.keepsMeta) expectKept(edit);
    return this.#write((rows) => planEdit(rows, edit));
  }

  apply(plan: EditPlan): AppliedEdit {
    return this.#write((rows) => {
      if (!isSameState(rows.state(), plan.state)) throw changedMeanwhile(CHANGED_SINCE_PREVIEW);
      return plan;
    });
  }

  undoRefusal({ by, state }: UndoStep): string | null {
    if (by.kind === 'impossible') return by.reason;
    return this.#storage.read((rows) => (isSameState(rows.state(), state) ? null : WRITTEN_SINCE));
  }

  undo({ by, state }: UndoStep): EditPlan {
    return this.#write((rows) => {
      if (by.kind !== 'impossible' && !isSameState(rows.state(), state))
        throw changedMeanwhile(WRITTEN_SINCE);
      return planEdit(rows, by);
    }).plan;
  }

  close(): void {
    this.#storage.close();
  }

  /** Plans and writes in one transaction, and looks at what was committed once more. */
  #write(planned: (rows: SessionRows) => EditPlan): AppliedEdit {
    const applied = this.#storage.write((rows) => {
      const plan = planned(rows);
      for (const entry of plan.entries) insertNext(rows, entry);
      if (plan.meta !== null) rows.setMeta(plan.meta.key, plan.meta.after);
      return { plan, undo: plan.undo && { ...plan.undo, state: rows.state() } };
    });
    this.#readBack(applied.plan);
    return applied;
  }

  #readBack({ entries, meta }: EditPlan): void {
    const isThere = this.#storage.read(
      (rows) =>
        entries.every(({ id, payload }) => rows.entry(id)?.payload === payload) &&
        (meta === null || rows.metaText(meta.key) === meta.after),
    );
    if (!isThere)
      throw changedMeanwhile('What was written reads back differently. Run the checks of this file.');
  }
}

function insertNext(rows: SessionRowWriter, entry: SessionEntry): void {
  expectNext(entry, (id) => rows.hasEntry(id));
  rows.insert(entry);
}

/** What inserting would refuse, without inserting. */
function checkBatch(rows: SessionRows, entries: readonly SessionEntry[]): void {
  const ids = new Set<string>();
  for (const entry of entries) {
    expectNext(entry, (id) => ids.has(id) || rows.hasEntry(id));
    ids.add(entry.id);
  }
}

function expectNext(entry: SessionEntry, isThere: (id: string) => boolean): void {
  const { id, parentId } = entry;
  const error = checkNext({ id, parentId, leafMove: leafMoveOf(entry) }, isThere);
  if (error !== null) throw new ThewaySessionError(error);
}

function isSameState(one: SessionState, other: SessionState): boolean {
  return one.lastSeq === other.lastSeq && one.meta === other.meta;
}
