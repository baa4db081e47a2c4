import path from 'node:path';
import { bytesOf, fileNamesIn, stampWords } from './json-files';
import { leadingMembers } from './json-record';
import { stringOf } from './native-fields';

/** What is read of the file of a session to find the one that started it. */
const HEAD_BYTES = 64 * 1024;

/** Ids of the sessions of a project, each with that of the session that started it; null for none. */
export type SessionParents = ReadonlyMap<string, string | null>;

/** Where a whole folder of sessions is looked through, each of them asks for all. */
let latest: { readonly folder: string; readonly stamp: string; readonly parents: SessionParents } | null =
  null;

/**
 * The sessions whose files lie in a folder. The last answer is kept while the folder has the same files: which session
 * started another never changes.
 */
export function sessionParents(folder: string): SessionParents {
  const stamp = stampWords(folder);
  if (latest?.folder === folder && latest.stamp === stamp) return latest.parents;
  let isWhole = true;
  const parents = new Map(
    fileNamesIn(folder).map((id) => {
      const head = bytesOf(path.join(folder, `${id}.json`), HEAD_BYTES) ?? Buffer.alloc(0);
      const members = leadingMembers(head);
      // A file that is being written says later which session started it.
      if (members.time === undefined) isWhole = false;
      return [id, stringOf(members.parentID) || null];
    }),
  );
  latest = isWhole ? { folder, stamp, parents } : null;
  return parents;
}

/** A session, those that it started, and so on. */
export function withDescendants(sessionId: string, parents: SessionParents): string[] {
  const children = new Map<string, string[]>();
  for (const [id, parentId] of parents) {
    if (parentId === null) continue;
    const others = children.get(parentId);
    if (others === undefined) children.set(parentId, [id]);
    else others.push(id);
  }
  const found = new Set([sessionId]);
  // What is added while it is gone through is gone through as well.
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child);
  return [...found];
}
