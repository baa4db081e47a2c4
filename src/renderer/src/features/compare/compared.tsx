import { useMemo, useRef, useState } from 'react';
import { ROW_STATES } from '../../../../shared/compare/align';
import type { Comparison } from '../../../../shared/contract/comparison';
import type { LeafRef } from '../../app/main-view';
import { perform } from '../../app/perform';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { ProgressBar } from '../../ui/progress-bar';
import { UntrustedText } from '../../ui/untrusted-text';
import { kindWords } from '../entry/kind-words';
import styles from './compare.module.css';
import { CompareHeader } from './compare-header';
import type { ComparedPath } from './compared-sides';
import { useComparison } from './comparison-query';
import { FactsTable } from './facts-table';
import { RowList, type RowListHandle } from './row-list';
import { SideChoices } from './side-choices';

interface ComparedProps {
  left: ComparedPath;
  right: ComparedPath;
  onChange: (sides: { left?: LeafRef; right?: LeafRef }) => void;
}

/** Two sides that are known: which they are, what each did, and their entries row by row. */
export function Compared({ left, right, onChange }: ComparedProps) {
  const isComplete = left.row >= 0 && right.row >= 0;
  return (
    <>
      {!isComplete && <CompareHeader left={left} counts={null} />}
      {!isComplete && <SideChoices left={left} right={right} onChange={onChange} />}
      {isComplete ? (
        <Comparing left={left} right={right} onChange={onChange} />
      ) : (
        <EmptyState title="Nothing to compare">Choose a branch for each side.</EmptyState>
      )}
    </>
  );
}

function Comparing({ left, right, onChange }: ComparedProps) {
  const state = useComparison(left, right);
  const [isFiltered, setFiltered] = useState(false);
  const list = useRef<RowListHandle>(null);
  const comparison = state.status === 'done' ? state.comparison : null;
  const rows = useMemo(
    () => (comparison ? rowsToShow(comparison, isFiltered) : null),
    [comparison, isFiltered],
  );
  return (
    <>
      <CompareHeader
        left={left}
        counts={comparison && countsOf(comparison)}
        isFiltered={isFiltered}
        onFilter={setFiltered}
        onStep={(step) => list.current?.goToDifference(step)}
      />
      <SideChoices left={left} right={right} onChange={onChange} />
      {state.status === 'running' && (
        <div className={styles.notice}>
          <ProgressBar
            progress={state.progress ?? { label: 'Comparing', done: 0, total: null, unit: 'entries' }}
            onCancel={state.cancel}
          />
        </div>
      )}
      {state.status === 'cancelled' && (
        <EmptyState title="The comparison was cancelled">
          <Button onClick={state.run}>Compare</Button>
        </EmptyState>
      )}
      {state.status === 'failed' && (
        <div className={styles.notice}>
          <ErrorNotice error={state.error}>
            {state.error.code === 'changed-while-reading' ? (
              <Button onClick={() => perform('files.reload', { fileId: left.file.fileId })}>Reload</Button>
            ) : (
              <Button onClick={state.run}>Try again</Button>
            )}
          </ErrorNotice>
        </div>
      )}
      {comparison && rows && (
        <>
          <FactsTable left={comparison.left.facts} right={comparison.right.facts} />
          <Ancestor comparison={comparison} left={left} />
          <RowList
            key={String(isFiltered)}
            ref={list}
            comparison={comparison}
            rows={rows}
            left={left}
            right={right}
          />
        </>
      )}
    </>
  );
}

/** Indexes of the rows that are shown. */
function rowsToShow({ states }: Comparison, isFiltered: boolean): Int32Array {
  const all = Int32Array.from(states, (_, at) => at);
  return isFiltered ? all.filter((at) => ROW_STATES[states[at] ?? -1] !== 'same') : all;
}

function countsOf({ states }: Comparison): { all: number; different: number } {
  const different = states.reduce((count, state) => count + (ROW_STATES[state] === 'same' ? 0 : 1), 0);
  return { all: states.length, different };
}

/** Where the two part. */
function Ancestor({ comparison, left }: { comparison: Comparison; left: ComparedPath }) {
  const { commonAncestor, sharedCount } = comparison;
  if (commonAncestor === null)
    return (
      <p className={styles.ancestor}>
        <b>No common ancestor.</b> The two begin apart: they are compared from their first entries.
      </p>
    );
  const { index } = left.heads;
  const row = commonAncestor.leftRow;
  return (
    <p className={styles.ancestor}>
      <b>Common ancestor</b>
      <span className={styles.ancestorKind}>{kindWords(index.kind(row)).word}</span>
      <span className={styles.ancestorWords}>
        <UntrustedText text={index.preview(row) || index.toolNames(row)} isProse />
      </span>
      <span className={styles.quiet}>
        {sharedCount === 1 ? 'one entry in common' : `${sharedCount} entries in common`}
      </span>
    </p>
  );
}
