// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed freely, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row
import { memo } from 'react';
import { BROKEN_PARENT } from '../../../../shared/model/heads';
import { isConversation } from '../../../../shared/model/kind';
import { branchStarts } from '../../../../shared/tree/branches';
import type { VisibleTree } from '../../../../shared/tree/visible-tree';
import { classNames } from '../../ui/class-names';
import { countOf } from '../../ui/number-format';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { kindWords } from '../entry/kind-words';
import { StoredLeafTag, ViewedLeafTag } from '../entry/leaf-tags';
import type { SessionTree } from '../entry/session-tree';
import type { ViewedPath } from '../entry/viewed-path';
import type { DrawnTree } from './row-graph';
import { RowTags } from './row-tags';
import styles from './tree-row.module.css';

/** All that rows are drawn from; the same object while nothing of it changes. */
export interface DrawnSession extends DrawnTree {
  readonly tree: SessionTree;
  readonly shown: VisibleTree;
  /** By places. */
  readonly path: ViewedPath;
  /** By row. */
  readonly labels: ReadonlyMap<number, readonly string[]>;
  /** Rows of forks that two programs wrote to at once. */
  readonly twoWriters: ReadonlySet<number>;
}

/** Whether a row is marked, for itself or for an entry below it that is not shown. */
export type RowMark = 'itself' | 'below' | null;

export interface TreeRowProps {
  drawn: DrawnSession;
  row: number;
  top: number;
  height: number;
  graphWidth: number;
  labels: readonly string[];
  /** The session's format has times: their column is kept free where one is missing. */
  hasTimes: boolean;
  selected: RowMark;
  isActive: boolean;
  storedLeaf: RowMark;
  viewedLeaf: RowMark;
}

/** Id of a row's element, for `aria-activedescendant`. */
export function treeRowId(row: number): string {
  return `tree-row-${row}`;
}

/** One line of the tree: its place among the branches, who speaks, the first words, what is special about it. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { drawn, row, height, selected, storedLeaf, viewedLeaf } = props;
  const { tree, shown, path } = drawn;
  const { index } = tree;
  const place = shown.places[row] ?? 0;
  const entries = shown.runs.entriesAt(place);
  const isFold = entries > 1;
  return (
    <div
      id={treeRowId(row)}
      role="row"
      tabIndex={-1}
      className={classNames(
        styles.row,
        path.has(place) && styles.onPath,
        isFold && styles.fold,
        selected && styles[selected === 'itself' ? 'selected' : 'near'],
        props.isActive && styles.active,
      )}
      style={{ top: props.top, height, paddingLeft: props.graphWidth + 8 }}
      aria-level={(shown.layout.lane[place] ?? 0) + 1}
      aria-setsize={tree.isComplete ? shown.shape.count : -1}
      aria-posinset={(shown.layout.lineOf[place] ?? 0) + 1}
      aria-selected={selected === 'itself'}
      aria-expanded={expandedState(shown, place)}
    >
      {isFold ? (
        <FoldText entries={entries} calls={shown.runs.callsAt(place)} />
      ) : (
        <EntryText tree={tree} row={row} />
      )}
      <span role="gridcell" className={styles.marks}>
        {!isFold && (
          <RowTags
            index={index}
            row={row}
            isBreak={shown.shape.parents[place] === BROKEN_PARENT}
            branchCount={branchCountBelow(tree, row)}
            hasTwoWriters={drawn.twoWriters.has(row)}
            labels={props.labels}
          />
        )}
      </span>
      {(storedLeaf || viewedLeaf) && (
        <span role="gridcell" className={styles.leaves}>
          {storedLeaf && <StoredLeafTag isBelow={storedLeaf === 'below'} />}
          {viewedLeaf && <ViewedLeafTag isBelow={viewedLeaf === 'below'} />}
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

/** A run hangs below its head, which is what unfolds: so does the line that stands for a folded run. */
function expandedState({ rows, shape, runs }: VisibleTree, place: number): boolean | undefined {
  if (runs.entriesAt(place) > 1) return false;
  const child = shape.childCount[place] === 1 ? (shape.firstChild[place] ?? -1) : -1;
  const row = rows[child] ?? -1;
  if (row < 0 || runs.startOf(row) !== row) return undefined;
  return runs.entriesAt(child) === 1;
}

/** Branches that begin below a row; 0 where nothing forks. */
function branchCountBelow({ shape, branches }: SessionTree, row: number): number {
  if ((shape.childCount[row] ?? 0) < 2) return 0;
  const count = branchStarts(branches, shape, row).length;
  return count > 1 ? count : 0;
}

function FoldText({ entries, calls }: { entries: number; calls: number }) {
  return (
    <>
      <span role="gridcell" className={styles.letter} />
      <span role="gridcell" className={styles.text}>
        {countOf(entries, 'entry', 'entries')}
        {calls > 0 && `, ${countOf(calls, 'tool call')}`}
      </span>
    </>
  );
}

/** Who speaks, the first words, and the tools called or answering. Bookkeeping says what it is instead of who speaks. */
function EntryText({ tree: { index }, row }: { tree: SessionTree; row: number }) {
  const kind = index.kind(row);
  const words = kindWords(kind);
  const preview = index.preview(row);
  const tools = index.toolNames(row);
  return (
    <>
      <span role="gridcell" className={classNames(styles.letter, styles[kind])} title={words.word}>
        {isConversation(kind) ? <VisuallyHidden>{words.word}</VisuallyHidden> : null}
        <span aria-hidden="true">{words.letter}</span>
      </span>
      <span role="gridcell" className={styles.text}>
        {!isConversation(kind) && <span className={styles.kind}>{words.word} </span>}
        {kind === 'tool_result' && tools !== '' && <ToolNames names={tools} />}
        {preview !== '' && <UntrustedText text={preview} isProse />}
        {kind !== 'tool_result' && tools !== '' && <ToolNames names={tools} />}
      </span>
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
