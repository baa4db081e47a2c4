import { fail, type Result } from '../../shared/contract/errors';
import type { EntryHits, FindEnd, FindQuery } from '../../shared/contract/find';
import { compileQuery, type Matcher } from '../../shared/find/matcher';
import { hitsInEntry } from '../finding/entry-hits';
import { findInSession } from '../finding/find';
import type { SessionSource } from '../formats/format';
import type { OpenedSource } from './opened-source';
import type { DataInput } from './protocol';
import { failureOf, readResult } from './read-results';
import type { RequestContext, RequestHandlers } from './requests';

type Sought = { source: SessionSource; matcher: Matcher };

/** Finding in the sessions of the file that is open for reading. */
export function findRequests(opened: () => OpenedSource | null): RequestHandlers<'find' | 'find.hits'> {
  const sought = (query: FindQuery): Result<Sought> => {
    const source = opened()?.source;
    if (source === undefined) return fail('file-not-open', 'No file is open.');
    const compiled = compileQuery(query);
    if (!compiled.ok) return fail('invalid-input', `This is no regular expression: ${compiled.message}.`);
    return { ok: true, value: { source, matcher: compiled.matcher } };
  };
  return {
    find: async (input, context) => {
      const ready = sought(input.query);
      if (ready.ok) return find(ready.value, input, context);
      context.port?.postMessage({ type: 'failed', ...ready.error });
      return ready;
    },
    'find.hits': async ({ query, ...input }): Promise<Result<EntryHits>> => {
      const ready = sought(query);
      if (!ready.ok) return ready;
      const { source, matcher } = ready.value;
      return readResult(await hitsInEntry(source, { ...input, matcher }));
    },
  };
}

async function find(
  { source, matcher }: Sought,
  { sessionId, entryCount }: DataInput<'find'>,
  { port, signal, abort, progress }: RequestContext,
): Promise<Result<FindEnd>> {
  port?.on('close', abort);
  port?.start();
  try {
    const end = await findInSession(source, {
      sessionId,
      matcher,
      entryCount,
      signal,
      onFound: (found) => {
        port?.postMessage({ type: 'found', ...found });
        progress({ label: 'Finding', done: found.doneEntries, total: entryCount, unit: 'entries' });
      },
    });
    port?.postMessage(end.ok ? end.value : { type: 'failed', ...end.error });
    return readResult(end);
  } catch (error) {
    if (!signal.aborted) port?.postMessage({ type: 'failed', ...failureOf(error) });
    throw error;
  }
}
