import { useMemo } from 'react';
import { type Action, useActions } from '../../app/actions';
import { useMainView } from '../../app/main-view';
import { Button, IconButton } from '../../ui/button';
import { CloseIcon } from '../../ui/icons';
import { formatCount } from '../../ui/number-format';
import { SegmentedControl } from '../../ui/segmented-control';
import styles from './compare.module.css';
import { compareActions } from './compare-actions';
import type { ComparedPath } from './compared-sides';

interface CompareHeaderProps {
  left: ComparedPath;
  /** Null until the comparison is there. */
  counts: { all: number; different: number } | null;
  isFiltered?: boolean;
  onFilter?: (isFiltered: boolean) => void;
  /** Goes to the next (1) or previous (-1) difference. */
  onStep?: (step: 1 | -1) => void;
}

const NO_ACTIONS: readonly Action[] = [];

/** What is shown of the comparison, and the way out of it. */
export function CompareHeader({ left, counts, isFiltered = false, onFilter, onStep }: CompareHeaderProps) {
  const { file, session } = left;
  const hasDifferences = counts !== null && counts.different > 0;
  const actions = useMemo(
    () => (onStep ? compareActions(hasDifferences, onStep) : NO_ACTIONS),
    [hasDifferences, onStep],
  );
  useActions('compare', actions);
  return (
    <header className={styles.header}>
      <h2 className={styles.title}>Comparison</h2>
      {counts && onFilter && (
        <SegmentedControl
          label="Rows"
          segments={[
            { value: 'all', label: `All ${formatCount(counts.all)}` },
            {
              value: 'different',
              label: `Differences ${formatCount(counts.different)}`,
              title: 'Without what is the same on both sides',
            },
          ]}
          value={isFiltered ? 'different' : 'all'}
          onChange={(value) => onFilter(value === 'different')}
        />
      )}
      {counts && onStep && (
        <span className={styles.steps}>
          <Button variant="ghost" disabled={!hasDifferences} onClick={() => onStep(-1)}>
            Previous
          </Button>
          <Button variant="ghost" disabled={!hasDifferences} onClick={() => onStep(1)}>
            Next difference
          </Button>
        </span>
      )}
      <span className={styles.space} />
      <IconButton
        label="Close the comparison"
        icon={<CloseIcon />}
        onClick={() => useMainView.getState().close(file.fileId, session.id)}
      />
    </header>
  );
}
