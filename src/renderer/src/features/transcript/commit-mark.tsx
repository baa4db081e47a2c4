import type { ReactNode } from 'react';
import { useKnownReport } from '../../app/report';
import { CommittedIcon, PlainItemIcon } from '../../ui/icons';
import { spellOut } from '../../ui/invisible-characters';
import { itemCommits } from '../entry/item-commits';
import { useSessionScope } from '../entry/session-scope';
import styles from './commit-mark.module.css';

/**
 * Whether a commit covers an item, once the checks of the file have run: before, it is not known. Nothing for
 * formats without commits.
 */
export function CommitMark({ itemId }: { itemId: string }) {
  const { fileId, generation, sessionId, hasCommits } = useSessionScope();
  const report = useKnownReport(fileId, generation);
  if (!report || !hasCommits) return null;
  const state = itemCommits(report, sessionId).stateOf(itemId);
  switch (state.type) {
    case 'open':
      return null;
    case 'committed':
      return (
        <Mark words={`Committed by ${spellOut(state.commit.commitId)}`}>
          <CommittedIcon sizeRem={0.875} />
        </Mark>
      );
    case 'plain':
      return (
        <Mark words="Plain: no verified commit covers it">
          <PlainItemIcon sizeRem={0.875} />
        </Mark>
      );
  }
}

function Mark({ words, children }: { words: string; children: ReactNode }) {
  return (
    <span className={styles.mark} role="img" aria-label={words} title={words}>
      {children}
    </span>
  );
}
