import { readFileSync, rmSync } from 'node:fs';
import type { ElectronApplication } from '@playwright/test';

/** An event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** What it took, and of that the time of the thread's processor. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * The longest task of the page's main thread while something is done, in ms of its processor, so that what other
 * programs do at the time does not count. Look for elements in cheap ways meanwhile: that runs on the same thread.
 */
export async function longestTaskMs(app: ElectronApplication, work: () => Promise<void>): Promise<number> {
  await app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({ included_categories: ['toplevel'] }),
  );
  await work();
  const file = await app.evaluate(({ contentTracing }) => contentTracing.stopRecording());
  // Chromium wrote it.
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: readonly TraceEvent[] };
  rmSync(file, { force: true });
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) =>
      name === 'ThreadControllerImpl::RunTask' && ph === 'X' && threads.has(`${pid}:${tid}`),
  );
  if (tasks.length === 0) throw new Error('The trace has no task of the page.');
  return tasks.reduce((longest, { dur = 0, tdur = dur }) => Math.max(longest, tdur), 0) / 1000;
}
