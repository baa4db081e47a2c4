import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Comparison } from '../../../../shared/contract/comparison';
import type { OperationError } from '../../../../shared/contract/errors';
import type { Progress } from '../../../../shared/contract/state';
import { call, errorOf, useAppEvent } from '../../app/bridge';
import { perform } from '../../app/perform';
import { type ComparedPath, pathInput } from './compared-sides';

/** How long a comparison stays after it went out of view. */
const KEPT_MS = 60_000;

/** A comparison, under way, there, or not to be had. */
export type ComparisonState =
  | { readonly status: 'running'; readonly progress: Progress | null; cancel(): void }
  | { readonly status: 'cancelled'; run(): void }
  | { readonly status: 'failed'; readonly error: OperationError; run(): void }
  | { readonly status: 'done'; readonly comparison: Comparison };

/** Compares two paths, in a process of its own, for as long as the component is there. */
export function useComparison(left: ComparedPath, right: ComparedPath): ComparisonState {
  const client = useQueryClient();
  const running = useRef('');
  const [progress, setProgress] = useState<Progress | null>(null);
  const input = { left: pathInput(left), right: pathInput(right) };
  const queryKey = ['comparison', left.file.generation, right.file.generation, input];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const comparisonId = crypto.randomUUID();
      running.current = comparisonId;
      setProgress(null);
      signal.addEventListener('abort', () => perform('compare.cancel', { comparisonId }), { once: true });
      return call('compare.run', { comparisonId, ...input });
    },
    gcTime: KEPT_MS,
    retryOnMount: false,
  });
  useAppEvent('comparison', (event) => {
    if (event.comparisonId === running.current) setProgress(event.progress);
  });
  const run = () => void refetch();
  if (data) return { status: 'done', comparison: data };
  if (isFetching)
    return { status: 'running', progress, cancel: () => void client.cancelQueries({ queryKey }) };
  return error ? { status: 'failed', error: errorOf(error), run } : { status: 'cancelled', run };
}
