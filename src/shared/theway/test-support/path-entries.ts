import { readEntry, type SessionEntry } from '../session-entry';

/** A chain of sound entries, each the child of the one before it: ids, types and fields. */
export function chain(
  ...entries: (readonly [id: string, type: string, fields?: Readonly<Record<string, unknown>>])[]
): SessionEntry[] {
  return entries.map(([id, type, fields = {}], at) => {
    const parentId = entries[at - 1]?.[0] ?? null;
    const read = readEntry(JSON.stringify({ type, id, parentId, timestamp: 't', ...fields }));
    if (!read.ok) throw new Error(`${id}: ${read.error.message}`);
    return read.value;
  });
}
