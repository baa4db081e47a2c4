import { describe, expect, it } from 'vitest';
import { replayContext } from './context';
import type { SessionEntry } from './session-entry';
import { chain } from './test-support/path-entries';

const message = (id: string) => [id, 'message', { message: { role: 'user', content: '' } }] as const;
const summary = (id: string, text: string) => [id, 'branch_summary', { fromId: 'x', summary: text }] as const;
const custom = (id: string, display: boolean) =>
  [id, 'custom_message', { customType: 'c', content: '', display }] as const;
const compaction = (id: string, firstKeptEntryId: string) =>
  [id, 'compaction', { summary: '', firstKeptEntryId, tokensBefore: 1 }] as const;

const ids = (path: SessionEntry[]) => replayContext(path).map(({ id }) => id);

describe('replayContext', () => {
  it('without compaction has messages, custom messages and summaries that say something, in order', () => {
    const path = chain(
      message('a'),
      custom('b', false),
      custom('c', true),
      summary('d', ''),
      summary('e', 'x'),
      ['f', 'session_info'],
      ['g', 'custom', { customType: 'c' }],
      ['h', 'label', { targetId: 'a' }],
      ['i', 'leaf', { targetId: 'a' }],
      message('j'),
    );
    expect(ids(path)).toEqual(['a', 'b', 'c', 'e', 'j']);
  });

  it('of an empty path is empty', () => {
    expect(ids([])).toEqual([]);
  });

  it.each([
    ['what stands from the first kept entry up to it', 'b', ['k', 'b', 'd', 'e']],
    ['what follows an entry that is no message itself', 'c', ['k', 'd', 'e']],
    ['nothing from before, where that entry is not on the path', 'x', ['k', 'e']],
    ['nothing from before, where that entry is the compaction', 'k', ['k', 'e']],
    ['nothing from before, where that entry comes after', 'e', ['k', 'e']],
    ['all, where that entry is the root', 'a', ['k', 'a', 'b', 'd', 'e']],
  ])('after a compaction has its summary first, then %s', (_what, firstKept, expected) => {
    const path = chain(
      message('a'),
      message('b'),
      ['c', 'session_info'],
      message('d'),
      compaction('k', firstKept),
      message('e'),
    );
    expect(ids(path)).toEqual(expected);
  });

  it('lets the last compaction count, and passes over one that it keeps', () => {
    const path = chain(
      message('a'),
      compaction('k1', 'a'),
      message('b'),
      compaction('k2', 'a'),
      message('c'),
    );
    expect(ids(path)).toEqual(['k2', 'a', 'b', 'c']);
  });
});
