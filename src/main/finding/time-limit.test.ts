import { expect, it } from 'vitest';
import { runWithin } from './time-limit';

it('ends a single call of exec that would take for years', () => {
  const started = performance.now();
  expect(runWithin(50, () => void /^(a+)+$/.exec(`${'a'.repeat(40)}!`))).toBe(false);
  expect(performance.now() - started).toBeLessThan(2_000);
});

it('lets work that is in time finish, again and again', () => {
  const done: number[] = [];
  for (let at = 0; at < 3; at += 1) expect(runWithin(1_000, () => void done.push(at))).toBe(true);
  expect(done).toEqual([0, 1, 2]);
});

it('keeps what was done before the end, and throws what the work throws', () => {
  let steps = 0;
  runWithin(20, () => {
    for (;;) steps += 1;
  });
  expect(steps).toBeGreaterThan(0);
  expect(() =>
    runWithin(1_000, () => {
      throw new RangeError('no');
    }),
  ).toThrow(RangeError);
});
