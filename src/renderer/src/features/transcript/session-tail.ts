import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ok } from '../../../../shared/contract/errors';
import { receivedBody } from '../../../../shared/model/body-transfer';
import type { SessionTail } from '../../../../shared/model/tail';
import { type PathItems, pathItems } from '../../../../shared/tree/path-items';
import { SessionIndex } from '../../../../shared/tree/session-index';
import { call } from '../../app/bridge';
import { BodyLoader } from '../entry/body-loader';
import type { SessionScope } from '../entry/session-scope';
import { type SessionTree, sessionTree } from '../entry/session-tree';
import { ViewedPath } from '../entry/viewed-path';

/** The newest entries of a session, as a session of their own. */
export interface TailSession {
  readonly scope: SessionScope;
  readonly tree: SessionTree;
  readonly path: ViewedPath;
  readonly items: PathItems;
}

/** Below 0 is no generation of a file: what is kept of the rows of a tail is never taken for that of the whole, or of another tail. */
let tailCount = 0;

/** The newest entries of a long session while its heads are on their way; null where there are none to be had. */
export function useSessionTail(scope: SessionScope, isWanted: boolean): TailSession | null {
  const { fileId, sessionId, since } = scope;
  const { data } = useQuery({
    queryKey: ['tail', fileId, since, sessionId],
    queryFn: () => call('session.tail', { fileId, sessionId }),
    enabled: isWanted,
    // It is shown once; the whole follows in a moment.
    gcTime: 0,
  });
  return useMemo(() => (data && isWanted ? tailSession(data, scope) : null), [data, isWanted, scope]);
}

function tailSession({ heads, end, bodies }: SessionTail, scope: SessionScope): TailSession {
  const index = new SessionIndex();
  index.append(heads);
  index.finish(end);
  const known = bodies.map(receivedBody);
  const fetch = (rows: readonly number[]) => Promise.resolve(ok(rows.flatMap((row) => known[row] ?? [])));
  const path = new ViewedPath(index.parents, end.storedLeafRow);
  tailCount += 1;
  return {
    scope: {
      ...scope,
      since: -tailCount,
      known,
      bodies: new BodyLoader(fetch, (task) => task()),
    },
    tree: sessionTree({ index, status: 'complete' }),
    path,
    items: pathItems(index, path.rows, new Set()),
  };
}
