import type { EntryType } from '../../shared/theway/entry';
import type { Binding, SessionMetadata } from '../../shared/theway/metadata';
import type { SessionEntry } from '../../shared/theway/session-entry';

/**
 * A session of theway, read strictly; contract, section 4. Everything fails with a `ThewaySessionError`: `corrupted` for
 * an entry or a transcript that breaks a rule, `storage_failure` for a file that cannot be read.
 */
export interface SessionReader {
  /** Where it is kept: an absolute path; null in memory. */
  readonly location: string | null;
  metadata(): SessionMetadata;
  /** Null when there are no entries, or when the leaf was moved to none. */
  activeLeafId(): string | null;
  /** Null when there is no such entry. */
  entry(id: string): SessionEntry | null;
  /** All entries there are when the first is taken, in append order, read in short transactions. */
  entries(): Iterable<SessionEntry>;
  /** Root first; empty for null, which is not the active leaf. */
  pathToRoot(leafId: string | null): SessionEntry[];
  /** In append order. */
  entriesOfType(type: EntryType): SessionEntry[];
  /** The label of an entry; null when it has none. */
  label(entryId: string): string | null;
  /** The name of the session; null when it has none. */
  name(): string | null;
  /**
   * The entries of an extension from the root to a leaf; null means the active leaf, and none when there is no leaf
   * either. Any bad envelope on the path is an error.
   */
  extensionEntries(extensionId: string, leafId: string | null): SessionEntry[];
}

/** A session that can be appended to. A refused write has changed nothing; contract, section 4. */
export interface Session extends SessionReader {
  /** A new id: UUIDv7, in order also within one millisecond. */
  createEntryId(): string;
  /** Appends a `leaf` entry whose parent is the active leaf. `not_found` for an entry that is not there. */
  setLeaf(entryId: string | null): SessionEntry;
  /** Appends one entry. */
  append(entry: SessionEntry): void;
  /** Appends entries in one transaction, all or none, their payloads to the byte; none does nothing. */
  appendAll(entries: Iterable<SessionEntry>): void;
  /** Null clears it. */
  setBinding(binding: Binding | null): void;
  /** Null clears it. */
  setCollapseNodeId(nodeId: string | null): void;
  /** True is written, false removes the key. */
  setCollapsed(isCollapsed: boolean): void;

  /** What an edit would write, exactly; writes nothing. Fails where the edit would. */
  preview(edit: SessionEdit): EditPlan;
  /** Plans an edit and writes it, in one transaction. */
  edit(edit: SessionEdit): AppliedEdit;
  /** Writes a plan as it was previewed; refused with the reason `changed-meanwhile` once anything else was written. */
  apply(plan: EditPlan): AppliedEdit;
  /** Why an edit cannot be taken back any more, a sentence; null while it can. */
  undoRefusal(undo: UndoStep): string | null;
  /** Takes an edit back by what makes up for it, while nothing else was written since; else refused as `apply` is. */
  undo(undo: UndoStep): EditPlan;

  /** Lets go of the file. Harmless when repeated. */
  close(): void;
}

/** Something a user does to a session. Bookkeeping is appended at the active leaf, whatever entry it names. */
export type SessionEdit =
  | { readonly kind: 'set-leaf'; readonly entryId: string | null }
  /** `text` null clears the label. */
  | { readonly kind: 'label'; readonly entryId: string; readonly text: string | null }
  | { readonly kind: 'rename'; readonly name: string }
  /** `at` left out: the active leaf; null: a root of its own. */
  | { readonly kind: 'user-message'; readonly text: string; readonly at?: string | null | undefined }
  /** Entries as JSON texts; id, parent and time are filled in where they are absent. */
  | { readonly kind: 'append'; readonly entries: readonly string[] }
  | { readonly kind: 'set-binding'; readonly binding: Binding | null }
  | { readonly kind: 'set-collapse-node'; readonly nodeId: string | null }
  | { readonly kind: 'set-collapsed'; readonly isCollapsed: boolean };

/** Exactly what an edit writes. */
export interface EditPlan {
  /** In append order; empty where a meta row is changed. */
  readonly entries: readonly SessionEntry[];
  /** The row of `meta` that is written or removed; null where entries are appended. */
  readonly meta: MetaChange | null;
  /** What is worth knowing before writing it, sentences. */
  readonly notes: readonly string[];
  /** What the session was when this was planned. */
  readonly state: SessionState;
  /** How it can be taken back: a label for people, and what makes up for it. Null where nothing is written. */
  readonly undo: Omit<UndoStep, 'state'> | null;
}

/** A row of `meta`: JSON texts; null where there is none. */
export interface MetaChange {
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What was written, and the way back; null where nothing was. */
export interface AppliedEdit {
  readonly plan: EditPlan;
  readonly undo: UndoStep | null;
}

/** How a write is taken back. Plain data: it may be used on the same file opened anew. */
export interface UndoStep {
  /** What was done, for people: `move the leaf`. */
  readonly label: string;
  /** What makes up for it, or why nothing can. */
  readonly by:
    | SessionEdit
    | { readonly kind: 'restore-meta'; readonly change: MetaChange }
    | { readonly kind: 'impossible'; readonly reason: string };
  /** What the session was right after the write. */
  readonly state: SessionState;
}

/** What differs after every write: the newest row and the whole of `meta`. */
export interface SessionState {
  readonly lastSeq: string;
  readonly meta: string;
}
