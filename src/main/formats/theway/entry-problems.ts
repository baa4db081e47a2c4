import type { Finding } from '../../../shared/model/report';
import { REPLAY_TEXTS, type ReplayFault } from '../../../shared/theway/transcript';
import type { AnsweredCall } from '../call-index';
import { resultProblem } from '../call-problems';
import { quoteId } from '../stored-id';
import type { EntryHead } from './entry-head';

/** What is wrong with an entry: in itself, among the others, and with the call it answers (undefined: it is no result). */
export function problemsOf(
  entry: EntryHead,
  replayFaults: readonly ReplayFault[],
  answered: AnsweredCall | undefined,
): readonly Finding[] {
  // Nearly every entry is sound, and there may be a million of them.
  if (replayFaults.length === 0 && answered !== null && answered !== 'too-many') return entry.faults;
  const problems: Finding[] = [...entry.faults];
  for (const fault of replayFaults) {
    problems.push({ code: fault, severity: 'error', message: faultMessage(fault, entry) });
  }
  const withCall = answered === undefined ? null : resultProblem(answered);
  return withCall === null ? problems : [...problems, withCall];
}

function faultMessage(fault: ReplayFault, entry: EntryHead): string {
  const text = REPLAY_TEXTS[fault];
  switch (fault) {
    case 'duplicate-entry-id':
      return `${text}: an entry before this one has the id ${quoteId(entry.id)}`;
    case 'dangling-parent':
      return `${text}: ${quoteId(entry.id)} names the parent ${quoteId(entry.parentId ?? '')}, which is not before it`;
    case 'own-parent':
      return `${text} ${entry.id.slice(0, 200)}: the entry names itself as its parent`;
    case 'dangling-leaf-target': {
      const target =
        entry.leafMove === null || entry.leafMove === 'unreadable' ? null : entry.leafMove.target;
      return `${text}: ${quoteId(entry.id)} moves the leaf to ${quoteId(target ?? '')}, which is not before it`;
    }
  }
}
