import { type EntryContent, NO_CONTENT } from '../../../shared/content/content';
import { duplicateKeys } from '../../../shared/json/duplicate-keys';
import { isJsonObject, type JsonNode, type JsonObject, memberValue } from '../../../shared/json/node';
import { LARGEST_MAX_DEPTH, parseJson } from '../../../shared/json/parse';
import { hasLoneSurrogate, utf8Offset } from '../../../shared/json/unicode';
import type { Finding, Severity } from '../../../shared/model/report';
import { checkEntry } from '../../../shared/theway/entry';
import { entryContent, kindOfType } from '../../../shared/theway/entry-content';
import type { LeafMove } from '../../../shared/theway/transcript';
import type { SqlValue } from '../../sqlite/types';
import { MAX_PARSED_BYTES } from '../read-limits';
import { boundedId, notRead, quoteId } from '../stored-id';
import type { EntryRow } from './entry-source';

/** What more there is to say of a last line that cannot be read. */
const TORN = ' The file ends in the middle of it: it was cut off, or is still being written.';
/** Doubled keys of one entry that are named; the record shows them all. */
const MAX_NAMED_KEYS = 10;

/** Something wrong with one stored entry, apart from how it stands among the others. */
interface EntryFault extends Finding {
  readonly code:
    | 'payload-not-text'
    | 'payload-not-utf8'
    | 'payload-not-json'
    | 'payload-too-large'
    | 'payload-damaged'
    | 'invalid-entry'
    | 'column-not-text'
    | 'column-disagrees'
    | 'duplicate-key'
    | 'id-too-long'
    | 'odd-content';
}

/**
 * An entry as it is understood. The payload is believed over the columns beside it, each field for itself:
 * theway replays payloads, and the columns only index them (contract, section 1). The columns speak
 * where the payload cannot; where both do and differ, that is a fault naming both.
 */
export interface StoredEntry {
  /** Ids of absurd length, here and in the parent and target, have a stand-in. */
  readonly id: string;
  /** Null for a root. */
  readonly parentId: string | null;
  readonly type: string;
  readonly timestamp: string | null;
  /** The payload; null when it is not a JSON object. */
  readonly object: JsonObject | null;
  /** Whether the entry passes theway's check. */
  readonly isValid: boolean;
  readonly leafMove: LeafMove | null;
  readonly content: EntryContent;
  readonly faults: readonly EntryFault[];
}

/** Understands one row. Never fails: what is wrong becomes faults, what cannot be read a raw part. */
export function storedEntry(row: EntryRow): StoredEntry {
  const faults: EntryFault[] = [];
  const node = parsePayload(row, faults);
  const object = isJsonObject(node) ? node : null;
  const isValid = node !== undefined && isEntryValid(node, faults);
  const { columns } = row;
  const type = believed(object, 'type', columnText(columns?.type ?? null));
  const fullId = believed(object, 'id', columns === null ? row.standInId : columnText(columns.id));
  const id = boundedId(fullId);
  if (id !== fullId) {
    const message = `The id has ${fullId.length} characters; a short one stands for it here.`;
    faults.push({ code: 'id-too-long', severity: 'warning', message });
  }
  const entry = {
    id,
    parentId: parentOf(object, columns?.parentId ?? null),
    type,
    timestamp: believed(object, 'timestamp', columnText(columns?.timestamp ?? null)) || null,
    object,
    isValid,
    leafMove: type === 'leaf' ? leafMoveOf(object) : null,
  };
  if (columns !== null && row.payload.state !== 'damaged') compareColumns(columns, entry, faults);
  const content = contentOf(row, entry, node);
  for (const message of content.faults) faults.push({ code: 'odd-content', severity: 'warning', message });
  return { ...entry, content, faults };
}

/** A stored value as text, for ids and words: text as it is, NULL empty, a blob in hex. */
export function columnText(value: SqlValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  return value instanceof Uint8Array ? `x'${Buffer.from(value).toString('hex')}'` : String(value);
}

function parsePayload(row: EntryRow, faults: EntryFault[]): JsonNode | undefined {
  const { payload } = row;
  switch (payload.state) {
    case 'too-large':
      faults.push({
        code: 'payload-too-large',
        severity: 'warning',
        message: `The payload is ${row.sizeBytes} bytes, above the ${MAX_PARSED_BYTES} that are read as JSON; it is shown raw and was not checked.`,
      });
      return undefined;
    case 'damaged':
      faults.push({
        code: 'payload-damaged',
        severity: 'error',
        message: `This entry lies on a damaged page of the file and cannot be read (${payload.detail}); what is shown of it was found in the indexes.`,
      });
      return undefined;
    case 'not-text':
      faults.push({
        code: 'payload-not-text',
        severity: 'error',
        message: `session entry must be a JSON object: the payload is stored as ${payload.storage}, not TEXT.`,
      });
      return undefined;
    case 'broken-text':
      faults.push({
        code: 'payload-not-utf8',
        severity: 'error',
        message: 'The payload is not valid UTF-8; U+FFFD stands for the bytes that are not.',
      });
      break;
    case 'text':
      break;
  }
  const parsed = parseJson(payload.text, { maxDepth: LARGEST_MAX_DEPTH });
  if (parsed.ok) {
    if (parsed.hasDuplicateKeys) faults.push(duplicateKeyFault(parsed.node));
    return parsed.node;
  }
  const { message, offset } = parsed.error;
  faults.push({
    code: 'payload-not-json',
    severity: 'error',
    message: `session entry must be a JSON object: the payload is not JSON (${message}, at byte ${utf8Offset(payload.text, offset)}).${row.isTorn ? TORN : ''}`,
  });
  return undefined;
}

/** theway takes the last of doubled keys; another reader may take the first, and be told something else. */
function duplicateKeyFault(node: JsonNode): EntryFault {
  const paths = duplicateKeys(node).map(({ path }) => path);
  const named = paths.slice(0, MAX_NAMED_KEYS).map((path) => quoteId(path));
  const rest = paths.length > named.length ? ` and ${paths.length - named.length} more` : '';
  return {
    code: 'duplicate-key',
    severity: 'warning',
    message: `Keys that stand in one object more than once, the last one counting: ${named.join(', ')}${rest}.`,
  };
}

function isEntryValid(node: JsonNode, faults: EntryFault[]): boolean {
  const error = checkEntry(node);
  if (error === null) return true;
  const message = error.detail === '' ? error.message : `${error.message}: ${error.detail}`;
  faults.push({ code: 'invalid-entry', severity: 'error', message });
  return false;
}

function believed(object: JsonObject | null, field: string, column: string): string {
  const value = object === null ? undefined : memberValue(object, field);
  return typeof value === 'string' && value !== '' ? value : column;
}

/** An empty `parent_id` or NULL is a root; an empty `parentId` in the payload names an entry that never exists. */
function parentOf(object: JsonObject | null, column: SqlValue): string | null {
  const value = object === null ? false : (memberValue(object, 'parentId') ?? null);
  if (value === null) return null;
  if (typeof value === 'string') return boundedId(value);
  return boundedId(columnText(column)) || null;
}

function leafMoveOf(object: JsonObject | null): LeafMove {
  const target = object === null ? false : (memberValue(object, 'targetId') ?? null);
  if (target === null) return { target };
  return typeof target === 'string' ? { target: boundedId(target) } : 'unreadable';
}

function compareColumns(
  { id, parentId, type, timestamp }: NonNullable<EntryRow['columns']>,
  entry: Pick<StoredEntry, 'object'>,
  faults: EntryFault[],
): void {
  const columns: [name: string, field: string, stored: SqlValue, severity: Severity][] = [
    ['id', 'id', id, 'error'],
    ['parent_id', 'parentId', parentId, 'error'],
    ['type', 'type', type, 'warning'],
    ['timestamp', 'timestamp', timestamp, 'warning'],
  ];
  for (const [name, field, stored, severity] of columns) {
    const isRoot = name === 'parent_id' && stored === null;
    if (typeof stored !== 'string' && !isRoot) {
      const storage = stored instanceof Uint8Array ? 'BLOB' : stored === null ? 'NULL' : 'a number';
      const message = `The column ${name} holds ${storage}, not TEXT.`;
      faults.push({ code: 'column-not-text', severity: 'warning', message });
    }
    const inPayload = entry.object === null ? undefined : memberValue(entry.object, field);
    const isRootInPayload = name === 'parent_id' && entry.object !== null && (inPayload ?? null) === null;
    const text = isRootInPayload ? '' : inPayload;
    if (typeof text !== 'string' || sameText(text, columnText(stored))) continue;
    faults.push({
      code: 'column-disagrees',
      severity,
      message: `The column ${name} says ${quoteId(columnText(stored))} where the payload says ${isRootInPayload ? 'null' : quoteId(text)}; the payload is believed.`,
    });
  }
}

/**
 * Whether nothing speaks against the two being the same. Half of a surrogate pair has no UTF-8, so a column
 * cannot hold it: U+FFFD stands there instead. A column too long to be read tells its length only.
 */
function sameText(payload: string, column: string): boolean {
  if (payload === column || column === notRead(Buffer.byteLength(payload))) return true;
  return hasLoneSurrogate(payload) && Buffer.from(payload).toString() === column;
}

function contentOf(
  row: EntryRow,
  entry: Pick<StoredEntry, 'type' | 'object' | 'isValid'>,
  node: JsonNode | undefined,
): EntryContent {
  const { payload } = row;
  if (entry.object !== null) {
    const content = entryContent(entry.type, entry.object);
    const isWhole = content.parts.some((part) => part.type === 'raw' && part.node === entry.object);
    if (entry.isValid || isWhole) return content;
    // What is wrong with it may be in a field the content leaves out: the whole record stands beside it.
    return {
      ...content,
      parts: [...content.parts, { type: 'raw', label: 'stored record', node: entry.object }],
    };
  }
  const kind = kindOfType(entry.type);
  if (node !== undefined) {
    return { ...NO_CONTENT, kind, parts: [{ type: 'raw', label: 'stored record', node }] };
  }
  // The text of a payload too large to be read comes in slices by `text`.
  const text = 'text' in payload ? payload.text : '';
  return { ...NO_CONTENT, kind, parts: [{ type: 'stored', label: 'stored record', text }], preview: text };
}
