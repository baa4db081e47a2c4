import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperationError } from '../../../shared/contract/errors';
import type { Progress } from '../../../shared/contract/state';
import type { Report } from '../../../shared/model/report';
import { call, errorOf, useAppEvent } from './bridge';
import { perform } from './perform';

/** How the checks of a file stand. What is not `done` was not computed, and nothing of it is shown as if. */
export type ReportState =
  | { readonly status: 'running'; readonly progress: Progress | null; cancel(): void }
  | { readonly status: 'cancelled'; run(): void }
  | { readonly status: 'failed'; readonly error: OperationError; run(): void }
  | { readonly status: 'done'; readonly report: Report; run(): void };

/** Runs the checks of a file once for each time it was read, while the component is there or not. */
export function useReport(fileId: string, generation: number): ReportState {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const { data, error, isFetching } = useQuery(reportQuery(fileId, generation));
  useAppEvent('checks', (event) => {
    if (event.fileId === fileId) setProgress(event.progress);
  });

  const run = () => void runAgain(client, fileId, generation, () => setProgress(null));
  if (isFetching) return { status: 'running', progress, cancel: () => perform('checks.cancel', { fileId }) };
  if (error) {
    const failure = errorOf(error);
    return failure.code === 'cancelled'
      ? { status: 'cancelled', run }
      : { status: 'failed', error: failure, run };
  }
  return data ? { status: 'done', report: data, run } : { status: 'cancelled', run };
}

/** The report of a file if its checks have run; never starts them. */
export function useKnownReport(fileId: string, generation: number): Report | null {
  return useQuery({ ...reportQuery(fileId, generation), enabled: false }).data ?? null;
}

async function runAgain(
  client: QueryClient,
  fileId: string,
  generation: number,
  clear: () => void,
): Promise<void> {
  clear();
  await client.resetQueries({ queryKey: reportQuery(fileId, generation).queryKey });
}

function reportQuery(fileId: string, generation: number) {
  return queryOptions({
    queryKey: ['checks', fileId, generation],
    queryFn: () => call('checks.run', { fileId }),
    gcTime: Number.POSITIVE_INFINITY,
    // What was cancelled stays cancelled until it is asked for again.
    retryOnMount: false,
  });
}
