import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './support/app';
import { chooseInDialog } from './support/window';

/** Entries of the session, so that its heads take a while. */
const ENTRIES = 60_000;

/** A long session of pi, a chain. */
function writeLong(file: string): void {
  const timestamp = '2026-11-20T10:00:00.000Z';
  const fd = openSync(file, 'w');
  try {
    let lines = `${JSON.stringify({ type: 'session', version: 3, id: 'long', timestamp, cwd: '/home/dev' })}\n`;
    for (let at = 0; at < ENTRIES; at += 1) {
      const id = at.toString(16).padStart(8, '0');
      const parentId = at === 0 ? null : (at - 1).toString(16).padStart(8, '0');
      const message = { role: 'user', content: `Question ${at}: ${'why is that so? '.repeat(60)}` };
      lines += `${JSON.stringify({ type: 'message', id, parentId, timestamp, message })}\n`;
      if (at % 1000 > 0 && at < ENTRIES - 1) continue;
      writeSync(fd, lines);
      lines = '';
    }
  } finally {
    closeSync(fd);
  }
}

test('the newest entries of a long session are shown before all of it is read', async ({ start, folder }) => {
  const file = path.join(folder, 'long.jsonl');
  writeLong(file);
  const { app, page } = await start();
  await chooseInDialog(app, file);
  // It may be there for less time than passes between two looks.
  const tail = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const observer = new MutationObserver(() => {
          const entries = [...document.querySelectorAll('[aria-label="Newest entries"] article')];
          const newest = entries.at(-1)?.textContent ?? '';
          const isOver = document.querySelector('[aria-label="Conversation"]') !== null;
          if (!isOver && !newest.includes('Question')) return;
          observer.disconnect();
          resolve(newest);
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
  await page.getByRole('button', { name: 'Open file…' }).click();
  expect(await tail).toContain(`Question ${ENTRIES - 1}`);
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText(`Question ${ENTRIES - 1}`);
  await expect(page.getByRole('region', { name: 'Newest entries' })).toHaveCount(0);
});
