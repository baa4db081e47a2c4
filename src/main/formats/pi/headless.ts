import type { NativeObject } from '../../../shared/json/native';

/** Only theway has entries of these types, and ids that are UUIDs of version 7. */
const SIBLINGS_TYPES: ReadonlySet<unknown> = new Set(['extension', 'collapse']);
const SIBLINGS_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** As pi makes them. */
const OWN_ID = /^[0-9a-f]{8}$/;
/** Without a header, entries of other types alone could be of anything. */
const COMMON_TYPES: ReadonlySet<unknown> = new Set([
  ...['message', 'model_change', 'thinking_level_change', 'compaction', 'branch_summary'],
  ...['custom', 'custom_message', 'label', 'session_info'],
]);

/** Whether an id is of the kind that only pi makes. */
export function isOwnId(id: unknown): boolean {
  return typeof id === 'string' && OWN_ID.test(id);
}

/** Whether a file begins with what is left of a header of pi, and entries follow. */
export function isBrokenHeader({ type }: NativeObject, others: readonly NativeObject[]): boolean {
  return type === 'session' && others.some(isEntry);
}

/**
 * Whether entries that have lost their header are taken for pi's: by their ids, or as those of theway look alike and
 * nothing says that they are.
 */
export function mayBePis(records: readonly NativeObject[]): boolean {
  const entries = records.filter(isEntry);
  if (entries.some(({ id }) => isOwnId(id))) return true;
  if (records.some(isSiblingsHeader) || entries.some(isSiblings)) return false;
  return entries.some(({ type }) => COMMON_TYPES.has(type));
}

function isEntry({ type, id, parentId, timestamp }: NativeObject): boolean {
  const isChild = parentId === null || typeof parentId === 'string';
  return isChild && [type, id, timestamp].every((value) => typeof value === 'string');
}

function isSiblings({ type, id }: NativeObject): boolean {
  return SIBLINGS_TYPES.has(type) || SIBLINGS_ID.test(String(id));
}

/** Entries of theway follow a line of metadata, which has no type. */
function isSiblingsHeader({ type, id, createdAt, cwd, path }: NativeObject): boolean {
  const named = [id, createdAt, cwd, path].filter((value) => typeof value === 'string');
  return type === undefined && named.length >= 2;
}
