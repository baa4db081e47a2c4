import type { Result } from '../../shared/contract/errors';
import type { Progress } from '../../shared/contract/state';
import { type HostedClient, startDataProcess } from './data-host';
import type { DatabaseCopies } from './database-copies';

/** A job without any progress for this long is stopped. */
const JOB_DEADLINE_MS = 120_000;

interface JobOptions {
  readonly deadlineMs: number;
  readonly onProgress: (progress: Progress) => void;
}

/** Runs a long job in a process of its own. The process does nothing else: ending it is the quickest cancel. */
export async function inJobProcess<T>(
  copies: DatabaseCopies,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
  job: (client: HostedClient, options: JobOptions) => Promise<Result<T>>,
): Promise<Result<T>> {
  const client = startDataProcess('job');
  const end = () => client.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await job(client, { deadlineMs: JOB_DEADLINE_MS, onProgress });
  } finally {
    signal.removeEventListener('abort', end);
    client.close();
    copies.deleteSoon();
  }
}
