import { describe, expect, it } from 'vitest';
import { commitOf } from '../../../../shared/model/test-support/report';
import { ItemCommits } from './item-commits';

const commits = [
  commitOf({ commitId: 'other', sessionId: 't', firstItem: '1', lastItem: '9' }),
  commitOf({ commitId: 'gone', state: 'unmatched', firstItem: null, lastItem: null }),
  commitOf({ commitId: 'large', firstItem: '9007199254740993', lastItem: '9007199254740993' }),
  commitOf({ commitId: 'mine' }),
];

function covering(items: ItemCommits, itemId: string): string {
  const state = items.stateOf(itemId);
  return state.type === 'committed' ? state.commit.commitId : state.type;
}

describe('the commit of an item', () => {
  const items = new ItemCommits(commits, 's');

  it('is the verified one of its session whose range has it', () => {
    expect(covering(items, '3')).toBe('mine');
    expect(covering(items, '5')).toBe('mine');
    expect(covering(items, '6')).toBe('plain');
    expect(covering(items, '1')).toBe('plain');
  });

  it('tells apart ids beyond 2^53', () => {
    expect(covering(items, '9007199254740993')).toBe('large');
    expect(covering(items, '9007199254740992')).toBe('plain');
  });

  it('is found where ranges overlap', () => {
    const overlapping = new ItemCommits(
      [
        commitOf({ commitId: 'long', firstItem: '1', lastItem: '10' }),
        commitOf({ commitId: 'short', firstItem: '2', lastItem: '3' }),
        commitOf({ commitId: 'after', firstItem: '12', lastItem: '12' }),
      ],
      's',
    );
    expect(['1', '7', '11', '12', '13'].map((id) => covering(overlapping, id))).toEqual([
      'long',
      'long',
      'plain',
      'after',
      'plain',
    ]);
  });

  it('is open, not none, where the search ended at its limit', () => {
    const cut = commitOf({ state: 'unmatched', reason: 'search-limit', firstItem: null, lastItem: null });
    expect(covering(new ItemCommits([cut], 's'), '1')).toBe('open');
  });
});
