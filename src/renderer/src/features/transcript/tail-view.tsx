import { startTransition, useEffect, useState } from 'react';
import { GivenScope } from '../entry/session-scope';
import type { TailSession } from './session-tail';
import styles from './tail-view.module.css';
import { TranscriptItem } from './transcript-item';

/**
 * The newest entries, to be read while the whole session is on its way. Nothing in them can be chosen or opened: their
 * rows are those of the whole only then.
 */
export function TailView({ tail: { scope, tree, path, items } }: { tail: TailSession }) {
  const [count, setCount] = useState(FIRST_ITEMS);
  // Those above the newest are drawn once these are painted.
  useEffect(() => startTransition(() => setCount(Number.POSITIVE_INFINITY)), []);
  const rows = Array.from(items.rows).slice(-count);
  return (
    <GivenScope scope={scope}>
      <p className={styles.notice} role="status">
        The newest entries. The whole session is being read…
      </p>
      <section className={styles.scroller} aria-label="Newest entries">
        <div className={styles.items} inert>
          {rows.map((row, at) => (
            <div key={row} className={styles.item}>
              <TranscriptItem
                tree={tree}
                path={path}
                row={row}
                results={items.resultsOf.get(row) ?? NO_ROWS}
                labels={NO_LABELS}
                selectedRow={-1}
                isLastOnPath={at === rows.length - 1}
                onSelect={ignore}
                onShowBranch={ignore}
                onApart={ignore}
                onLoaded={ignore}
              />
            </div>
          ))}
        </div>
      </section>
    </GivenScope>
  );
}

/** About as many as a window shows. */
const FIRST_ITEMS = 6;
const NO_ROWS: readonly number[] = [];
const NO_LABELS: readonly string[] = [];
const ignore = () => undefined;
