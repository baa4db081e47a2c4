// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed freely, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: a table is read, its controls are the stops
import { type MouseEvent, memo, useMemo, useState } from 'react';
import type { RowState } from '../../../../shared/compare/align';
import type { Body } from '../../../../shared/model/body';
import { isConversation } from '../../../../shared/model/kind';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { classNames } from '../../ui/class-names';
import { formatShort } from '../../ui/number-format';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import { type BodyState, useBodyIn } from '../entry/entry-body';
import { kindWords } from '../entry/kind-words';
import type { SessionScope } from '../entry/session-scope';
import styles from './compare-row.module.css';
import { DiffText } from './diff-text';
import { type ComparedSegment, compareSegments, plainSegments, segmentsOf } from './segments';

interface CompareRowProps {
  at: number;
  state: RowState;
  leftIndex: SessionIndex;
  rightIndex: SessionIndex;
  leftScope: SessionScope;
  rightScope: SessionScope;
  /** Row in the session of its side; -1 where the side has none. */
  leftRow: number;
  rightRow: number;
  /** Folded or unfolded by hand: what is the same is folded at first, what differs is not. */
  isTurned: boolean;
  isCurrent: boolean;
  onToggle: (at: number) => void;
  onGoTo: (side: 'left' | 'right', row: number) => void;
}

const STATES: Readonly<Record<RowState, { mark: string; words: string }>> = {
  same: { mark: '=', words: 'Same on both sides' },
  changed: { mark: '≠', words: 'Differs' },
  left: { mark: '−', words: 'On the left side only' },
  right: { mark: '+', words: 'On the right side only' },
};

/** An entry of each side beside the other, or one beside nothing. */
export const CompareRow = memo(function CompareRow(props: CompareRowProps) {
  const { state, leftRow, rightRow, isTurned, isCurrent } = props;
  const isOpen = isOpenAtFirst(props) !== isTurned;
  const left = useBodyIn(props.leftScope, isOpen ? leftRow : -1);
  const right = useBodyIn(props.rightScope, isOpen ? rightRow : -1);
  const [isWhole, setWhole] = useState(false);
  const segments = useSegments(state, loaded(left, leftRow), loaded(right, rightRow));
  const { mark, words } = STATES[state];
  const shared = { isOpen, segments, isWhole, onWhole: () => setWhole(true) };
  return (
    <div className={classNames(styles.row, styles[state], isCurrent && styles.current)}>
      <SideCell {...props} {...shared} side="left" index={props.leftIndex} row={leftRow} bodyState={left} />
      <div role="cell" className={styles.gutter}>
        <button
          type="button"
          className={styles.mark}
          aria-expanded={isOpen}
          aria-label={`${words}: ${isOpen ? 'hide' : 'show'} the content`}
          title={words}
          onClick={() => props.onToggle(props.at)}
        >
          {mark}
        </button>
      </div>
      <SideCell
        {...props}
        {...shared}
        side="right"
        index={props.rightIndex}
        row={rightRow}
        bodyState={right}
      />
    </div>
  );
});

/** What differs is unfolded; bookkeeping says in its line what it has to say. */
function isOpenAtFirst({ state, leftIndex, rightIndex, leftRow, rightRow }: CompareRowProps): boolean {
  const kind = leftRow >= 0 ? leftIndex.kind(leftRow) : rightIndex.kind(rightRow);
  return state !== 'same' && isConversation(kind);
}

/** Null while it is read, or where there is none. */
function loaded(state: BodyState, row: number): Body | null {
  return row >= 0 && state.status === 'loaded' ? state.body : null;
}

function useSegments(
  state: RowState,
  left: Body | null,
  right: Body | null,
): readonly ComparedSegment[] | null {
  return useMemo(() => {
    if (state === 'left') return left && plainSegments(segmentsOf(left), 'left');
    if (state === 'right') return right && plainSegments(segmentsOf(right), 'right');
    if (state === 'same') return left && plainSegments(segmentsOf(left), 'both');
    return left && right && compareSegments(segmentsOf(left), segmentsOf(right));
  }, [state, left, right]);
}

interface SideCellProps extends CompareRowProps {
  side: 'left' | 'right';
  index: SessionIndex;
  row: number;
  isOpen: boolean;
  bodyState: BodyState;
  segments: readonly ComparedSegment[] | null;
  isWhole: boolean;
  onWhole: () => void;
}

function SideCell(props: SideCellProps) {
  const { side, index, row, isOpen, bodyState, onGoTo } = props;
  if (row < 0) return <div role="cell" className={styles.nothing} aria-label="Nothing on this side" />;
  const kind = index.kind(row);
  const tools = index.toolNames(row);

  function go(event: MouseEvent<HTMLElement>) {
    // A click that ends a selection of text, or works a control, is not about the entry.
    const isControl = event.target instanceof Element && event.target.closest('button, a') !== null;
    if (!isControl && document.getSelection()?.isCollapsed !== false) onGoTo(side, row);
  }

  return (
    // The keyboard goes there by the button in the line.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div role="cell" className={styles.cell} onClick={go}>
      <p className={styles.line}>
        <button
          type="button"
          className={classNames(styles.role, styles[kind])}
          title="Show this entry in its session"
          onClick={() => onGoTo(side, row)}
        >
          {kindWords(kind).word}
        </button>
        {tools !== '' && (
          <code className={styles.tools}>
            <UntrustedText text={tools} />
          </code>
        )}
        {!isOpen && (
          <span className={styles.preview}>
            <UntrustedText text={index.preview(row)} isProse />
          </span>
        )}
        {index.hasFlag(row, 'error') && <Tag tone="err">✕ error</Tag>}
        <span className={styles.time}>
          <Time timeMs={index.timeMs(row)} />
        </span>
      </p>
      {isOpen && bodyState.status === 'failed' && <p className={styles.failed}>{bodyState.error.message}</p>}
      {isOpen && bodyState.status === 'loading' && (
        <p className={styles.preview} aria-busy="true">
          <UntrustedText text={index.preview(row)} isProse />
        </p>
      )}
      {isOpen && <Content {...props} />}
    </div>
  );
}

function Content({ side, segments, isWhole, onWhole }: SideCellProps) {
  if (segments === null) return null;
  const own = segments.filter((segment) => segment[side] !== null);
  if (own.length === 0) return <p className={styles.quiet}>Nothing is said.</p>;
  return own.map((segment, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity but their place
    <div key={at} className={styles.segment}>
      {segment.label !== '' && (
        <p className={styles.caption}>
          <UntrustedText text={segment.label} />
        </p>
      )}
      <DiffText
        parts={segment[side] ?? []}
        side={side}
        isCode={segment.isCode}
        isWhole={isWhole}
        onWhole={onWhole}
      />
      {segment.cutChars > 0 && (
        <p className={styles.quiet}>
          The last {formatShort(segment.cutChars)} characters are not compared here.
        </p>
      )}
    </div>
  ));
}
