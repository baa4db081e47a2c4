import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Turns } from './turns';

const never = new AbortController().signal;

/** A task that ends when told to. */
function task() {
  let hasStarted = false;
  let end = () => {};
  const ended = new Promise<string>((resolve) => {
    end = () => resolve('done');
  });
  const run = () => {
    hasStarted = true;
    return ended;
  };
  return { run, end: () => end(), hasStarted: () => hasStarted };
}

describe('Turns', () => {
  it('lets so many tasks run at a time, the others in the order in which they came', async () => {
    const turns = new Turns(2, 'first-come');
    const tasks = Array.from({ length: 4 }, task);
    const results = tasks.map(({ run }) => turns.run(never, run));
    const started = () => tasks.map(({ hasStarted }) => hasStarted());
    await turnOfTheLoop();
    expect(started()).toEqual([true, true, false, false]);
    tasks[1]?.end();
    await turnOfTheLoop();
    expect(started()).toEqual([true, true, true, false]);
    for (const { end } of tasks) end();
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('can let the latest task that waits be the next', async () => {
    const turns = new Turns(1, 'latest-first');
    const [first, second, third] = [task(), task(), task()];
    const ended = turns.run(never, first.run);
    void turns.run(never, second.run);
    void turns.run(never, third.run);
    first.end();
    await ended;
    await turnOfTheLoop();
    expect([second.hasStarted(), third.hasStarted()]).toEqual([false, true]);
  });

  it('gives up a task that waits as soon as it is aborted, and passes it over', async () => {
    const turns = new Turns(1, 'first-come');
    const [first, second, third] = [task(), task(), task()];
    const abort = new AbortController();
    void turns.run(never, first.run);
    const given = turns.run(abort.signal, second.run);
    const last = turns.run(never, third.run);
    abort.abort();
    expect(await given).toBeNull();
    first.end();
    third.end();
    expect(await last).toBe('done');
    expect(second.hasStarted()).toBe(false);
  });

  it('goes on after a task that failed', async () => {
    const turns = new Turns(1, 'first-come');
    const failed = turns.run(never, () => Promise.reject(new Error('no process')));
    await expect(failed).rejects.toThrow('no process');
    expect(await turns.run(never, () => Promise.resolve(1))).toBe(1);
  });
});
