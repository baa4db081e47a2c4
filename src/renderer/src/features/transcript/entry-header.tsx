import type { ReactNode } from 'react';
import type { Usage } from '../../../../shared/model/body';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { classNames } from '../../ui/class-names';
import { countOf, formatDuration, formatShort } from '../../ui/number-format';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import { kindWords } from '../entry/kind-words';
import { CommitMark } from './commit-mark';
import styles from './entry-header.module.css';
import { formatCost, turnDurationMs, usageWords } from './turn-facts';

interface EntryHeaderProps {
  index: SessionIndex;
  row: number;
  labels: readonly string[];
  /** Null while the body is not there, or names none. */
  model: string | null;
  /** Null as above. */
  usage: Usage | null;
  onSelect: (row: number) => void;
  /** Marks behind the rest. */
  children?: ReactNode;
}

/** Who speaks, when, and what it cost. The name selects the entry, for the keyboard. */
export function EntryHeader({ index, row, labels, model, usage, onSelect, children }: EntryHeaderProps) {
  const kind = index.kind(row);
  const timeMs = index.timeMs(row);
  const tokens = index.tokens(row);
  const durationMs = turnDurationMs(index, row);
  return (
    <header className={styles.header}>
      <button
        type="button"
        className={classNames(styles.role, styles[kind])}
        title="Select this entry"
        onClick={() => onSelect(row)}
      >
        {kindWords(kind).word}
      </button>
      <span className={styles.facts}>
        {!Number.isNaN(timeMs) && <Time timeMs={timeMs} />}
        {!Number.isNaN(tokens) && (
          <span title={tokensTitle(tokens, usage)}>{formatShort(tokens)} tokens</span>
        )}
        {usage?.cost != null && (
          <span title={`Cost as stored: $${usage.cost}`}>{formatCost(usage.cost)}</span>
        )}
        {durationMs > 0 && (
          <span title="From the entry before it to this one, by their times">
            ≈ {formatDuration(durationMs)}
          </span>
        )}
        {model !== null && model !== '' && <UntrustedText text={model} />}
      </span>
      {labels.map((label) => (
        <Tag key={label} tone="accent" title="Label of this entry">
          <UntrustedText text={label} isProse />
        </Tag>
      ))}
      {children}
      <CommitMark itemId={index.id(row)} />
    </header>
  );
}

function tokensTitle(tokens: number, usage: Usage | null): string {
  const words = usage === null ? '' : usageWords(usage);
  return words === '' ? countOf(tokens, 'token') : `${countOf(tokens, 'token')}: ${words}`;
}
