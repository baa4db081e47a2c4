import { textField } from '../content/fields';
import { isJsonObject, type JsonMember, type JsonNode, type JsonObject, memberValue } from '../json/node';
import { LARGEST_MAX_DEPTH, parseJson } from '../json/parse';
import { printJson } from '../json/print';
import { hasLoneSurrogate, utf8Offset } from '../json/unicode';
import { checkEntry, type EntryType } from './entry';
import { corrupted, type Ruled } from './error';

/** A sound entry, kept whole: the fields beside `object` are indexes over it. Contract, section 1. */
export interface SessionEntry {
  readonly type: EntryType;
  readonly id: string;
  /** Null for a root. */
  readonly parentId: string | null;
  readonly timestamp: string;
  /** The JSON text as it is stored, to the byte. */
  readonly payload: string;
  /** The same, read. Unknown fields and the digits of numbers are all there. */
  readonly object: JsonObject;
}

/** The four fields every entry has, in the order in which they are written. */
const HEAD_FIELDS: ReadonlySet<string> = new Set(['type', 'id', 'parentId', 'timestamp']);

/** Reads a stored entry. Fails with the first rule it breaks: `corrupted`, in theway's words. */
export function readEntry(payload: string): Ruled<SessionEntry> {
  const parsed = parseJson(payload, { maxDepth: LARGEST_MAX_DEPTH });
  if (parsed.ok) return entryOf(parsed.node, payload);
  const { message, offset } = parsed.error;
  const detail = `not JSON: ${message}, at byte ${utf8Offset(payload, offset)}`;
  return { ok: false, error: corrupted('session entry must be a JSON object', detail) };
}

/**
 * An entry in the writer's form: `type, id, parentId, timestamp`, then its other fields in their order, all of them;
 * the parent and the target of a leaf move are written as null where they are absent. Fails as {@link readEntry} does.
 */
export function writeEntry(node: JsonNode): Ruled<SessionEntry> {
  if (!isJsonObject(node)) return entryOf(node, '');
  const written = inWrittenForm(node);
  return entryOf(written, printJson(written));
}

/** Where a `leaf` entry moves the active leaf; null for any other entry. */
export function leafMoveOf({ type, object }: SessionEntry): { readonly target: string | null } | null {
  return type === 'leaf' ? { target: textField(object, 'targetId') } : null;
}

/** The active leaf once this entry, the last one, has been appended: itself, or where it moves the leaf. */
export function leafAfter(entry: SessionEntry): string | null {
  const move = leafMoveOf(entry);
  return move === null ? entry.id : move.target;
}

/** An object of members in order, for entries that are made here. A field that is undefined is left out. */
export function jsonObject(fields: Readonly<Record<string, JsonNode | undefined>>): JsonObject {
  const members: JsonMember[] = [];
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) members.push({ key, value });
  return { kind: 'object', members, duplicateKeys: [] };
}

function inWrittenForm(object: JsonObject): JsonObject {
  const head = [...HEAD_FIELDS].map((key) => ({ key, value: memberValue(object, key) }));
  const members = head.flatMap(({ key, value }) =>
    value === undefined && key !== 'parentId' ? [] : [{ key, value: value ?? null }],
  );
  // Of doubled keys the last counts, here as for every reader.
  members.push(...object.members.filter(({ key }) => !HEAD_FIELDS.has(key)));
  if (memberValue(object, 'type') === 'leaf' && memberValue(object, 'targetId') === undefined)
    members.push({ key: 'targetId', value: null });
  const duplicateKeys = object.duplicateKeys.filter((key) => !HEAD_FIELDS.has(key));
  return { kind: 'object', members, duplicateKeys };
}

function entryOf(node: JsonNode, payload: string): Ruled<SessionEntry> {
  const error = checkEntry(node);
  if (error !== null) return { ok: false, error };
  // The check has shown that it is an object of a known type whose four fields are what they should be.
  const object = node as JsonObject;
  const entry = {
    type: textField(object, 'type') as EntryType,
    id: textField(object, 'id') ?? '',
    parentId: textField(object, 'parentId'),
    timestamp: textField(object, 'timestamp') ?? '',
    payload,
    object,
  };
  const strange = INDEXED.find((field) => hasLoneSurrogate(entry[field] ?? ''));
  if (strange === undefined) return { ok: true, value: entry };
  const detail = 'half of a surrogate pair, which has no UTF-8';
  return { ok: false, error: corrupted(`session entry has invalid ${strange}`, detail) };
}

/** What a column beside the payload repeats, and must be able to. */
const INDEXED = ['parentId', 'id', 'timestamp'] as const;
