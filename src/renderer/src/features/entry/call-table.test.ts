import { expect, it } from 'vitest';
import type { CallsRead } from '../../../../shared/contract/path-reading';
import { FLAG } from '../../../../shared/model/heads';
import { sessionOf } from '../../../../shared/tree/test-support/session';
import { CallTable } from './call-table';

// 0 user, 1 calls twice, 2 answers, 3 fails
const index = sessionOf([
  { kind: 'user' },
  { callCount: 2 },
  { kind: 'tool_result', callRow: 1 },
  { kind: 'tool_result', callRow: 1, flags: FLAG.error },
]);
const callOf = (block: number) => ({ row: 1, block, callId: `c${block}`, name: 'edit', files: [] });
const read: CallsRead = { calls: [callOf(0), callOf(1)], results: [{ row: 3, callId: 'c1' }] };
const path = [0, 1, 2, 3];

it('reads the entries that call and the results that failed, once', async () => {
  const asked: number[][] = [];
  const table = new CallTable((rows) => {
    asked.push(rows);
    return Promise.resolve(read);
  });
  const progress: number[] = [];
  const options = { signal: new AbortController().signal, onProgress: (done: number) => progress.push(done) };
  expect(table.callsOf(1)).toBeUndefined();
  await table.read(index, path, options);
  await table.read(index, path, options);
  expect(asked).toEqual([[1, 3]]);
  expect(progress).toEqual([2]);
  expect(table.callsOf(1)?.map(({ callId, isFailed }) => [callId, isFailed])).toEqual([
    ['c0', false],
    ['c1', true],
  ]);
});

it('stops between two requests, and keeps what it has', async () => {
  const stop = new AbortController();
  const long = sessionOf(Array.from({ length: 1200 }, () => ({ callCount: 1 })));
  let requests = 0;
  const table = new CallTable((rows) => {
    requests += 1;
    stop.abort();
    return Promise.resolve({ calls: [{ ...callOf(0), row: rows[0] ?? -1 }], results: [] });
  });
  await table.read(long, Array(1200).keys(), { signal: stop.signal });
  expect(requests).toBe(1);
  expect(table.callsOf(0)).toHaveLength(1);
  expect(table.callsOf(600)).toBeUndefined();
});
