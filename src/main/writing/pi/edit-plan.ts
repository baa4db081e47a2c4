import { randomUUID } from 'node:crypto';
import type { SessionEdit } from '../../../shared/contract/session-editing';
import { isBlank } from '../../../shared/text/white-space';
import type { PiSessionFile } from '../../formats/pi/session-file';
import { endsInLineFeed, type LineFileState } from '../../lines/file-state';
import { SessionStoreError } from '../../stores/store-error';

/** How a leaf move is called, as pi's extensions name their entries. */
const LEAF_TYPE = 'ramify.leaf';
const MAX_ID_TRIES = 100;

/** What is written, or makes up for what was. An empty name takes the name away. */
export type PiEdit =
  | { readonly kind: 'set-leaf'; readonly entryId: string }
  | { readonly kind: 'label'; readonly entryId: string; readonly text: string | null }
  | { readonly kind: 'rename'; readonly name: string };

/** Exactly what an edit appends. */
export interface PiPlan {
  /** The entry as a line without its end; null where all is as it shall be already. */
  readonly line: string | null;
  readonly parentId: string | null;
  /** What is worth knowing before writing it, sentences. */
  readonly notes: readonly string[];
  /** What the file was when this was planned. */
  readonly state: LineFileState;
  /** What was done, for people, and what makes up for it. */
  readonly undo: { readonly label: string; readonly by: PiEdit };
}

/** An edit as far as sessions of pi have it. Throws a `SessionStoreError` for what they do not have, or what says nothing. */
export function piEditOf(edit: SessionEdit): PiEdit {
  switch (edit.kind) {
    case 'set-leaf':
      if (edit.entryId === null) throw refusal('A session of pi always stands at its last entry.');
      return { kind: 'set-leaf', entryId: edit.entryId };
    case 'label':
      if (edit.text !== null && isBlank(edit.text))
        throw refusal('A label must have at least one visible character.');
      return edit;
    case 'rename': {
      // As pi writes it.
      const name = edit.name.replace(/[\r\n]+/g, ' ').trim();
      if (isBlank(name)) throw refusal('A name must have at least one visible character.');
      return { kind: 'rename', name };
    }
    default:
      throw refusal('This cannot be done to a session of pi.');
  }
}

/** What an edit appends to a session as it is. Throws a `SessionStoreError` where it is refused. */
export function planPiEdit(file: PiSessionFile, edit: PiEdit): PiPlan {
  switch (edit.kind) {
    case 'set-leaf':
      return planLeaf(file, edit.entryId);
    case 'label': {
      const { entryId, text } = edit;
      expectEntry(file, entryId);
      const before = file.label(entryId);
      const undo = {
        label: text === null ? 'clear a label' : 'label an entry',
        by: { kind: 'label', entryId, text: before } as const,
      };
      const fields = { targetId: entryId, ...(text === null ? {} : { label: text }) };
      return planAtLeaf(file, 'label', fields, undo, text === before);
    }
    case 'rename': {
      const before = file.name() ?? '';
      const undo = { label: 'name the session', by: { kind: 'rename', name: before } as const };
      return planAtLeaf(file, 'session_info', { name: edit.name }, undo, edit.name === before);
    }
  }
}

/**
 * pi stores no leaf: it goes on from the last entry in the file. So that is one that says nothing, below the entry to
 * go on from.
 */
function planLeaf(file: PiSessionFile, entryId: string): PiPlan {
  expectEntry(file, entryId);
  const path = file.pathTo(entryId);
  if (path === null) throw refusal('The parents of this entry go in a circle, which pi would never leave.');
  const { leafId } = file;
  const isThere = leafId === entryId || isMoveTo(file, leafId, entryId);
  const line = JSON.stringify({
    type: 'custom',
    customType: LEAF_TYPE,
    id: newId(file),
    parentId: entryId,
    timestamp: new Date().toISOString(),
  });
  const unseen = path.filter(({ isSeen }) => !isSeen).length;
  return {
    line: isThere ? null : line,
    parentId: entryId,
    notes: [
      `pi goes on from the last entry in its file: its leaf moves${from(leafId)} to this new entry, which adds nothing to what a model is given.`,
      ...(unseen === 0 ? [] : [`pi does not read ${unseen} of the entries above: their lines are damaged.`]),
      ...notesOf(file),
    ],
    state: file.state,
    // There is an entry, and so there is a leaf.
    undo: { label: 'move the leaf', by: { kind: 'set-leaf', entryId: leafId ?? entryId } },
  };
}

/** An entry at the leaf: anywhere else it would take pi to another branch. */
function planAtLeaf(
  file: PiSessionFile,
  type: string,
  fields: Readonly<Record<string, string>>,
  undo: PiPlan['undo'],
  isThere: boolean,
): PiPlan {
  const parentId = file.leafId;
  const timestamp = new Date().toISOString();
  return {
    line: isThere ? null : JSON.stringify({ type, id: newId(file), parentId, timestamp, ...fields }),
    parentId,
    notes: [
      `pi goes on from the last entry in its file: its leaf moves${from(parentId)} to this new entry below it. What a model is given there stays the same.`,
      ...notesOf(file),
    ],
    state: file.state,
    undo,
  };
}

function isMoveTo(file: PiSessionFile, leafId: string | null, entryId: string): boolean {
  const leaf = leafId === null ? null : file.entry(leafId);
  return leaf?.parentId === entryId && file.record(leaf).customType === LEAF_TYPE;
}

function expectEntry(file: PiSessionFile, id: string): void {
  const entry = file.entry(id);
  if (entry === null)
    throw new SessionStoreError('unknown-entry', 'pi knows no entry of this id in the file.');
  if (!entry.isSeen) throw refusal('The line of this entry is damaged: pi does not read it.');
  if (entry.isRepeated) throw refusal('Several entries of the file have this id, so pi could take another.');
}

function notesOf({ state }: PiSessionFile): string[] {
  const closing = 'Close the session in pi first: pi does not read the file again while it has it open.';
  if (endsInLineFeed(state)) return [closing];
  return [
    'The last line of the file has no end. A line feed is written before this entry, as pi does: that line stays as it is.',
    closing,
  ];
}

function from(leafId: string | null): string {
  return leafId === null ? '' : ` from ${leafId}`;
}

/** As pi makes them: eight hexadecimal digits, or a whole UUID should none be free. */
function newId(file: PiSessionFile): string {
  for (let tries = 0; tries < MAX_ID_TRIES; tries += 1) {
    const id = randomUUID().slice(0, 8);
    if (file.entry(id) === null) return id;
  }
  return randomUUID();
}

function refusal(message: string): SessionStoreError {
  return new SessionStoreError('invalid-input', message);
}
