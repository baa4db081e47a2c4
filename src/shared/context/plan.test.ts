import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Body } from '../model/body';
import type { EntryKind } from '../model/kind';
import { replayContext } from '../theway/context';
import { chain } from '../theway/test-support/path-entries';
import { bodyOf } from '../tree/test-support/body';
import { sessionOf } from '../tree/test-support/session';
import { CONTEXT_STATES, planContext, rowsToRead } from './plan';

const text = (words: string): Block => ({ type: 'text', text: words, totalChars: words.length });

/** An entry of a chain: its kind, and of a compaction what it keeps, of a summary what it says. */
type Given = readonly [kind: EntryKind, word?: string];

function plan(entries: readonly Given[]) {
  const index = sessionOf(
    entries.map(([kind, word = ''], row) => ({
      kind,
      preview: kind === 'branch_summary' ? word.trim() : '',
      tokens: kind === 'assistant' ? row * 100 : Number.NaN,
    })),
  );
  const path = Int32Array.from(entries, (_, row) => row);
  const read = rowsToRead(index, path);
  const bodies = new Map<number, Body>();
  for (const row of read) {
    const [kind, word = ''] = entries[row] ?? ['unknown'];
    const facts = kind === 'compaction' ? [{ name: 'First kept entry', value: word }] : [];
    const body = bodyOf(row, kind === 'branch_summary' && word !== '' ? [text(word)] : []);
    bodies.set(row, { ...body, facts, type: kind === 'unknown' ? word : 'message' });
  }
  const { order, states, ...rest } = planContext('theway', index, path, bodies);
  return { order: [...order], states: Array.from(states, (code) => CONTEXT_STATES[code]), read, ...rest };
}

describe('the context at the end of a path', () => {
  it('without a compaction is every message, in order', () => {
    expect(
      plan([
        ['user'],
        ['label'],
        ['assistant'],
        ['custom_message'],
        ['branch_summary', 'x'],
        ['branch_summary', ' '],
      ]),
    ).toMatchObject({
      order: [0, 2, 3, 4, 5],
      states: ['given', 'never', 'given', 'given', 'given', 'given'],
      compactionRow: -1,
      tokens: 200,
      tokensRow: 2,
    });
  });

  it('with one is its summary, what it keeps, and what follows; the rest is removed', () => {
    expect(
      plan([['user'], ['assistant'], ['user'], ['compaction', 'e2'], ['user'], ['label']]),
    ).toMatchObject({
      order: [3, 2, 4],
      states: ['removed', 'removed', 'given', 'given', 'given', 'never'],
      compactionRow: 3,
      tokens: null,
      tokensRow: -1,
    });
  });

  it('keeps nothing from before where the entry to keep from is not there', () => {
    expect(plan([['user'], ['compaction', 'gone'], ['assistant']])).toMatchObject({
      order: [1, 2],
      states: ['removed', 'given', 'given'],
      tokens: 200,
    });
  });

  it('has the last compaction only: the summary of an earlier one is removed', () => {
    expect(plan([['user'], ['compaction', 'e0'], ['user'], ['compaction', 'e2']]).states).toEqual([
      'removed',
      'removed',
      'given',
      'given',
    ]);
  });

  it('takes a message without a role for a message, and an unknown entry for none', () => {
    expect(
      plan([
        ['unknown', 'message'],
        ['unknown', 'nonsense'],
      ]).order,
    ).toEqual([0]);
  });

  it('reads the content of hardly anything', () => {
    const many = Array.from({ length: 1500 }, (): Given => ['unknown', 'nonsense']);
    expect(plan([...many, ['user'], ['branch_summary', 'says'], ['compaction', 'e1']]).read).toHaveLength(
      1001,
    );
    expect(
      plan([['user'], ['branch_summary', 'says'], ['branch_summary'], ['compaction'], ['compaction']]).read,
    ).toEqual([2, 4]);
  });
});

const KINDS = ['user', 'assistant', 'custom_message', 'label', 'compaction', 'branch_summary'] as const;

it('is what theway replays', () => {
  const entry = fc.tuple(fc.constantFrom(...KINDS), fc.nat(12));
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
      const words = entries.map(
        ([kind, number]): Given => [kind, kind === 'branch_summary' ? 'x'.repeat(number % 2) : `e${number}`],
      );
      const stored = words.map(([kind, word], row) => {
        const id = `e${row}`;
        if (kind === 'compaction')
          return [id, kind, { summary: '', firstKeptEntryId: word, tokensBefore: 1 }] as const;
        if (kind === 'branch_summary') return [id, kind, { fromId: 'x', summary: word }] as const;
        if (kind === 'custom_message')
          return [id, kind, { customType: 'c', content: '', display: false }] as const;
        if (kind === 'label') return [id, kind, { targetId: 'e0' }] as const;
        return [id, 'message', { message: { role: kind, content: '' } }] as const;
      });
      expect(plan(words).order.map((row) => `e${row}`)).toEqual(
        replayContext(chain(...stored)).map(({ id }) => id),
      );
    }),
  );
});

it('of a vv-agent session is every item', () => {
  const index = sessionOf([
    { kind: 'user' },
    { kind: 'assistant' },
    { kind: 'unknown' },
    { kind: 'tool_result' },
  ]);
  expect([...planContext('vv-agent', index, Int32Array.from([0, 1, 2, 3]), new Map()).order]).toEqual([
    0, 1, 3,
  ]);
});
