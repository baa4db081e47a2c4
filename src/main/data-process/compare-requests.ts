import path from 'node:path';
import { fail, ok, type Result } from '../../shared/contract/errors';
import type { StoreTarget } from '../../shared/contract/target';
import { SessionIndex } from '../../shared/tree/session-index';
import { compareSides } from '../comparison/compare';
import type { Side } from '../comparison/side-reading';
import { type OpenedSource, openSource } from './opened-source';
import type { DataInput } from './protocol';
import type { RequestContext, RequestHandlers } from './requests';

type SideInput = DataInput<'compare'>['left'];

/** Comparisons. Each opens what it compares by itself, and the process that made it is ended after it. */
export const compareRequests: RequestHandlers<'compare'> = {
  compare: async ({ left, right, cacheDir, mostListed, isDescribed }, context) => {
    const opened: OpenedSource[] = [];
    const open = async (target: StoreTarget): Promise<Result<OpenedSource>> => {
      const source = await openSource({ target, cacheDir }, context);
      if (source.ok) opened.push(source.value);
      return source;
    };
    try {
      const isSame = isSameTarget(left.target, right.target);
      // With two files, what goes wrong says in which.
      const inFile = <T>(target: StoreTarget, result: Result<T>) => (isSame ? result : named(target, result));
      const leftSource = inFile(left.target, await open(left.target));
      if (!leftSource.ok) return leftSource;
      const rightSource = isSame ? leftSource : inFile(right.target, await open(right.target));
      if (!rightSource.ok) return rightSource;
      const first = inFile(left.target, await sideOf(leftSource.value, left, null, context));
      if (!first.ok) return first;
      const known = isSame ? first.value : null;
      const second = inFile(right.target, await sideOf(rightSource.value, right, known, context));
      if (!second.ok) return second;
      const { signal, progress: onProgress } = context;
      const options = { signal, onProgress, mostListed, isDescribed };
      return ok(await compareSides(first.value, second.value, options));
    } finally {
      for (const source of opened) source.close();
    }
  },
};

function isSameTarget(left: StoreTarget, right: StoreTarget): boolean {
  if (left.type === 'file' || right.type === 'file')
    return left.type === 'file' && right.type === 'file' && left.path === right.path;
  return left.address === right.address && left.prefix === right.prefix;
}

function named<T>(target: StoreTarget, result: Result<T>): Result<T> {
  if (result.ok) return result;
  const { code, message, detail } = result.error;
  const name = target.type === 'file' ? path.basename(target.path) : target.address;
  return fail(code, `${name}: ${message}`, detail);
}

/** One side; `other`, of the same file, may have read the session already. */
async function sideOf(
  { source, summary }: OpenedSource,
  { sessionId, entryId, row }: SideInput,
  other: Side | null,
  context: RequestContext,
): Promise<Result<Side>> {
  const session = summary.sessions.find(({ id, recency }) =>
    sessionId === null ? recency === 0 : id === sessionId,
  );
  // A file may have more sessions than it lists: one that is asked for by its id is looked for in any case.
  const wanted = session?.id ?? sessionId;
  if (wanted === null) return fail('unknown-session', 'This file has no sessions.');
  const index =
    other?.sessionId === wanted ? ok(other.index) : await readIndex({ source, sessionId: wanted }, context);
  if (!index.ok) return index;
  const found = rowOf(index.value, entryId, row);
  return found.ok ? ok({ source, sessionId: wanted, index: index.value, row: found.value }) : found;
}

function rowOf(index: SessionIndex, entryId: string | null, row: number | null): Result<number> {
  if (entryId === null) return ok(index.end?.storedLeafRow ?? -1);
  if (row === null) {
    const found = index.rowOf(entryId);
    return found >= 0 ? ok(found) : fail('unknown-entry', `This session has no entry "${entryId}".`);
  }
  if (index.id(row) === entryId) return ok(row);
  return fail('changed-while-reading', 'The file changed on disk since it was read. Reload it to go on.');
}

async function readIndex(
  { source, sessionId }: Pick<Side, 'source' | 'sessionId'>,
  { signal, progress }: RequestContext,
): Promise<Result<SessionIndex>> {
  const index = new SessionIndex();
  const end = await source.heads(sessionId, {
    signal,
    chunk: async (chunk) => void index.append(chunk),
    progress: (done, total) => progress({ label: 'Reading entries', done, total, unit: 'entries' }),
  });
  if (!end.ok) return fail(end.error.code, end.error.message);
  index.finish(end.value);
  return ok(index);
}
