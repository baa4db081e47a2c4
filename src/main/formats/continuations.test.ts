import { describe, expect, it } from 'vitest';
import type { EntryKind } from '../../shared/model/kind';
import { Continuations } from './continuations';

/** Rows below which the conversation went on, of entries given with their parents. */
function passed(entries: readonly (readonly [EntryKind, number])[]): number[] {
  const all = new Continuations();
  for (const [kind] of entries) all.push(kind);
  const below = all.below((row) => entries[row]?.[1] ?? -1);
  return [...below].flatMap((mark, row) => (mark === 1 ? [row] : []));
}

describe('the conversation', () => {
  it('has not gone on below the last entry of a branch', () => {
    const entries = [
      ['user', -1],
      ['assistant', 0],
    ] as const;
    expect(passed(entries)).toEqual([0]);
  });

  it('is not gone on with by results and bookkeeping', () => {
    const entries = [
      ['assistant', -1],
      ['tool_result', 0],
      ['label', 1],
      ['meta', 2],
    ] as const;
    expect(passed(entries)).toEqual([]);
  });

  it('goes on below every entry above the one it goes on with, on its own branch alone', () => {
    const entries = [
      ['assistant', -2],
      ['tool_result', 0],
      ['assistant', 1],
      ['tool_result', 0],
      ['assistant', -1],
    ] as const;
    expect(passed(entries)).toEqual([0, 1]);
  });

  it('is gone on with by what is not known', () => {
    const entries = [
      ['assistant', -1],
      ['unknown', 0],
    ] as const;
    expect(passed(entries)).toEqual([0]);
  });

  it('is told of more entries than there was room for at first', () => {
    const entries = Array.from({ length: 1000 }, (_, row) => ['user', row - 1] as const);
    expect(passed(entries)).toHaveLength(999);
  });
});
