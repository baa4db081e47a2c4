import { describe, expect, it } from 'vitest';
import { HeadChunkBuilder } from '../../../../shared/model/head-chunk-builder';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { headOf, sessionOf } from '../../../../shared/tree/test-support/session';
import { sessionTree } from './session-tree';

function grow(index: SessionIndex, by: number) {
  const builder = new HeadChunkBuilder(index.count);
  for (let step = 0; step < by; step++) builder.push(headOf(index.count + step));
  expect(index.append(builder.build())).toBe(true);
}

describe('the tree of a session', () => {
  it('is built once for all who ask', () => {
    const index = sessionOf([{}, {}]);
    const heads = { index, status: 'complete' } as const;
    expect(sessionTree(heads)).toBe(sessionTree(heads));
  });

  it('grows in steps while entries arrive, and is whole at the end', () => {
    const index = sessionOf(Array.from({ length: 100 }, () => ({})));
    const first = sessionTree({ index, status: 'loading' });
    grow(index, 10);
    expect(sessionTree({ index, status: 'loading' })).toBe(first);
    grow(index, 20);
    expect(sessionTree({ index, status: 'loading' }).count).toBe(130);
    grow(index, 1);
    const last = sessionTree({ index, status: 'complete' });
    expect(last.count).toBe(131);
    expect(last.isComplete).toBe(true);
  });

  it('says that it is complete also when nothing came since', () => {
    const index = sessionOf([{}]);
    expect(sessionTree({ index, status: 'loading' }).isComplete).toBe(false);
    expect(sessionTree({ index, status: 'complete' }).isComplete).toBe(true);
  });
});
