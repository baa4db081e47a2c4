import { type MouseEvent, memo } from 'react';
import { BROKEN_PARENT } from '../../../../shared/model/heads';
import { forkPosition } from '../../../../shared/tree/branches';
import { classNames } from '../../ui/class-names';
import { UntrustedText } from '../../ui/untrusted-text';
import { useBody } from '../entry/entry-body';
import type { SessionTree } from '../entry/session-tree';
import type { ViewedPath } from '../entry/viewed-path';
import { ForkMarker } from './fork-marker';
import { MessageItem, type MessageItemProps } from './message-item';
import { isNote } from './note-entry';
import { NoteItem } from './note-item';
import styles from './transcript-item.module.css';

interface TranscriptItemProps extends Omit<MessageItemProps, 'index'> {
  tree: SessionTree;
  path: ViewedPath;
  onShowBranch: (row: number) => void;
}

/** One item of the transcript: an entry of the path, and the forks below it. */
export const TranscriptItem = memo(function TranscriptItem(props: TranscriptItemProps) {
  const { tree, path, row, results, selectedRow, onSelect } = props;
  const { index } = tree;
  const isRoot = row === path.rows[0];
  const isSelected = selectedRow === row;
  const isOneLine = isNote(index, row);

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
        className={classNames(styles.entry, isOneLine && styles.note, isSelected && styles.selected)}
        aria-current={isSelected || undefined}
        onClick={select}
      >
        {isOneLine ? <NoteItem {...props} index={index} /> : <MessageItem {...props} index={index} />}
      </article>
      <Forks {...props} rows={[row, ...results]} />
    </>
  );
});

/** Stands for the place above the root, where a session may have several beginnings. */
const NO_ROW: readonly number[] = [-1];

function Forks({ tree, path, rows, onShowBranch }: TranscriptItemProps & { rows: readonly number[] }) {
  return rows.map((row) => {
    const child = row < 0 ? (path.rows[0] ?? -1) : path.next(row);
    const fork = forkPosition(tree.branches, tree.shape, row, child);
    return (
      fork && <ForkMarker key={row} tree={tree} row={row} child={child} fork={fork} onShow={onShowBranch} />
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
