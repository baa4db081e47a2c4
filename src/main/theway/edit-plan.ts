import { v7 as uuidv7 } from 'uuid';
import { isJsonObject, type JsonNode, type JsonObject, memberValue } from '../../shared/json/node';
import { parseJson } from '../../shared/json/parse';
import { printJson } from '../../shared/json/print';
import { isBlank } from '../../shared/text/white-space';
import { corrupted, entryNotFound, NO_BINDINGS, NO_COLLAPSE_METADATA } from '../../shared/theway/error';
import { type Binding, bindingNode, type MetadataKey } from '../../shared/theway/metadata';
import { jsonObject, leafAfter, type SessionEntry, writeEntry } from '../../shared/theway/session-entry';
import { credentialPaths } from '../formats/theway/meta';
import { activeLeafOf, labelOf, nameOf } from './reading';
import type { EditPlan, MetaChange, SessionEdit, UndoStep } from './session';
import { ruled, ThewaySessionError } from './session-error';
import type { SessionRows } from './session-rows';

/** A session edit, or the way back of one. */
type PlannedEdit = SessionEdit | UndoStep['by'];
type UndoPlan = EditPlan['undo'];

/**
 * What an edit writes to a session as it is, to the byte: the same for its preview and for the write itself. Throws a
 * {@link ThewaySessionError} where the edit is refused.
 */
export function planEdit(rows: SessionRows, edit: PlannedEdit): EditPlan {
  switch (edit.kind) {
    case 'set-leaf': {
      if (edit.entryId !== null) expectEntry(rows, edit.entryId);
      const fields = { type: 'leaf', targetId: edit.entryId };
      return planEntry(rows, fields, undoByLeaf(rows, 'move the leaf'));
    }
    case 'label': {
      expectEntry(rows, edit.entryId);
      const fields = { type: 'label', targetId: edit.entryId, label: edit.text };
      const by = { kind: 'label', entryId: edit.entryId, text: labelOf(rows, edit.entryId) } as const;
      return planEntry(rows, fields, { label: edit.text === null ? 'clear a label' : 'label an entry', by });
    }
    case 'rename': {
      // A blank name counts for nothing (contract, section 2), so writing one would seem to work and do nothing.
      if (isBlank(edit.name)) throw refusal('A name must have at least one visible character.');
      const before = nameOf(rows);
      const by: UndoStep['by'] =
        before === null ? { kind: 'impossible', reason: ONCE_NAMED } : { kind: 'rename', name: before };
      const plan = planEntry(
        rows,
        { type: 'session_info', name: edit.name },
        { label: 'name the session', by },
      );
      return before === null ? { ...plan, notes: [...plan.notes, FIRST_NAME_NOTE] } : plan;
    }
    case 'user-message': {
      const { text, at } = edit;
      if (typeof at === 'string') expectEntry(rows, at);
      const timestamp = { kind: 'number', literal: String(Date.now()) } as const;
      const message = jsonObject({ role: 'user', content: text, timestamp });
      const fields = { type: 'message', message, ...(at === undefined ? {} : { parentId: at }) };
      return planEntry(rows, fields, undoByLeaf(rows, 'append a message'));
    }
    case 'append': {
      const undo = undoByLeaf(
        rows,
        edit.entries.length === 1 ? 'append 1 entry' : `append ${edit.entries.length} entries`,
      );
      return planEntries(rows, edit.entries.map(draftOf), undo);
    }
    case 'restore-meta': {
      const { key, before } = edit.change;
      return planMetaChange(rows, { key, before: rows.metaText(key), after: before }, 'restore metadata');
    }
    case 'impossible':
      throw refusal(edit.reason);
    default:
      return planMetaEdit(rows, edit);
  }
}

/** Refuses an edit of metadata for a store that keeps none; contract, section 4. Never passed over in silence. */
export function expectKept({ kind }: SessionEdit): void {
  if (kind === 'set-binding') throw new ThewaySessionError(NO_BINDINGS);
  if (kind === 'set-collapse-node' || kind === 'set-collapsed')
    throw new ThewaySessionError(NO_COLLAPSE_METADATA);
}

/** A new entry id. */
export function newEntryId(): string {
  return uuidv7();
}

const FIRST_NAME_NOTE = 'It has no name yet, and this cannot be undone: it can only be renamed again.';

const ONCE_NAMED = 'A session that has a name can be given another one, but not be left without.';

const COLLAPSE_NOTE =
  'Older releases of theway refuse `collapse` entries: they could no longer open this session.';

/** What a draft has of an entry; what it lacks is filled in. */
type Draft = Readonly<Record<string, JsonNode | undefined>>;

function planEntry(rows: SessionRows, draft: Draft, undo: UndoPlan): EditPlan {
  return planEntries(rows, [jsonObject(draft)], undo);
}

/** Drafts one after the other: each without a parent hangs on the leaf that those before it leave. */
function planEntries(rows: SessionRows, drafts: readonly JsonObject[], undo: UndoPlan): EditPlan {
  let leaf = activeLeafOf(rows);
  const entries: SessionEntry[] = [];
  for (const draft of drafts) {
    const entry = ruled(writeEntry(completed(draft, leaf)));
    leaf = leafAfter(entry);
    entries.push(entry);
  }
  const notes = entries.some(({ type }) => type === 'collapse') ? [COLLAPSE_NOTE] : [];
  return { entries, meta: null, notes, state: rows.state(), undo: entries.length === 0 ? null : undo };
}

function completed(draft: JsonObject, leaf: string | null): JsonObject {
  const missing: Readonly<Record<string, () => JsonNode>> = {
    id: newEntryId,
    parentId: () => leaf,
    timestamp: () => new Date().toISOString(),
  };
  const added = Object.entries(missing)
    .filter(([key]) => memberValue(draft, key) === undefined)
    .map(([key, make]) => ({ key, value: make() }));
  return { ...draft, members: [...draft.members, ...added] };
}

function draftOf(text: string, index: number): JsonObject {
  const parsed = parseJson(text);
  if (parsed.ok && isJsonObject(parsed.node)) return parsed.node;
  const reason = parsed.ok ? 'no object' : `not JSON: ${parsed.error.message}`;
  throw new ThewaySessionError(
    corrupted('session entry must be a JSON object', `entry ${index + 1}: ${reason}`),
  );
}

type MetaEdit = Extract<SessionEdit, { kind: 'set-binding' | 'set-collapse-node' | 'set-collapsed' }>;

function planMetaEdit(rows: SessionRows, edit: MetaEdit): EditPlan {
  const [key, after, name] = metaRow(edit);
  const label = `${after === null ? 'clear' : 'set'} ${name}`;
  return planMetaChange(rows, { key, before: rows.metaText(key), after }, label);
}

function metaRow(edit: MetaEdit): readonly [key: MetadataKey, text: string | null, name: string] {
  switch (edit.kind) {
    case 'set-binding':
      return ['binding', edit.binding && bindingText(edit.binding), 'the binding'];
    case 'set-collapse-node':
      return ['collapseNodeId', edit.nodeId === null ? null : printJson(edit.nodeId), 'the collapse node'];
    case 'set-collapsed':
      return ['collapsed', edit.isCollapsed ? 'true' : null, 'the mark of a collapsed session'];
  }
}

function planMetaChange(rows: SessionRows, change: MetaChange, label: string): EditPlan {
  const isNothing = change.before === change.after;
  const undo = isNothing ? null : { label, by: { kind: 'restore-meta', change } as const };
  return { entries: [], meta: isNothing ? null : change, notes: [], state: rows.state(), undo };
}

function bindingText(binding: Binding): string {
  const node = bindingNode(binding);
  const [secret] = credentialPaths(new Map([['binding', { node, fault: null }]]));
  if (secret === undefined) return printJson(node);
  throw refusal(`A binding must never hold credentials, and ${secret} looks like one.`);
}

function expectEntry(rows: SessionRows, id: string): void {
  if (!rows.hasEntry(id)) throw new ThewaySessionError(entryNotFound(id));
}

function undoByLeaf(rows: SessionRows, label: string): UndoPlan {
  return { label, by: { kind: 'set-leaf', entryId: activeLeafOf(rows) } };
}

function refusal(message: string): ThewaySessionError {
  return new ThewaySessionError({ code: 'unknown', message, detail: '' }, 'invalid-input');
}
