import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import Database from 'better-sqlite3';
import { expect, test } from './support/app';
import { message, writeBranchedSession, writeForeignStore } from './support/stores';
import { chooseInDialog, treeRows } from './support/window';

/** Most processes of files, and the one that is made ready for the next. */
const MOST_PROCESSES = 4 + 1;

/** Process ids of the running data processes for files, in the order in which they were started. */
function dataProcesses(app: ElectronApplication): Promise<number[]> {
  return app.evaluate(({ app }) =>
    app
      .getAppMetrics()
      .filter(({ serviceName, name }) => serviceName === 'ramify-file' || name === 'ramify-file')
      .sort((a, b) => a.creationTime - b.creationTime)
      .map(({ pid }) => pid),
  );
}

test('a data process that dies takes only its own file along, and Restart brings it back', async ({
  start,
  folder,
}) => {
  const session = path.join(folder, 'session.db');
  const store = path.join(folder, 'store.sqlite3');
  writeBranchedSession(session);
  writeForeignStore(store);
  const { app, page } = await start({ files: [session] });
  await expect(treeRows(page)).toHaveCount(7);
  const [first] = await dataProcesses(app);
  await chooseInDialog(app, store);
  await page.evaluate(() => window.ramify.call('files.choose', {}));
  await expect(page.getByText('store.sqlite3').first()).toBeVisible();

  if (first === undefined) throw new Error('the first file has no data process');
  process.kill(first, 'SIGKILL');
  await page.getByText('session.db').first().click();
  await expect(page.getByText(/ended unexpectedly/).first()).toBeVisible();
  await page.getByText('store.sqlite3').first().click();
  await page.getByText('What does the build print?').first().click();
  await expect(treeRows(page).first()).toBeVisible();

  await page.getByText('session.db').first().click();
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect(treeRows(page)).toHaveCount(7);
});

test('a process waits for the next file, and another one for the file after that', async ({
  start,
  folder,
}) => {
  const files = [path.join(folder, 'first.db'), path.join(folder, 'second.db')] as const;
  for (const file of files) writeBranchedSession(file);
  const { app, page } = await start();
  const open = async (file: string) => {
    await chooseInDialog(app, file);
    await page.evaluate(() => window.ramify.call('files.choose', {}));
    await expect(page.getByText(path.basename(file)).first()).toBeVisible();
    await expect(treeRows(page)).toHaveCount(7);
  };
  const waitFor = (count: number) =>
    expect.poll(async () => (await dataProcesses(app)).length, { timeout: 15_000 }).toBe(count);

  await waitFor(1);
  const [waiting] = await dataProcesses(app);
  await open(files[0]);
  expect(await dataProcesses(app)).toEqual([waiting]);

  await waitFor(2);
  const [, next] = await dataProcesses(app);
  if (next === undefined) throw new Error('no process waits');
  // One that has died while it waited is no loss.
  process.kill(next, 'SIGKILL');
  await waitFor(1);
  await open(files[1]);
  await waitFor(3);
});

test('a file that another takes the place of says so, and Reload keeps the selection', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'session.db');
  const other = path.join(folder, 'other.db');
  writeBranchedSession(file);
  writeBranchedSession(other);
  const { page } = await start({ files: [file] });
  const selected = treeRows(page).filter({ hasText: 'It is largest.bin.' });
  await selected.click();
  await expect(selected).toHaveAttribute('aria-selected', 'true');

  const writer = new Database(other);
  const entry = message('late', 'b2', 'assistant', 'Added by another program.');
  writer
    .prepare('INSERT INTO entries (id, parent_id, type, timestamp, payload) VALUES (?, ?, ?, ?, ?)')
    .run('late', 'b2', 'message', entry.timestamp, JSON.stringify(entry));
  writer.close();
  renameSync(other, file);

  await expect(page.getByText(/^Another file has taken the place of this one/)).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).first().click();
  await expect(treeRows(page)).toHaveCount(8);
  await expect(selected).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(/^Another file has taken/)).toHaveCount(0);

  rmSync(file);
  await expect(page.getByText(/^This file is no longer on disk/)).toBeVisible();
  await expect(treeRows(page)).toHaveCount(8);
});

test('of more than four open files, the one used longest ago is read again when it is asked', async ({
  start,
  folder,
}) => {
  const files = Array.from({ length: 5 }, (_, at) => path.join(folder, `session-${at}.db`));
  for (const file of files) writeBranchedSession(file);
  const { app, page } = await start({ files });
  for (const file of files) await expect(page.getByText(path.basename(file)).first()).toBeVisible();
  await expect.poll(async () => (await dataProcesses(app)).length).toBeLessThanOrEqual(MOST_PROCESSES);
  for (const file of files) {
    await page.getByText(path.basename(file)).first().click();
    await expect(treeRows(page)).toHaveCount(7);
    await treeRows(page).first().click();
    await expect(page.getByText('Which file is the largest?').last()).toBeVisible();
  }
  expect((await dataProcesses(app)).length).toBeLessThanOrEqual(MOST_PROCESSES);
});

test('a file that is closed while it is being opened leaves no process behind', async ({ start, folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { app, page } = await start();
  await chooseInDialog(app, file);
  await page.evaluate(async () => {
    const closed = new Promise<void>((resolve) => {
      const stop = window.ramify.on('files', (files) => {
        for (const { fileId } of files) void window.ramify.call('files.close', { fileId });
        if (files.length > 0) return;
        stop();
        resolve();
      });
    });
    await Promise.all([window.ramify.call('files.choose', {}), closed]);
  });
  // Only the one for the next file comes, once it is quiet.
  await page.waitForTimeout(3_000);
  await expect.poll(async () => (await dataProcesses(app)).length).toBe(1);
  await page.waitForTimeout(1_000);
  expect(await dataProcesses(app)).toHaveLength(1);
});
