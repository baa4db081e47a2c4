import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Progress } from '../../shared/contract/state';
import { problemAt, type Report } from '../../shared/model/report';
import type { SessionSource } from '../formats/format';
import { attributeAll, commitCheck } from './attribution';
import { ProblemCollector } from './problem-collector';
import { ProblemKinds } from './problem-kinds';
import { StructureTally } from './structure';
import { Watcher } from './watcher';

export interface ReportOptions {
  /** Ends the work at the next pause; the promise is then rejected with the signal's reason. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * The whole verdict on an open file: schema checks, a pass over the heads of every session for its structure, and
 * commit attribution where the format has commits. A verdict is `ok` only for what was looked at in this run.
 * Throws `DatabaseError` when the file fails underneath.
 */
export async function buildReport(store: SessionSource, options: ReportOptions): Promise<Report> {
  const watcher = new Watcher(options.signal, options.onProgress);
  const { sessions, total, problems: fileProblems } = await store.sessions();
  const entryTotal = sessions.reduce((sum, { entryCount }) => sum + (entryCount ?? 0), 0);
  watcher.report('Checking the schema', 0, entryTotal);
  await nextTurn();
  const schema = await store.schemaChecks();

  const problems = new ProblemCollector();
  const kinds = new ProblemKinds();
  for (const problem of fileProblems) {
    problems.add(problem);
    kinds.add(problem);
  }
  const tally = new StructureTally();
  for (const summary of sessions) {
    watcher.report('Reading entries', tally.entryCount, entryTotal);
    const session = tally.session(summary);
    const before = tally.entryCount;
    const listed = new ProblemKinds();
    const read = await store.heads(summary.id, {
      signal: options.signal,
      progress: (done) =>
        watcher.report('Reading entries', before + done, Math.max(entryTotal, before + done)),
      chunk: async (chunk) => {
        session.add(chunk);
        for (const problem of chunk.problems) {
          problems.add(problem);
          listed.add(problem);
        }
        await nextTurn();
      },
    });
    if (!read.ok) {
      const finding = { code: 'session-gone', severity: 'error', message: read.error.message } as const;
      problems.add(problemAt({ sessionId: summary.id }, finding));
      kinds.add(finding);
      continue;
    }
    session.end(read.value);
    for (const problem of read.value.problems) {
      problems.add(problem);
      listed.add(problem);
    }
    kinds.addAll(read.value.problemKinds ?? listed.list());
  }
  const unseen =
    sessions.length < total
      ? `only the ${sessions.length} sessions listed were looked at, of ${total}`
      : null;
  const commits = store.commits ? await attributeAll(store.commits, watcher) : [];
  const commitChecks = store.commits ? [commitCheck(commits)] : [];
  return {
    checks: [...schema, ...tally.checks(unseen), ...commitChecks],
    commits,
    problems: problems.list(),
    kinds: kinds.list(),
  };
}
