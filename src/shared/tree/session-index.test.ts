import { describe, expect, it } from 'vitest';
import { type Head, HeadChunkBuilder } from '../model/head-chunk-builder';
import { FLAG, type HeadChunk, type HeadsEnd } from '../model/heads';
import { ENTRY_KINDS } from '../model/kind';
import type { Problem } from '../model/report';
import { SessionIndex } from './session-index';
import { randomFrom } from './test-support/random-parents';
import { headOf, sessionOf } from './test-support/session';

function randomHeads(count: number, seed: number): Head[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, row) => ({
    id: ['', `é${row}`, `id-${row}`, `😀${row}`, '__proto__'][random(5)] ?? '',
    parentRow: random(row + 2) - 2,
    kind: ENTRY_KINDS[random(ENTRY_KINDS.length)] ?? 'unknown',
    flags: random(16),
    timeMs: random(3) === 0 ? Number.NaN : random(1e9) * 1000,
    sizeBytes: random(2) === 0 ? random(1000) : 2 ** 40 + random(1000),
    tokens: random(2) === 0 ? Number.NaN : random(100_000),
    callCount: random(4),
    callRow: random(row + 2) - 1,
    preview: `preview ${row}: ${'ä'.repeat(random(40))}.`,
    toolNames: random(2) === 0 ? '' : 'read, bash',
  }));
}

function problem(message: string): Problem {
  return {
    code: 'odd',
    severity: 'warning',
    sessionId: null,
    entryId: null,
    line: null,
    byteOffset: null,
    rowId: null,
    message,
  };
}

function chunked(heads: readonly Head[], seed: number): HeadChunk[] {
  const random = randomFrom(seed);
  const chunks: HeadChunk[] = [];
  for (let row = 0; row < heads.length; ) {
    const builder = new HeadChunkBuilder(row);
    const count = Math.min(1 + random(50), heads.length - row);
    for (const head of heads.slice(row, row + count)) builder.push(head);
    if (random(3) === 0) builder.addProblem(problem(`chunk at ${row}`));
    chunks.push(builder.build());
    row += count;
  }
  return chunks;
}

function indexOf(chunks: readonly HeadChunk[]): SessionIndex {
  const index = new SessionIndex();
  for (const chunk of chunks) expect(index.append(chunk)).toBe(true);
  return index;
}

const END: HeadsEnd = {
  type: 'end',
  entryCount: 0,
  storedLeafRow: -1,
  labels: [],
  problems: [],
  problemCount: 0,
};

describe('SessionIndex', () => {
  it.each([1, 2, 3])('gives back every head, however the chunks are cut (seed %i)', (seed) => {
    const heads = randomHeads(1500, seed);
    const chunks = chunked(heads, seed);
    const index = indexOf(chunks);
    expect(index.count).toBe(heads.length);
    expect([...index.parents]).toEqual(heads.map(({ parentRow }) => parentRow));
    for (const [row, head] of heads.entries()) {
      const read: Head = {
        id: index.id(row),
        parentRow: index.parent(row),
        kind: index.kind(row),
        flags: (Object.keys(FLAG) as (keyof typeof FLAG)[]).reduce(
          (bits, flag) => bits | (index.hasFlag(row, flag) ? FLAG[flag] : 0),
          0,
        ),
        timeMs: index.timeMs(row),
        sizeBytes: index.sizeBytes(row),
        tokens: index.tokens(row),
        callCount: index.callCount(row),
        callRow: index.callRow(row),
        preview: index.preview(row),
        toolNames: index.toolNames(row),
      };
      expect(read).toEqual(head);
      expect(index.isKind(row, head.kind)).toBe(true);
    }
    expect(index.problems).toEqual(chunks.flatMap(({ problems }) => problems));
  });

  it('finds the first row of an id, and none where there is none', () => {
    const heads = randomHeads(2000, 9);
    const index = indexOf(chunked(heads, 9));
    for (const id of ['é7', 'id-3', '😀12', '__proto__', '', 'nowhere', 'é'])
      expect(index.rowOf(id)).toBe(heads.findIndex((head) => head.id === id));
  });

  it('refuses a chunk that does not follow, and any after the end', () => {
    const chunks = chunked(randomHeads(300, 2), 2);
    const [first, second, third] = chunks;
    if (!first || !second || !third) throw new Error('too few chunks');
    const index = new SessionIndex();
    expect(index.append(second)).toBe(false);
    expect(index.append(first)).toBe(true);
    expect(index.append(first)).toBe(false);
    expect(index.append(third)).toBe(false);
    expect(index.count).toBe(first.count);
    expect(index.end).toBeNull();
    index.finish(END);
    expect(index.end).toBe(END);
    expect(index.append(second)).toBe(false);
  });

  it('answers for rows that are not there', () => {
    const index = indexOf(chunked(randomHeads(10, 3), 3));
    for (const row of [-1, 10, 5000]) {
      expect([index.id(row), index.preview(row), index.toolNames(row)]).toEqual(['', '', '']);
      expect([index.parent(row), index.callRow(row), index.callCount(row), index.sizeBytes(row)]).toEqual([
        -1, -1, 0, 0,
      ]);
      expect(index.timeMs(row)).toBeNaN();
      expect(index.hasFlag(row, 'error')).toBe(false);
    }
  });

  it('takes chunks with more problems than an argument list can hold', () => {
    const builder = new HeadChunkBuilder(0);
    for (let count = 0; count < 200_000; count++) builder.addProblem(problem('odd'));
    const index = new SessionIndex();
    expect(index.append(builder.build())).toBe(true);
    expect(index.problems.length).toBe(200_000);
  });

  it('takes 200,000 heads in chunks without slowing down', () => {
    const index = new SessionIndex();
    const start = performance.now();
    for (let row = 0; row < 200_000; ) {
      const builder = new HeadChunkBuilder(row);
      while (!builder.isFull) {
        builder.push({
          id: `e${row}`,
          parentRow: row - 1,
          kind: 'user',
          flags: 0,
          timeMs: 0,
          sizeBytes: 1,
          tokens: 0,
          callCount: 0,
          callRow: -1,
          preview: '',
          toolNames: '',
        });
        row += 1;
      }
      index.append(builder.build());
    }
    expect(index.count).toBe(200_000);
    expect(index.id(199_999)).toBe('e199999');
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('an index continues another', () => {
  const heads = [{ timeMs: 1 }, {}, { sizeBytes: 5 }];

  it('that has the same entries, whatever follows and however they came', () => {
    const whole = new SessionIndex();
    const [first, second] = [new HeadChunkBuilder(0), new HeadChunkBuilder(2)];
    for (const row of [0, 1]) first.push(headOf(row, heads[row]));
    for (const row of [2, 3]) second.push(headOf(row, heads[row]));
    whole.append(first.build());
    whole.append(second.build());
    expect(whole.isContinuationOf(sessionOf(heads))).toBe(true);
    expect(sessionOf(heads).isContinuationOf(whole)).toBe(false);
    expect(whole.isContinuationOf(whole)).toBe(false);
  });

  it.each([
    { id: 'x' },
    { preview: 'x' },
    { parentRow: -1 },
    { kind: 'user' as const },
    { timeMs: 2 },
    { sizeBytes: 1 },
  ])('unless one of them is another: %j', (change) => {
    expect(
      sessionOf([...heads.slice(0, 2), { ...heads[2], ...change }, {}]).isContinuationOf(sessionOf(heads)),
    ).toBe(false);
  });
});
