import type { ForkPosition } from '../../../../shared/tree/branches';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { announce } from '../../ui/announcer';
import { IconButton } from '../../ui/button';
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons';
import { spellOut } from '../../ui/invisible-characters';
import styles from './fork-marker.module.css';

interface ForkMarkerProps {
  fork: ForkPosition;
  index: SessionIndex;
  /** Colour of the viewed branch in the tree. */
  colour: string;
  /** The session starts more than once, rather than going on more than once. */
  isBeginning?: boolean;
  /** Shows the branch that starts with a row. */
  onShow: (row: number) => void;
}

/** Where branches part: which one is viewed, and the way to its neighbours. */
export function ForkMarker({ fork, index, colour, isBeginning = false, onShow }: ForkMarkerProps) {
  const { position, count, previous, next } = fork;
  function show(row: number, at: number) {
    if (row < 0) return;
    onShow(row);
    announce(`Branch ${at} of ${count}`);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons and a word are no form
    <div className={styles.marker} role="group" aria-label={`Fork: branch ${position} of ${count}`}>
      <IconButton
        isSmall
        label="Previous branch"
        title={hint('Previous branch', index, previous)}
        icon={<ChevronLeftIcon />}
        aria-disabled={previous < 0}
        onClick={() => show(previous, position - 1)}
      />
      <span>
        <b className={styles.position} style={{ color: colour }}>
          {position} of {count}
        </b>{' '}
        {isBeginning ? 'beginnings of this session' : 'branches continue here'}
      </span>
      <IconButton
        isSmall
        label="Next branch"
        title={hint('Next branch', index, next)}
        icon={<ChevronRightIcon />}
        aria-disabled={next < 0}
        onClick={() => show(next, position + 1)}
      />
    </div>
  );
}

/** What a click would show; a button stays in place at either end, so that the focus is not lost. */
function hint(label: string, index: SessionIndex, row: number): string {
  if (row < 0) return `${label}: there is none`;
  const preview = spellOut(index.preview(row));
  return preview === '' ? label : `${label}: ${preview}`;
}
