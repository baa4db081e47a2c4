import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChangeWatch } from './change-watch';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watch() {
  const seen = { looks: 0, changes: 0, hasChanged: false };
  const watched = new ChangeWatch(() => {
    seen.changes += 1;
  });
  void watched.start(() => {
    seen.looks += 1;
    return seen.hasChanged;
  });
  return { watched, seen };
}

it('looks once a second, and says once that something changed', async () => {
  const { seen } = watch();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(seen).toMatchObject({ looks: 3, changes: 0 });
  seen.hasChanged = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toMatchObject({ looks: 4, changes: 1 });
});

it('does not look while it is paused, and looks at once when it goes on', async () => {
  const { watched, seen } = watch();
  await vi.advanceTimersByTimeAsync(1_000);
  watched.set(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.looks).toBe(1);
  seen.hasChanged = true;
  watched.set(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toMatchObject({ looks: 2, changes: 1 });
});

it('goes on once a second after a pause, however often it is told to', async () => {
  const { watched, seen } = watch();
  for (const isOn of [false, true, true, false, false, true]) watched.set(isOn);
  await vi.advanceTimersByTimeAsync(0);
  const { looks } = seen;
  expect(looks).toBeLessThanOrEqual(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(seen.looks).toBe(looks + 5);
});
