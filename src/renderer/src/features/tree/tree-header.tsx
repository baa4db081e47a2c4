import { useRef, useState } from 'react';
import { type FilterTable, TREE_FILTERS } from '../../../../shared/tree/filters';
import { Button, IconButton } from '../../ui/button';
import { ChevronDownIcon, CloseIcon, FoldRunsIcon, UnfoldRunsIcon } from '../../ui/icons';
import { Menu, type MenuPlace } from '../../ui/menu';
import { countOf, formatCount, formatShort } from '../../ui/number-format';
import { TextInput } from '../../ui/text-input';
import { filterWords } from './filter-words';
import styles from './tree-header.module.css';
import { useTreeOptions } from './tree-options';

/** Id of the field that filters the entries. */
export const TREE_FILTER_ID = 'tree-filter';

interface TreeHeaderProps {
  table: FilterTable;
  isComplete: boolean;
  text: string;
  onText: (text: string) => void;
  /** Leaves the field for the list. */
  onLeave: () => void;
  /** Whether any run is folded, and whether there is any. */
  runs: { readonly count: number; readonly foldedCount: number };
  onFold: (isFolded: boolean) => void;
  problemCount: number;
  onNextProblem: () => void;
}

/** What of the tree is shown: words to find, the kind of entries, folded runs, and the way through the problems. */
export function TreeHeader(props: TreeHeaderProps) {
  const { text, onText, runs, problemCount } = props;
  const isFolded = runs.foldedCount > 0;
  return (
    <header className={styles.header}>
      <div className={styles.field}>
        <TextInput
          id={TREE_FILTER_ID}
          aria-label="Filter entries"
          placeholder="Filter entries"
          value={text}
          onChange={onText}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text !== '') onText('');
            else if (event.key === 'Escape' || event.key === 'ArrowDown' || event.key === 'Enter')
              props.onLeave();
            else return;
            event.preventDefault();
          }}
        />
        {text !== '' && (
          <IconButton isSmall label="Clear the filter" icon={<CloseIcon />} onClick={() => onText('')} />
        )}
      </div>
      <FilterButton table={props.table} isComplete={props.isComplete} />
      <IconButton
        label={isFolded ? 'Unfold all runs' : 'Fold runs'}
        icon={isFolded ? <UnfoldRunsIcon /> : <FoldRunsIcon />}
        aria-pressed={isFolded}
        aria-disabled={runs.count === 0}
        title={
          runs.count === 0
            ? 'No run of entries is long enough to fold'
            : isFolded
              ? 'Unfold all runs'
              : `Fold ${countOf(runs.count, 'run')} of entries between forks`
        }
        onClick={() => props.onFold(!isFolded)}
      />
      {problemCount > 0 && (
        <button
          type="button"
          className={styles.problems}
          onClick={props.onNextProblem}
          title="Show the next problem"
          aria-label={`${countOf(problemCount, 'problem')}: show the next one`}
        >
          ! {formatShort(problemCount)}
        </button>
      )}
    </header>
  );
}

/** Which entries are shown, with a menu of the others. */
function FilterButton({ table, isComplete }: Pick<TreeHeaderProps, 'table' | 'isComplete'>) {
  const filter = useTreeOptions((state) => state.filter);
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const button = useRef<HTMLSpanElement>(null);
  const { name, hint } = filterWords(filter);
  // Before the end of the file, which entries have a label is not known.
  const count = (of: typeof filter) =>
    of === 'labelled' && !isComplete ? 'pending' : formatCount(table.counts[of]);

  function open() {
    const box = button.current?.getBoundingClientRect();
    if (box) setPlace({ x: box.left, y: box.bottom + 4 });
  }

  return (
    <span ref={button} className={styles.filter}>
      <Button
        aria-haspopup="menu"
        aria-expanded={place !== null}
        aria-label={`Shown: ${name}, ${count(filter)}`}
        title={hint}
        onClick={open}
      >
        <span className={styles.name}>{name}</span> <span className={styles.count}>{count(filter)}</span>
        <ChevronDownIcon sizeRem={0.75} />
      </Button>
      {place && (
        <Menu
          label="Entries shown"
          place={place}
          items={TREE_FILTERS.map((each) => ({
            label: filterWords(each).name,
            hint: filterWords(each).hint,
            detail: count(each),
            isChecked: each === filter,
            run: () => useTreeOptions.getState().show(each),
          }))}
          onClose={() => setPlace(null)}
        />
      )}
    </span>
  );
}
