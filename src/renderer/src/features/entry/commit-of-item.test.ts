import { describe, expect, it } from 'vitest';
import { commitOf } from '../../../../shared/model/test-support/report';
import { commitOfItem } from './commit-of-item';

describe('the commit of an item', () => {
  const commits = [
    commitOf({ commitId: 'other', sessionId: 't', firstItem: '1', lastItem: '9' }),
    commitOf({ commitId: 'gone', state: 'unmatched', firstItem: null, lastItem: null }),
    commitOf({ commitId: 'mine' }),
    commitOf({ commitId: 'large', firstItem: '9007199254740993', lastItem: '9007199254740993' }),
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
