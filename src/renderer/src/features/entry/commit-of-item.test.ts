import { describe, expect, it } from 'vitest';
import type { Commit } from '../../../../shared/model/report';
import { commitOfItem } from './commit-of-item';

const commit = (change: Partial<Commit>): Commit => ({
  sessionId: 's',
  commitId: 'c',
  digest: 'd',
  state: 'verified',
  reason: null,
  ambiguous: false,
  firstItem: '3',
  lastItem: '5',
  itemCount: 3,
  ...change,
});

describe('the commit of an item', () => {
  const commits = [
    commit({ commitId: 'other', sessionId: 't', firstItem: '1', lastItem: '9' }),
    commit({ commitId: 'gone', state: 'unmatched', firstItem: null, lastItem: null }),
    commit({ commitId: 'mine' }),
    commit({ commitId: 'large', firstItem: '9007199254740993', lastItem: '9007199254740993' }),
  ];

  it('is the verified one of its session whose range has it', () => {
    expect(commitOfItem(commits, 's', '3')?.commitId).toBe('mine');
    expect(commitOfItem(commits, 's', '5')?.commitId).toBe('mine');
    expect(commitOfItem(commits, 's', '6')).toBeNull();
  });

  it('tells apart ids beyond 2^53', () => {
    expect(commitOfItem(commits, 's', '9007199254740993')?.commitId).toBe('large');
    expect(commitOfItem(commits, 's', '9007199254740992')).toBeNull();
  });
});
