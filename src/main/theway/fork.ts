import { textField } from '../../shared/content/fields';
import { isJsonObject, memberValue } from '../../shared/json/node';
import { entryNotFound } from '../../shared/theway/error';
import type { SessionMetadata } from '../../shared/theway/metadata';
import type { SessionEntry } from '../../shared/theway/session-entry';
import type { SessionReader } from './session';
import { ThewaySessionError } from './session-error';
import { makeSession } from './staged-session';

/** Where a fork ends: at an entry, or before a user message; contract, section 4. */
export type ForkPoint = { readonly at: string } | { readonly before: string };

/**
 * The entries a fork would have, root first, ids and parents kept. Throws `not_found` for an entry that is not there, or
 * for a `before` that is no user message; `corrupted` where the path is broken.
 */
function forkPath(source: SessionReader, point: ForkPoint): SessionEntry[] {
  const id = 'at' in point ? point.at : point.before;
  const entry = source.entry(id);
  if (entry === null) throw new ThewaySessionError(entryNotFound(id));
  if ('at' in point) return source.pathToRoot(id);
  if (isUserMessage(entry)) return source.pathToRoot(entry.parentId);
  const message = `Entry ${id} is not a user message`;
  throw new ThewaySessionError({ code: 'not_found', message, detail: '' });
}

/**
 * Makes a session of the path to an entry: a new file in `toDir`, with a new id and `parentSessionPath` naming the
 * source. Gives its path; a failure leaves nothing behind.
 */
export function forkSession(source: SessionReader, options: ForkPoint & { readonly toDir: string }): string {
  return makeChild(source, options.toDir, forkPath(source, options));
}

/** The same of the whole transcript, its active leaf included. */
export function cloneSession(source: SessionReader, toDir: string): string {
  return makeChild(source, toDir, source.entries());
}

function makeChild(source: SessionReader, toDir: string, entries: Iterable<SessionEntry>): string {
  return makeSession({ toDir, entries, metadata: (id, path) => childMetadata(source, id, path) });
}

/** The runtime and the client of the source are not those of its child. */
function childMetadata(source: SessionReader, id: string, path: string): SessionMetadata {
  const parent = source.metadata();
  return {
    id,
    createdAt: new Date().toISOString(),
    cwd: parent.cwd,
    path,
    parentSessionPath: source.location ?? parent.path,
    importedFrom: null,
    binding: null,
    collapseNodeId: null,
    collapsed: null,
  };
}

function isUserMessage({ type, object }: SessionEntry): boolean {
  const message = type === 'message' ? memberValue(object, 'message') : undefined;
  return isJsonObject(message) && textField(message, 'role') === 'user';
}
