import { type MouseEvent, memo } from 'react';
import { BROKEN_PARENT } from '../../../../shared/model/heads';
import { isConversation } from '../../../../shared/model/kind';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { classNames } from '../../ui/class-names';
import { UntrustedText } from '../../ui/untrusted-text';
import { branchColour } from '../entry/branch-colour';
import { useBody } from '../entry/entry-body';
import { forkPosition } from '../entry/fork-position';
import type { SessionTree } from '../entry/session-tree';
import type { ViewedPath } from '../entry/viewed-path';
import { ForkMarker } from './fork-marker';
import { MessageItem } from './message-item';
import { NoteItem } from './note-item';
import styles from './transcript-item.module.css';

export interface TranscriptItemProps {
  tree: SessionTree;
  path: ViewedPath;
  row: number;
  /** Rows of the results shown in this item. */
  results: readonly number[];
  labels: readonly string[];
  /** The selected entry if it is this one or one of its results, else -1. */
  selectedRow: number;
  isLastOnPath: boolean;
  onSelect: (row: number) => void;
  onShowBranch: (row: number) => void;
  onApart: (rows: readonly number[]) => void;
  onLoaded: (row: number) => void;
}

/** One item of the transcript: an entry of the path, and the forks below it. */
export const TranscriptItem = memo(function TranscriptItem(props: TranscriptItemProps) {
  const { tree, path, row, results, selectedRow, onSelect } = props;
  const { index } = tree;
  const isRoot = row === path.rows[0];
  const isSelected = selectedRow === row;

  function select(event: MouseEvent<HTMLElement>) {
    // A click that ends a selection of text, or works a control, is not about the entry.
    const isControl = event.target instanceof Element && event.target.closest('button, a, summary') !== null;
    if (!isControl && document.getSelection()?.isCollapsed !== false) onSelect(row);
  }

  return (
    <>
      {isRoot && <Forks {...props} rows={NO_ROW} />}
      {isRoot && index.parent(row) === BROKEN_PARENT && <BreakMarker row={row} />}
      {/* The keyboard selects with the button in the entry's header. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <article
        className={classNames(styles.entry, isNote(index, row) && styles.note, isSelected && styles.selected)}
        aria-current={isSelected || undefined}
        onClick={select}
      >
        {isNote(index, row) ? (
          <NoteItem {...props} index={index} />
        ) : (
          <MessageItem {...props} index={index} />
        )}
      </article>
      <Forks {...props} rows={[row, ...results]} />
    </>
  );
});

/** Bookkeeping and summaries take one line, unless something is wrong with them. */
function isNote(index: SessionIndex, row: number): boolean {
  const kind = index.kind(row);
  if (index.hasFlag(row, 'problem') || kind === 'unknown') return false;
  return !isConversation(kind) || kind === 'compaction' || kind === 'branch_summary';
}

/** Stands for the place above the root, where a session may have several beginnings. */
const NO_ROW: readonly number[] = [-1];

function Forks({ tree, path, rows, onShowBranch }: TranscriptItemProps & { rows: readonly number[] }) {
  return rows.map((row) => {
    const child = row < 0 ? (path.rows[0] ?? -1) : path.next(row);
    const fork = forkPosition(tree.shape, tree.index, row, child);
    return (
      fork && (
        <ForkMarker
          key={row}
          fork={fork}
          index={tree.index}
          colour={branchColour(tree.layout.branch[child] ?? 0)}
          isBeginning={row < 0}
          onShow={onShowBranch}
        />
      )
    );
  });
}

/** The path starts here because the parent is missing, not because the session does. */
function BreakMarker({ row }: { row: number }) {
  const state = useBody(row);
  const parentId = state.status === 'loaded' ? state.body.parentId : null;
  return (
    <p className={styles.break}>
      <span>
        Break: the parent
        {parentId !== null && (
          <>
            {' '}
            <code>
              <UntrustedText text={parentId} />
            </code>
          </>
        )}{' '}
        is not in this file
      </span>
    </p>
  );
}
