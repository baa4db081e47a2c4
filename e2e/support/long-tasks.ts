import type { Page } from '@playwright/test';

/** Watches from now on how long tasks of the page take; tells those of more than 50 ms, in ms. */
export async function watchLongTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(Math.round(entry.duration));
    }).observe({ type: 'longtask' });
    Object.assign(window, { longTasks: tasks });
  });
  return () => page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
}
