import { runAction } from '../../app/actions';
import type { SessionHeads } from '../../app/heads';
import type { SessionView } from '../../app/view-state';
import { Button } from '../../ui/button';
import { formatCount } from '../../ui/number-format';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './label-list.module.css';

/** More are in the list that filters. */
const MOST_SHOWN = 12;

/** The labels of the session, each leading to its entry. */
export function LabelList({ heads, view }: { heads: SessionHeads; view: SessionView }) {
  const { index } = heads;
  const labels = index.end?.labels ?? [];
  if (labels.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>Labels of this session</h2>
      <ul>
        {labels.slice(0, MOST_SHOWN).map(({ row, text }) => (
          <li key={`${row} ${text}`}>
            <button
              type="button"
              className={styles.label}
              aria-current={row === view.selectedRow || undefined}
              title="Go to this entry"
              onClick={() => view.selectEntry(row)}
            >
              <Tag tone="accent">
                <UntrustedText text={text} isProse />
              </Tag>
              <span className={styles.words}>
                <UntrustedText text={index.preview(row)} isProse />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {labels.length > MOST_SHOWN && (
        <Button variant="ghost" onClick={() => runAction('go-to-label')}>
          All {formatCount(labels.length)} labels…
        </Button>
      )}
    </section>
  );
}
