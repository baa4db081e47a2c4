import { useMemo } from 'react';
import { type Outline, STOP, stopAt } from '../../../../shared/tree/outline';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { classNames } from '../../ui/class-names';
import { Dialog } from '../../ui/dialog';
import { countOf } from '../../ui/number-format';
import { PickList } from '../../ui/pick-list';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import { kindWords } from '../entry/kind-words';
import styles from './outline-dialog.module.css';
import { stopPreview, stopWords } from './outline-words';
import { useReadingPlace } from './reading-place';

interface OutlineDialogProps {
  index: SessionIndex;
  outline: Outline;
  labels: ReadonlyMap<number, readonly string[]>;
  onGo: (row: number) => void;
  onClose: () => void;
}

/** What stands out on the viewed path, as a list to go to one of it; opens at what is being read. */
export function OutlineDialog({ index, outline, labels, onGo, onClose }: OutlineDialogProps) {
  const stops = useMemo(() => Array.from(outline.rows, (_, at) => at), [outline]);
  const rowAt = (at: number) => outline.rows[at] ?? -1;
  const bitsAt = (at: number) => outline.stops[at] ?? 0;
  return (
    <Dialog title="Outline of the Viewed Path" isAtTop onClose={onClose}>
      {stops.length === 0 ? (
        <p className={styles.none}>Nothing stands out on this path: no user message, error, label or fork.</p>
      ) : (
        <PickList
          label="Outline"
          items={stops}
          current={stopAt(outline, useReadingPlace.getState().first)}
          lineRem={2}
          textOf={(at) =>
            `${stopWords(index, rowAt(at), bitsAt(at))} ${labels.get(rowAt(at))?.join(' ') ?? ''} ${stopPreview(index, rowAt(at))}`
          }
          filterHint={`Search ${countOf(stops.length, 'place')}: words, error, label, fork`}
          noneText="No place has these words."
          onPick={(at) => {
            onClose();
            onGo(rowAt(at));
          }}
        >
          {(at) => {
            const row = rowAt(at);
            const bits = bitsAt(at);
            return (
              <span className={styles.line}>
                <span className={classNames(styles.kind, styles[index.kind(row)])}>
                  {kindWords(index.kind(row)).word}
                </span>
                <span className={styles.words}>
                  <UntrustedText text={stopPreview(index, row)} isProse />
                </span>
                {(bits & STOP.error) !== 0 && <Tag tone="err">✕ error</Tag>}
                {(bits & STOP.problem) !== 0 && <Tag tone="warn">! problem</Tag>}
                {(bits & STOP.fork) !== 0 && <Tag>fork</Tag>}
                {labels.get(row)?.map((label) => (
                  <Tag key={label} tone="accent">
                    <UntrustedText text={label} isProse />
                  </Tag>
                ))}
                <span className={styles.time}>
                  <Time timeMs={index.timeMs(row)} />
                </span>
              </span>
            );
          }}
        </PickList>
      )}
    </Dialog>
  );
}
