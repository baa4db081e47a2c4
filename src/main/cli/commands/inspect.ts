import type { Report } from '../../../shared/model/report';
import type { FileSummary } from '../../../shared/model/session';
import {
  checkDocument,
  checkLine,
  type Outcome,
  printedAs,
  problemDocument,
  problemLine,
  schemaOf,
} from '../outcome';
import { printableLine } from '../plain-text';
import { type FileContext, valueOr } from '../with-session';

/** `ramify inspect`: what a file is, its checks, sessions and problems. */
export async function inspect({ reader, summary }: FileContext, json: boolean): Promise<Outcome> {
  const report = valueOr(await reader.report());
  return printedAs(
    json,
    () => ({
      schema: schemaOf('inspect'),
      path: summary.path,
      format: summary.format,
      formatVersion: summary.formatVersion,
      facts: summary.facts.map(({ name, value }) => ({ name, value })),
      checks: report.checks.map(checkDocument),
      sessionCount: summary.sessionCount,
      sessions: summary.sessions.map(({ id, title, entryCount, storedLeaf, commitCount }) => ({
        id,
        title,
        entryCount,
        storedLeaf,
        commitCount,
      })),
      problems: report.problems.map(problemDocument),
    }),
    () => textOf(summary, report),
  );
}

function textOf(summary: FileSummary, report: Report): string {
  const { format, formatVersion, path, facts, sessions } = summary;
  return [
    printableLine(`${path}: ${format}${formatVersion === null ? '' : ` version ${formatVersion}`}`),
    ...facts.map(({ name, value }) => printableLine(`  ${name}: ${value}`)),
    '',
    ...report.checks.map(checkLine),
    '',
    `${summary.sessionCount} ${summary.sessionCount === 1 ? 'session' : 'sessions'}`,
    ...sessions.map(({ id, title, entryCount }) =>
      printableLine(`  ${id}  ${entryCount} entries  ${title ?? '(no title)'}`),
    ),
    ...report.problems.map(problemLine),
    '',
  ].join('\n');
}
