import { type Commit, isSound, type Report } from '../../../shared/model/report';
import type { Printable } from '../json-document';
import {
  checkDocument,
  checkLine,
  EXIT,
  kindDocument,
  kindLine,
  type Outcome,
  printedAs,
  problemDocument,
  problemLine,
  schemaOf,
} from '../outcome';
import { printableLine } from '../plain-text';
import { type FileContext, valueOr } from '../with-session';

/** `ramify verify`: every check and commit; exit 1 when anything is unsound. */
export async function verify({ reader, summary }: FileContext, json: boolean): Promise<Outcome> {
  const report = valueOr(await reader.report());
  const sound = isSound(report);
  return printedAs(
    json,
    () => ({
      schema: schemaOf('verify'),
      path: summary.path,
      format: summary.format,
      sound,
      checks: report.checks.map(checkDocument),
      commits: report.commits.map(commitDocument),
      problems: report.problems.map(problemDocument),
      kinds: report.kinds.map(kindDocument),
    }),
    () => textOf(report, sound),
    sound ? EXIT.fine : EXIT.problems,
  );
}

function commitDocument(commit: Commit): Printable {
  const { sessionId, commitId, digest, state, reason, ambiguous, firstItem, lastItem, itemCount } = commit;
  return {
    sessionId,
    commitId,
    digest,
    state,
    reason,
    ambiguous,
    firstItem: itemIndex(firstItem),
    lastItem: itemIndex(lastItem),
    itemCount,
  };
}

/** An `item_index` as a number; as a string where a JSON reader would round it. */
function itemIndex(id: string | null): string | number | null {
  if (id === null) return null;
  const index = Number(id);
  return Number.isSafeInteger(index) ? index : id;
}

function textOf(report: Report, sound: boolean): string {
  return [
    ...report.checks.map(checkLine),
    ...report.commits.map(commitLine),
    ...report.kinds.map(kindLine),
    ...report.problems.map(problemLine),
    sound ? 'Sound.' : 'Not sound.',
    '',
  ].join('\n');
}

function commitLine(commit: Commit): string {
  const { sessionId, commitId, state, reason, ambiguous, firstItem, lastItem } = commit;
  const range = firstItem === lastItem ? `item ${firstItem}` : `items ${firstItem}–${lastItem}`;
  const where =
    state === 'verified' ? `, ${range}${ambiguous ? ' (another range would match too)' : ''}` : '';
  return printableLine(
    `commit ${commitId} in ${sessionId}: ${state}${reason === null ? '' : ` (${reason})`}${where}`,
  );
}
