import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ContextPlan, planContext, rowsToRead } from '../../../../shared/context/plan';
import type { OperationError } from '../../../../shared/contract/errors';
import type { Body } from '../../../../shared/model/body';
import { errorOf } from '../../app/bridge';
import type { SessionPaneProps } from '../../app/session-pane';
import { fetchBodies } from '../entry/fetch-bodies';

/** Bodies asked for at once; the contract takes no more. */
const ROWS_PER_REQUEST = 200;

/** The plan of a context, on its way, there, or not to be had. */
export type ContextPlanState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: OperationError; retry(): void }
  | { readonly status: 'done'; readonly plan: ContextPlan };

/** What a model is given at the end of a path: from the heads, and the few bodies that heads do not stand for. */
export function useContextPlan(
  { file, session, heads }: SessionPaneProps,
  path: Int32Array,
): ContextPlanState {
  const { index } = heads;
  const { fileId, generation } = file;
  const rows = useMemo(() => rowsToRead(index, path), [index, path]);
  const { data, error, refetch } = useQuery({
    queryKey: ['context', fileId, generation, session.id, path[path.length - 1] ?? -1, path.length],
    queryFn: ({ signal }) => readBodies(fileId, session.id, rows, signal),
  });
  const format = file.summary.format;
  const plan = useMemo(() => data && planContext(format, index, path, data), [data, format, index, path]);
  if (plan) return { status: 'done', plan };
  return error
    ? { status: 'failed', error: errorOf(error), retry: () => void refetch() }
    : { status: 'loading' };
}

async function readBodies(
  fileId: string,
  sessionId: string,
  rows: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Body>> {
  const bodies = new Map<number, Body>();
  for (let at = 0; at < rows.length; at += ROWS_PER_REQUEST) {
    signal.throwIfAborted();
    const page = rows.slice(at, at + ROWS_PER_REQUEST);
    for (const body of await fetchBodies(fileId, sessionId, page)) bodies.set(body.row, body);
  }
  return bodies;
}
