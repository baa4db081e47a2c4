import { isConversation } from '../../../../shared/model/kind';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { commonAncestor } from '../../../../shared/tree/shape';
import { LinkButton } from '../../ui/button';
import { countOf, formatCount } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './find-bar.module.css';
import type { Search } from './use-search';

interface FindNotesProps {
  index: SessionIndex;
  search: Search;
  /** Row of the hit, if it is on another branch than the one viewed; else -1. */
  elsewhere: number;
  viewedLeaf: number;
  /** Whether the hit stands on the page; null while that is not known. */
  isShown: boolean | null;
  onViewBranch: () => void;
}

/** What there is to know of the hit that is gone to, and of what was not looked through. */
export function FindNotes({ index, search, elsewhere, viewedLeaf, isShown, onViewBranch }: FindNotesProps) {
  const problem = problemOf(search);
  return (
    <>
      {elsewhere >= 0 && (
        <p className={styles.elsewhere}>
          <BranchName index={index} row={elsewhere} viewedLeaf={viewedLeaf} />
          <LinkButton onClick={onViewBranch}>View that branch (Enter)</LinkButton>
        </p>
      )}
      {elsewhere < 0 && isShown === false && (
        <p className={styles.note}>
          This hit is not shown in the transcript; it stands in the raw record of its entry.
        </p>
      )}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** A branch is known by the first words that are on it alone. */
function BranchName({
  index,
  row,
  viewedLeaf,
}: Pick<FindNotesProps, 'index' | 'viewedLeaf'> & { row: number }) {
  const words = branchWords(index, row, viewedLeaf);
  return (
    <span className={styles.words}>
      On another branch
      {words !== '' && (
        <>
          : <UntrustedText text={words} isProse />
        </>
      )}
    </span>
  );
}

/** What is said first on the way to a row after it leaves that to the viewed leaf; empty while it is not known. */
function branchWords(index: SessionIndex, row: number, viewedLeaf: number): string {
  if (viewedLeaf < 0 || row >= index.count) return '';
  const fork = commonAncestor(index.parents, row, viewedLeaf);
  let words = index.preview(row);
  for (let at = row; at >= 0 && at !== fork; at = index.parent(at))
    if (isConversation(index.kind(at)) && index.preview(at) !== '') words = index.preview(at);
  return words;
}

/** Why there may be more than was found; null when there is not. */
function problemOf({ fault, found: { status, error, end, doneEntries } }: Search): string | null {
  if (fault !== null) return `Not a regular expression: ${fault}.`;
  if (error !== null) return error.message;
  if (status === 'cancelled')
    return `Stopped: the first ${countOf(doneEntries, 'entry', 'entries')} were looked through.`;
  if (end === null || end.slowEntries === 0) return null;
  const left = countOf(end.slowEntries, 'entry', 'entries');
  return end.isGivenUp
    ? `This pattern takes too long. The search was stopped after ${formatCount(end.doneEntries)} entries, ${left} of them left out.`
    : `The pattern took too long in ${left}, not looked through to the end.`;
}
