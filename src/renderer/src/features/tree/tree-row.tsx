// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed freely, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row
import { type MouseEvent, memo } from 'react';
import { BROKEN_PARENT } from '../../../../shared/model/heads';
import { isConversation } from '../../../../shared/model/kind';
import { classNames } from '../../ui/class-names';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { kindWords } from '../entry/kind-words';
import { StoredLeafTag, ViewedLeafTag } from '../entry/leaf-tags';
import type { SessionTree } from '../entry/session-tree';
import type { ViewedPath } from '../entry/viewed-path';
import { RowDrawing } from './row-drawing';
import styles from './tree-row.module.css';

export interface TreeRowProps {
  tree: SessionTree;
  path: ViewedPath;
  row: number;
  top: number;
  height: number;
  graphWidth: number;
  labels: readonly string[];
  /** The session's format has times: their column is kept free where one is missing. */
  hasTimes: boolean;
  isSelected: boolean;
  isActive: boolean;
  isStoredLeaf: boolean;
  onPick: (row: number) => void;
}

/** Id of a row's element, for `aria-activedescendant`. */
export function treeRowId(row: number): string {
  return `tree-row-${row}`;
}

/** One entry of the tree: its place among the branches, who speaks, the first words, what is special about it. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { tree, path, row, height, isSelected } = props;
  const { index, layout } = tree;
  const kind = index.kind(row);
  const words = kindWords(kind);
  const isViewedLeaf = path.leaf === row;
  return (
    // The grid has the keyboard: its active row follows the arrow keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={treeRowId(row)}
      role="row"
      tabIndex={-1}
      className={classNames(
        styles.row,
        path.has(row) && styles.onPath,
        isSelected && styles.selected,
        props.isActive && styles.active,
      )}
      style={{ top: props.top, height }}
      aria-level={(layout.lane[row] ?? 0) + 1}
      aria-setsize={tree.isComplete ? tree.count : -1}
      aria-posinset={(layout.lineOf[row] ?? 0) + 1}
      aria-selected={isSelected}
      onMouseDown={keepFocusInGrid}
      onClick={() => props.onPick(row)}
    >
      <RowDrawing tree={tree} path={path} row={row} kind={kind} width={props.graphWidth} height={height} />
      <span role="gridcell" className={classNames(styles.letter, styles[kind])} title={words.word}>
        {isConversation(kind) ? <VisuallyHidden>{words.word}</VisuallyHidden> : null}
        <span aria-hidden="true">{words.letter}</span>
      </span>
      <span role="gridcell" className={styles.text}>
        <RowText tree={tree} row={row} />
      </span>
      <span role="gridcell" className={styles.marks}>
        <RowMarks {...props} />
      </span>
      {(props.isStoredLeaf || isViewedLeaf) && (
        <span role="gridcell" className={styles.leaves}>
          {props.isStoredLeaf && <StoredLeafTag />}
          {isViewedLeaf && <ViewedLeafTag />}
        </span>
      )}
      {props.hasTimes && (
        <span role="gridcell" className={styles.time}>
          <Time timeMs={index.timeMs(row)} />
        </span>
      )}
    </div>
  );
});

/** First words, and the tools called or answering. Bookkeeping says what it is instead of who speaks. */
function RowText({ tree: { index }, row }: Pick<TreeRowProps, 'tree' | 'row'>) {
  const kind = index.kind(row);
  const preview = index.preview(row);
  const tools = index.toolNames(row);
  return (
    <>
      {!isConversation(kind) && <span className={styles.kind}>{kindWords(kind).word} </span>}
      {kind === 'tool_result' && tools !== '' && <ToolNames names={tools} />}
      {preview !== '' && <UntrustedText text={preview} isProse />}
      {kind !== 'tool_result' && tools !== '' && <ToolNames names={tools} />}
    </>
  );
}

function ToolNames({ names }: { names: string }) {
  return (
    <code className={styles.tools}>
      <UntrustedText text={names} />
    </code>
  );
}

function RowMarks({ tree: { index, shape }, row, labels }: TreeRowProps) {
  const callCount = index.callCount(row);
  return (
    <>
      {shape.parents[row] === BROKEN_PARENT && (
        <Tag tone="err" title="The parent of this entry is not in this file">
          break
        </Tag>
      )}
      {index.hasFlag(row, 'problem') && (
        <Tag tone="warn" title="This record has a problem">
          ! problem
        </Tag>
      )}
      {index.hasFlag(row, 'error') && (
        <Tag tone="err" title="Ended in an error">
          ✕ error
        </Tag>
      )}
      {callCount > 1 && <Tag>{callCount} calls</Tag>}
      {labels.map((label) => (
        <Tag key={label} tone="accent" title={`Label: ${label}`}>
          <UntrustedText text={label} isProse />
        </Tag>
      ))}
    </>
  );
}

/** A press on a row leaves the focus to the grid, which is the one tab stop. */
function keepFocusInGrid(event: MouseEvent<HTMLElement>) {
  event.preventDefault();
  event.currentTarget.closest<HTMLElement>('[role=treegrid]')?.focus({ preventScroll: true });
}
