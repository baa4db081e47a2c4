import type { Report } from '../../../shared/model/report';
import { vvAgentFormat } from '../../formats/vv-agent/format';
import { buildReport } from '../../integrity/report';
import { openForReading } from '../../sqlite/open';

/** The whole verdict on a file, as `ramify verify` gives it; null where no store was made yet. */
export async function verifyStore(file: string, cacheDir: string): Promise<Report | null> {
  const opened = await openForReading(file, { cacheDir });
  if (!opened.ok && (opened.code === 'missing' || opened.code === 'empty')) return null;
  if (!opened.ok) throw new Error(`${opened.code}: ${opened.message} ${opened.detail}`);
  try {
    if (vvAgentFormat.detect(opened.db).match === 'no') return null;
    const store = vvAgentFormat.open(opened.db);
    return await buildReport(store, { signal: new AbortController().signal, onProgress: () => {} });
  } finally {
    opened.db.close();
  }
}

/** Everything in it that is not as it should be after writes that only append. */
export function faultsOf(report: Report | null): string[] {
  if (report === null) return ['there is no store'];
  const { checks, commits, problems } = report;
  return [
    ...checks
      .filter(({ verdict }) => verdict !== 'ok' && verdict !== 'not-applicable')
      .map(({ title, found }) => `${title}: ${found}`),
    ...problems
      // What is said in a session is no matter of the store.
      .filter(({ code }) => code !== 'call-without-result' && code !== 'call-pending')
      .map(({ code, message }) => `${code}: ${message}`),
    ...commits
      .filter(({ state, ambiguous }) => (state !== 'verified' && state !== 'empty') || ambiguous)
      .map(({ commitId, state, reason }) => `commit ${commitId}: ${state}, ${reason}`),
  ];
}
