import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { FindQuery } from '../../../../shared/contract/find';
import { compileQuery } from '../../../../shared/find/matcher';
import { call } from '../../app/bridge';
import type { SessionPaneProps } from '../../app/session-pane';
import { openStreamPort } from '../../app/stream-port';
import { FindStream, type Found, NOTHING } from './find-stream';

/** A search is started once nothing was typed for this long. */
const TYPING_MS = 120;
/** What is asked for where it is not known how many there are: more than any file has. */
const MOST_ENTRIES = 2 ** 31 - 1;

/** What is looked for in a session, and what was found of it so far. */
export interface Search {
  readonly query: FindQuery;
  readonly found: Found;
  /** What is wrong with the regular expression; null when nothing is. */
  readonly fault: string | null;
  cancel(): void;
}

/** Looks for a query in the session of a pane, anew for each query and each time its file is read again. */
export function useSearch({ file, session, heads }: SessionPaneProps, typed: FindQuery): Search {
  const query = useSettled(typed);
  const { fileId, generation } = file;
  const { entryCount: said } = session;
  const entryCount =
    heads.status === 'loading' ? (said ?? MOST_ENTRIES) : Math.max(said ?? 0, heads.index.count);
  const compiled = useMemo(() => (query.text === '' ? null : compileQuery(query)), [query]);
  const isSearched = compiled?.ok === true;
  const [stream, setStream] = useState<FindStream | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read under another generation is searched anew
  useEffect(() => {
    if (!isSearched) return setStream(null);
    const next = new FindStream({
      connect: (signal) =>
        openStreamPort(
          (streamId) => call('find.start', { fileId, sessionId: session.id, query, entryCount, streamId }),
          signal,
        ),
      onFrame: (task) => requestAnimationFrame(task),
    });
    setStream(next);
    return next.cancel;
  }, [isSearched, query, fileId, generation, session.id, entryCount]);
  const found = useSyncExternalStore(stream?.subscribe ?? neverTold, stream?.snapshot ?? nothingFound);
  return {
    query,
    found,
    fault: compiled?.ok === false ? compiled.message : null,
    cancel: stream?.cancel ?? neverTold,
  };
}

/** A query once it has stood for a moment; options count at once. */
function useSettled(typed: FindQuery): FindQuery {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

const neverTold = () => () => undefined;
const nothingFound = () => NOTHING;
