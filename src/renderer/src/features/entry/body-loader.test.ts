import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '../../../../shared/contract/errors';
import { emptyBody } from '../../../../shared/tree/test-support/body';
import { BodyLoader } from './body-loader';

const inView = () => new AbortController().signal;

describe('BodyLoader', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function loaderOf(
    answer: (rows: readonly number[]) => ReturnType<ConstructorParameters<typeof BodyLoader>[0]>,
  ) {
    const asked: number[][] = [];
    const loader = new BodyLoader(
      (rows) => {
        asked.push([...rows]);
        return answer(rows);
      },
      (task) => void setTimeout(task, 0),
    );
    return { loader, asked };
  }
  const answerAll = async (rows: readonly number[]) => ok(rows.map(emptyBody));

  it('asks for the rows of a screen at once', async () => {
    const { loader, asked } = loaderOf(answerAll);
    const bodies = Promise.all([3, 4, 5].map((row) => loader.load(row, inView())));
    await vi.runAllTimersAsync();
    expect(asked).toEqual([[3, 4, 5]]);
    expect((await bodies).map((result) => result.ok && result.value.row)).toEqual([3, 4, 5]);
  });

  it('never asks for rows that went out of view before their turn', async () => {
    const { loader, asked } = loaderOf(answerAll);
    const gone = new AbortController();
    void loader.load(1, gone.signal);
    void loader.load(2, inView());
    gone.abort();
    await vi.runAllTimersAsync();
    expect(asked).toEqual([[2]]);
  });

  it('has one request under way, and takes the rows wanted last first', async () => {
    let release = () => {};
    const { loader, asked } = loaderOf(async (rows) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return ok(rows.map(emptyBody));
    });
    void loader.load(0, inView());
    await vi.runAllTimersAsync();
    for (let row = 100; row < 140; row++) void loader.load(row, inView());
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
    release();
    await vi.runAllTimersAsync();
    expect(asked[1]).toContain(139);
    expect(asked[1]).not.toContain(100);
  });

  it('asks row by row when a page fails because of one of its rows', async () => {
    const { loader } = loaderOf(async (rows) =>
      rows.includes(2) ? fail('damaged', 'Entry 2 cannot be read.') : ok(rows.map(emptyBody)),
    );
    const bodies = Promise.all([1, 2, 3].map((row) => loader.load(row, inView())));
    await vi.runAllTimersAsync();
    expect((await bodies).map((result) => result.ok)).toEqual([true, false, true]);
  });

  it('passes on a failure of the process without asking again', async () => {
    const { loader, asked } = loaderOf(async () => fail('process-died', 'The process ended.'));
    const bodies = Promise.all([1, 2].map((row) => loader.load(row, inView())));
    await vi.runAllTimersAsync();
    expect((await bodies).every((result) => !result.ok && result.error.code === 'process-died')).toBe(true);
    expect(asked).toHaveLength(1);
  });
});
