import { useMemo } from 'react';
import { branchFacts, branchStarts } from '../../../../shared/tree/branches';
import type { MenuPlace } from '../../ui/menu';
import { countOf } from '../../ui/number-format';
import { PickList } from '../../ui/pick-list';
import { Popover } from '../../ui/popover';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import { branchColour } from '../entry/branch-colour';
import { StoredLeafTag, ViewedLeafTag } from '../entry/leaf-tags';
import type { SessionTree } from '../entry/session-tree';
import styles from './branch-menu.module.css';

interface BranchMenuProps {
  tree: SessionTree;
  /** Row below which the branches begin; -1 for the beginnings of the session. */
  fork: number;
  /** First row of the branch that is viewed; -1 where none of them is. */
  viewed: number;
  place: MenuPlace;
  onPick: (start: number) => void;
  onClose: () => void;
}

/** The branches at a fork: what each is about, how long, how old, and how it stands. */
export function BranchMenu({ tree, fork, viewed, place, onPick, onClose }: BranchMenuProps) {
  const { index, shape, branches } = tree;
  const starts = useMemo(() => branchStarts(branches, shape, fork), [branches, shape, fork]);
  const stored = useMemo(() => startAbove(tree, fork), [tree, fork]);
  return (
    <Popover label="Branches at this fork" place={place} className={styles.menu} onClose={onClose}>
      <PickList
        label="Branches"
        items={starts}
        current={starts.indexOf(viewed)}
        lineRem={2.75}
        textOf={(start) => wordsOf(tree, start)}
        filterHint={`Search ${countOf(starts.length, 'branch', 'branches')}`}
        noneText="No branch has these words."
        onPick={onPick}
      >
        {(start) => {
          const facts = branchFacts(index, shape, branches, start);
          return (
            <>
              <span className={styles.first}>
                <span
                  className={styles.dot}
                  style={{ background: branchColour(branches.numbers[start] ?? 0) }}
                />
                <span className={styles.words}>
                  <UntrustedText text={index.preview(facts.wordsRow)} isProse />
                </span>
                {start === stored && <StoredLeafTag />}
                {start === viewed && <ViewedLeafTag />}
              </span>
              <span className={styles.second}>
                <span>{countOf(facts.size, 'entry', 'entries')}</span>
                {!Number.isNaN(facts.timeMs) && (
                  <span>
                    <Time timeMs={facts.timeMs} format="ago" />
                  </span>
                )}
                <span className={styles.outcome}>{OUTCOMES[facts.outcome]}</span>
              </span>
            </>
          );
        }}
      </PickList>
    </Popover>
  );
}

const OUTCOMES = {
  ok: <Tag title="Its last entry is no error, and its last calls have their results">no error</Tag>,
  error: (
    <Tag tone="err" title="Its last entry is an error">
      ✕ error
    </Tag>
  ),
  pending: (
    <Tag tone="warn" title="Its last calls have no result">
      ! no result
    </Tag>
  ),
};

/** What a branch is found by: the words shown, and those of its first entry. */
function wordsOf({ index, shape, branches }: SessionTree, start: number): string {
  return `${index.preview(branchFacts(index, shape, branches, start).wordsRow)} ${index.preview(start)}`;
}

/** First row, below a fork, of the branch in which the stored leaf is; -1 when it is in none of them. */
function startAbove({ index, shape }: SessionTree, fork: number): number {
  let row = index.end?.storedLeafRow ?? -1;
  while (row > fork) {
    const parent = shape.parents[row] ?? -1;
    if (fork < 0 ? parent < 0 : parent === fork) return row;
    row = parent;
  }
  return -1;
}
