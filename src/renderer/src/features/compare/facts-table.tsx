import { useState } from 'react';
import type { ListedFacts } from '../../../../shared/contract/comparison';
import { FoldIcon } from '../../ui/icons';
import { countOf, formatCount, formatDuration, formatShort } from '../../ui/number-format';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { VisuallyHidden } from '../../ui/visually-hidden';
import styles from './facts-table.module.css';

/** Files and tools listed of a side; the rest is counted. */
const MOST_SHOWN = 12;

/** What each side did, line by line. */
export function FactsTable({ left, right }: { left: ListedFacts; right: ListedFacts }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <section className={styles.facts} aria-label="What each side did">
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        onClick={() => setOpen((wasOpen) => !wasOpen)}
      >
        <FoldIcon isOpen={isOpen} /> What each side did
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        <div className={styles.scroller} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col" className={styles.names}>
                  <VisuallyHidden>Fact</VisuallyHidden>
                </th>
                <th scope="col">Left</th>
                <th scope="col" className={styles.right}>
                  Right
                </th>
              </tr>
            </thead>
            <tbody>
              {LINES.map(({ name, Value }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    <Value facts={left} />
                  </td>
                  <td>
                    <Value facts={right} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface Line {
  readonly name: string;
  readonly Value: (props: { facts: ListedFacts }) => React.ReactNode;
}

const LINES: readonly Line[] = [
  {
    name: 'Entries',
    Value: ({ facts }) =>
      `${formatCount(facts.entryCount)}: ${countOf(facts.userMessages, 'user message')}, ${countOf(facts.assistantMessages, 'answer')}`,
  },
  { name: 'Tool calls', Value: Tools },
  { name: 'Files touched', Value: Files },
  {
    name: 'Errors',
    Value: ({ facts }) =>
      facts.errorCount === 0 ? '0' : <span className={styles.failed}>✕ {formatCount(facts.errorCount)}</span>,
  },
  {
    name: 'Tokens',
    Value: ({ facts }) =>
      facts.tokens === null ? (
        <NotKnown />
      ) : (
        <span title={`${formatCount(facts.tokens)} tokens, as the entries report them`}>
          {formatShort(facts.tokens)}
        </span>
      ),
  },
  {
    name: 'Cost',
    Value: ({ facts }) => (facts.cost === null ? <NotKnown /> : formatCost(facts.cost)),
  },
  {
    name: 'Time',
    Value: ({ facts }) => (facts.durationMs === null ? <NotKnown /> : formatDuration(facts.durationMs)),
  },
];

function NotKnown() {
  return <span className={styles.quiet}>not stored</span>;
}

function Tools({ facts }: { facts: ListedFacts }) {
  const { tools, toolCount } = facts;
  if (toolCount === 0) return '0';
  return (
    <>
      {tools.slice(0, MOST_SHOWN).map(({ name, count, errors }) => (
        <span key={name} className={styles.tool}>
          <code>
            <UntrustedText text={name} />
          </code>{' '}
          {formatCount(count)}
          {errors > 0 && <span className={styles.failed}> ({formatCount(errors)} failed)</span>}
        </span>
      ))}
      <Rest count={toolCount - MOST_SHOWN} one="tool" />
    </>
  );
}

function Files({ facts }: { facts: ListedFacts }) {
  const { files, fileCount } = facts;
  if (fileCount === 0) return <span className={styles.quiet}>none named</span>;
  return (
    <>
      {files.slice(0, MOST_SHOWN).map(({ path, isChange }) => (
        <span key={path} className={styles.file}>
          <code>
            <UntrustedText text={path} />
          </code>
          {isChange && <Tag>changed</Tag>}
        </span>
      ))}
      <Rest count={fileCount - MOST_SHOWN} one="file" />
    </>
  );
}

function Rest({ count, one }: { count: number; one: string }) {
  return count > 0 && <span className={styles.quiet}>and {countOf(count, `more ${one}`)}</span>;
}

/** `$0.38`; four digits where two say less than is stored. */
function formatCost(cost: number): string {
  const cents = cost.toFixed(2);
  return `$${Math.abs(Number(cents) - cost) < 0.00005 ? cents : cost.toFixed(4)}`;
}
