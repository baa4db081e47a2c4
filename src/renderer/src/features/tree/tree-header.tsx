import { useMemo } from 'react';
import type { FormatId } from '../../../../shared/model/format';
import { entryWords } from '../../app/format-names';
import type { SessionHeads } from '../../app/heads';
import { useViewState } from '../../app/view-state';
import { countOf, formatCount } from '../../ui/number-format';
import type { SessionTree } from '../entry/session-tree';
import { rowsWithProblems } from './problem-rows';
import styles from './tree-header.module.css';

interface TreeHeaderProps {
  tree: SessionTree;
  format: FormatId;
  heads: SessionHeads;
  activeRow: number;
  onPick: (row: number) => void;
}

/** How large the tree is, and the way through its problems. */
export function TreeHeader({ tree, format, heads, activeRow, onPick }: TreeHeaderProps) {
  const [one, many] = entryWords(format);
  const problems = useMemo(() => rowsWithProblems(tree), [tree]);
  const end = heads.index.end;
  const problemCount = Math.max(end?.problemCount ?? 0, problems.length);

  function showNextProblem() {
    const activeLine = tree.layout.lineOf[activeRow] ?? -1;
    const next = problems.find((row) => (tree.layout.lineOf[row] ?? 0) > activeLine) ?? problems[0];
    // A problem of the session as a whole has no row; the list of all is with the checks.
    if (next === undefined) useViewState.getState().showInspectorTab('checks');
    else onPick(next);
  }

  return (
    <header className={styles.header}>
      {tree.isComplete ? (
        <span>
          {countOf(tree.count, one, many)}
          <span className={styles.quiet}>{countOf(tree.branches.tips.length, 'branch', 'branches')}</span>
        </span>
      ) : (
        <span
          title={`Known once all ${many} are read: how many branches there are, the labels, the stored leaf`}
        >
          {formatCount(heads.index.count)} of {formatCount(heads.progress.total ?? 0)} {many}
          <span className={styles.quiet}>branches, labels pending</span>
        </span>
      )}
      {problemCount > 0 && (
        <button
          type="button"
          className={styles.problems}
          onClick={showNextProblem}
          title="Show the next problem"
        >
          {countOf(problemCount, 'problem')}
        </button>
      )}
    </header>
  );
}
