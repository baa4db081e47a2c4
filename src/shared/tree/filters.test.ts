import { describe, expect, it } from 'vitest';
import { BROKEN_PARENT, FLAG } from '../model/heads';
import { filterTable, keptRows, type TreeFilter } from './filters';
import { sessionOf } from './test-support/session';

const session = sessionOf([
  { kind: 'user', preview: 'Why?' },
  { kind: 'model_change' },
  { preview: 'I look.', callCount: 1 },
  { kind: 'tool_result', preview: 'found' },
  { callCount: 2 },
  { kind: 'unknown' },
  { kind: 'label', flags: FLAG.problem },
  { kind: 'session_info', parentRow: BROKEN_PARENT },
  { kind: 'tool_result', flags: FLAG.problem | FLAG.error },
  { kind: 'compaction', preview: 'So far.' },
]);
const table = filterTable(session, [2, 6]);

function shown(filter: TreeFilter, among: Uint8Array | null = null): number[] {
  const keep = keptRows(table, filter, among);
  return [...Array(session.count).keys()].filter((row) => keep === null || keep[row] === 1);
}

describe('the filters of the tree', () => {
  it('show everything, and then do so without a mask', () => {
    expect(keptRows(table, 'everything', null)).toBeNull();
    expect(shown('everything')).toHaveLength(10);
  });

  it('leave out bookkeeping, but nothing that is broken or not understood', () => {
    expect(shown('conversation')).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('leave out tools: their results, and messages that only call them', () => {
    expect(shown('no-tools')).toEqual([0, 2, 5, 6, 7, 8, 9]);
  });

  it('show users, labels, and problems alone', () => {
    expect(shown('user')).toEqual([0]);
    expect(shown('labelled')).toEqual([2, 6]);
    expect(shown('problems')).toEqual([6, 7, 8]);
  });

  it('count what they show', () => {
    expect(table.counts).toEqual({
      everything: 10,
      conversation: 9,
      'no-tools': 7,
      user: 1,
      labelled: 2,
      problems: 3,
    });
  });

  it('show only what else is asked for', () => {
    expect(shown('everything', Uint8Array.of(1, 0, 0, 1, 0, 0, 0, 0, 0, 0))).toEqual([0, 3]);
    expect(shown('user', new Uint8Array(10))).toEqual([]);
  });
});
