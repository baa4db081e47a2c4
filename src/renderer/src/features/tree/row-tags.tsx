import type { SessionIndex } from '../../../../shared/tree/session-index';
import { BranchIcon } from '../../ui/icons';
import { countOf, formatCount } from '../../ui/number-format';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { VisuallyHidden } from '../../ui/visually-hidden';
import styles from './row-tags.module.css';

interface RowTagsProps {
  index: SessionIndex;
  row: number;
  isBreak: boolean;
  /** Branches that begin below the entry; 0 where nothing forks. */
  branchCount: number;
  hasTwoWriters: boolean;
  labels: readonly string[];
}

/** What is special about an entry, what is wrong with it first. */
export function RowTags({ index, row, isBreak, branchCount, hasTwoWriters, labels }: RowTagsProps) {
  const callCount = index.callCount(row);
  return (
    <>
      {isBreak && (
        <Tag tone="err" title="What this entry follows is not in this file">
          break
        </Tag>
      )}
      {index.hasFlag(row, 'problem') && (
        <Tag tone="warn" title="This record has a problem">
          ! problem
        </Tag>
      )}
      {index.hasFlag(row, 'error') && (
        <Tag tone="err" title="Ended in an error">
          ✕ error
        </Tag>
      )}
      {hasTwoWriters && (
        <Tag
          tone="warn"
          title="Branches that begin here were written in turns, and no move of the leaf explains it: two programs wrote to this session at once"
        >
          two writers
        </Tag>
      )}
      {labels.map((label) => (
        <span key={label} className={styles.label} title={`Label: ${label}`}>
          <VisuallyHidden>Label </VisuallyHidden>
          <UntrustedText text={label} isProse />
        </span>
      ))}
      {callCount > 1 && <Tag>{callCount} calls</Tag>}
      {branchCount > 0 && (
        <span className={styles.fork} title={`${countOf(branchCount, 'branch', 'branches')} continue here`}>
          <BranchIcon />
          {formatCount(branchCount)}
          <VisuallyHidden> branches continue here</VisuallyHidden>
        </span>
      )}
    </>
  );
}
