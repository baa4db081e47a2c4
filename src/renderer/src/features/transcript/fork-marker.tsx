import { useRef, useState } from 'react';
import { branchEnd, type ForkPosition } from '../../../../shared/tree/branches';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { useMainView } from '../../app/main-view';
import { announce } from '../../ui/announcer';
import { IconButton } from '../../ui/button';
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon, CompareIcon } from '../../ui/icons';
import { spellOut } from '../../ui/invisible-characters';
import type { MenuPlace } from '../../ui/menu';
import { countOf } from '../../ui/number-format';
import { branchColour } from '../entry/branch-colour';
import { useSessionScope } from '../entry/session-scope';
import type { SessionTree } from '../entry/session-tree';
import { BranchMenu } from './branch-menu';
import styles from './fork-marker.module.css';

interface ForkMarkerProps {
  tree: SessionTree;
  /** Row below which the branches begin; -1 where the session starts more than once. */
  row: number;
  /** The entry that follows on the viewed path. */
  child: number;
  fork: ForkPosition;
  /** Shows the branch that starts with a row. */
  onShow: (row: number) => void;
}

/** Where branches part: which one is viewed, the way to its neighbours, and a menu of all. */
export function ForkMarker({ tree, row, child, fork, onShow }: ForkMarkerProps) {
  const { position, count, previous, next } = fork;
  const marker = useRef<HTMLDivElement>(null);
  const [menuPlace, setMenuPlace] = useState<MenuPlace | null>(null);
  const { fileId, sessionId } = useSessionScope();
  const name = position > 0 ? `branch ${position} of ${count}` : countOf(count, 'branch', 'branches');

  function show(start: number, at: number) {
    if (start < 0) return;
    onShow(start);
    announce(`Branch ${at} of ${count}`);
  }

  /** Puts the viewed branch beside the next one, or the one before where there is none. */
  function compare() {
    const end = branchEnd(tree.branches, next >= 0 ? next : previous);
    const right = { id: tree.index.id(end), row: end };
    const view = { type: 'comparison', left: 'viewed', right, otherPath: null } as const;
    useMainView.getState().show(fileId, sessionId, view);
  }

  function openMenu(button: HTMLElement) {
    const box = button.getBoundingClientRect();
    setMenuPlace({ x: box.left - 12, y: box.bottom + 4 });
  }

  function pick(start: number) {
    setMenuPlace(null);
    onShow(start);
    // The new branch comes into view below the fork, which stays.
    requestAnimationFrame(() => {
      const top = marker.current?.getBoundingClientRect().top ?? 0;
      if (top > innerHeight * LOWER_PART) marker.current?.scrollIntoView({ block: 'start' });
    });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: some buttons and a word are no form
    <div ref={marker} className={styles.marker} role="group" aria-label={`Fork: ${name}`}>
      <IconButton
        isSmall
        label="Previous branch"
        title={hint('Previous branch', tree.index, previous)}
        icon={<ChevronLeftIcon />}
        aria-disabled={previous < 0}
        onClick={() => show(previous, Math.max(position - 1, 1))}
      />
      <span className={styles.words}>
        <button
          type="button"
          className={styles.position}
          style={{ color: branchColour(tree.branches.numbers[child] ?? 0) }}
          title="Show all branches at this fork"
          aria-haspopup="dialog"
          aria-expanded={menuPlace !== null}
          aria-label={`All branches at this fork: ${name}`}
          onClick={(event) => openMenu(event.currentTarget)}
        >
          {position > 0 ? `${position} of ${count}` : count}
          <ChevronDownIcon sizeRem={0.75} />
        </button>{' '}
        {row < 0 ? 'beginnings of this session' : 'branches continue here'}
      </span>
      <IconButton
        isSmall
        label="Next branch"
        title={hint('Next branch', tree.index, next)}
        icon={<ChevronRightIcon />}
        aria-disabled={next < 0}
        onClick={() => show(next, position + 1)}
      />
      {(next >= 0 || previous >= 0) && (
        <IconButton
          isSmall
          label="Compare the branches"
          icon={<CompareIcon sizeRem={0.875} />}
          onClick={compare}
        />
      )}
      {menuPlace && (
        <BranchMenu
          tree={tree}
          fork={row}
          viewed={position > 0 ? child : -1}
          place={menuPlace}
          onPick={pick}
          onClose={() => setMenuPlace(null)}
        />
      )}
    </div>
  );
}

/** From here down to the edge of the window, a fork leaves too little room for what follows it. */
const LOWER_PART = 0.6;

/** What a click would show; a button stays in place at either end, so that the focus is not lost. */
function hint(label: string, index: SessionIndex, row: number): string {
  if (row < 0) return `${label}: there is none`;
  const preview = spellOut(index.preview(row));
  return preview === '' ? label : `${label}: ${preview}`;
}
