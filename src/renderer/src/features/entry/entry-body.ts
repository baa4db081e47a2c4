import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { OperationError } from '../../../../shared/contract/errors';
import type { Body } from '../../../../shared/model/body';
import { errorOf, OperationFailure } from '../../app/bridge';
import { type SessionScope, useSessionScope } from './session-scope';

/** How long content stays after it went out of view; scrolling back within that time asks for nothing. */
export const KEPT_MS = 60_000;

/** A body, on its way, there, or not to be had. */
export type BodyState =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly body: Body }
  | { readonly status: 'failed'; readonly error: OperationError; retry(): void };

/** Body of an entry; fetched while the component that asks is there, and only then. A negative row asks for nothing. */
export function useBody(row: number): BodyState {
  return useBodyIn(useSessionScope(), row);
}

/** As {@link useBody}, of a session that is named. */
export function useBodyIn(scope: SessionScope, row: number): BodyState {
  const { data, error, refetch } = useQuery({ ...bodyQuery(scope, row), enabled: row >= 0 });
  if (data) return { status: 'loaded', body: data };
  if (error) return { status: 'failed', error: errorOf(error), retry: () => void refetch() };
  return { status: 'loading' };
}

/** Bodies of several entries in the order asked for; null until all are there or failed, failed ones left out. */
export function useBodies(rows: readonly number[]): readonly Body[] | null {
  const scope = useSessionScope();
  return useQueries({
    queries: rows.map((row) => bodyQuery(scope, row)),
    combine: (results) =>
      results.some((result) => result.isPending)
        ? null
        : results.flatMap((result) => (result.data ? [result.data] : [])),
  });
}

function bodyQuery(scope: SessionScope, row: number) {
  return queryOptions({
    queryKey: ['body', scope.fileId, scope.since, scope.sessionId, row],
    queryFn: async ({ signal }) => {
      const result = await scope.bodies.load(row, signal);
      if (!result.ok) throw new OperationFailure(result.error);
      return result.value;
    },
    initialData: () => scope.known?.[row],
    gcTime: KEPT_MS,
  });
}
