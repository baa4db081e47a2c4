import { ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, root, test } from './support/app';
import { end, lock } from './support/locked-database';
import { writeBranchedSession, writeForeignStore } from './support/stores';
import { chooseInDialog, treeRows } from './support/window';

test('files named on the command line open: a session as a tree, a store with its sessions', async ({
  start,
  folder,
}) => {
  const session = path.join(folder, 'session.db');
  const store = path.join(folder, 'store.sqlite3');
  writeBranchedSession(session);
  writeForeignStore(store);
  const { page } = await start({ files: [store, session] });
  await expect(page.getByRole('treeitem').filter({ hasText: 'What does the build print?' })).toBeVisible();
  await expect(page.getByRole('treeitem').filter({ hasText: 'A plain item.' })).toBeVisible();
  await page.getByRole('treeitem').filter({ hasText: 'session.db' }).click();
  await expect(treeRows(page)).toHaveCount(7);
  await expect(treeRows(page).filter({ hasText: 'stored leaf' })).toHaveCount(1);
});

test('files chosen in the dialog open, several at once', async ({ open, folder }) => {
  const session = path.join(folder, 'session.db');
  const store = path.join(folder, 'store.sqlite3');
  writeBranchedSession(session);
  writeForeignStore(store);
  const { app, page } = await open();
  await chooseInDialog(app, session, store);
  await page.getByRole('button', { name: 'Open file…' }).click();
  await expect(page.getByText('session.db').first()).toBeVisible();
  await expect(page.getByText('store.sqlite3').first()).toBeVisible();
});

test('a file dropped on the window opens', async ({ open, folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { app, page } = await open();
  await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
  const devTools = await app.context().newCDPSession(page);
  const drag = { x: 400, y: 300, data: { items: [], files: [file], dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, ...drag });
  }
  await expect(treeRows(page)).toHaveCount(7);
});

test('the very first start opens the theway sample, a later one the welcome screen with both samples', async ({
  start,
}) => {
  const first = await start({ isFirstStart: true });
  await expect(treeRows(first.page).first()).toBeVisible();
  await first.app.close();
  const later = await start();
  await expect(later.page.getByRole('button', { name: /A theway session/ })).toBeVisible();
  await later.page.getByRole('button', { name: /A vv-agent store/ }).click();
  await expect(treeRows(later.page).first()).toBeVisible();
});

test('recent files come back in the list, and can be taken off it', async ({ start, folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const first = await start({ files: [file] });
  await expect(treeRows(first.page).first()).toBeVisible();
  await first.app.close();
  const { page } = await start({ keepSettings: true });
  const recent = page.getByRole('region', { name: 'Recent files' });
  await recent.getByRole('button', { name: /^session\.db/ }).click();
  await expect(treeRows(page)).toHaveCount(7);
  await page.keyboard.press('ControlOrMeta+w');
  await recent.getByRole('button', { name: 'Remove session.db from the list' }).click();
  await expect(recent).toContainText('Files you open are listed here.');
});

test('a second start opens its file in the running window', async ({ start, folder, userData }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { app, page } = await start();
  await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
  const executable = await app.evaluate(({ app }) => app.getPath('exe'));
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const second = spawn(executable, [...flags, root, 'session.db'], {
    cwd: folder,
    env: { ...process.env, RAMIFY_USER_DATA: userData },
    stdio: 'ignore',
  });
  const exitCode = await new Promise((resolve) => second.once('exit', resolve));
  expect(exitCode).toBe(0);
  await expect(treeRows(page)).toHaveCount(7);
  expect(app.windows()).toHaveLength(1);
});

test('a file that is open already comes to the front when it is asked for again', async ({
  open,
  folder,
}) => {
  const session = path.join(folder, 'session.db');
  const store = path.join(folder, 'store.sqlite3');
  writeBranchedSession(session);
  writeForeignStore(store);
  const { app, page } = await open(session);
  await expect(treeRows(page)).toHaveCount(7);
  await chooseInDialog(app, store);
  await page.keyboard.press('ControlOrMeta+o');
  await expect(treeRows(page)).toHaveCount(4);
  await chooseInDialog(app, session);
  await page.keyboard.press('ControlOrMeta+o');
  await expect(treeRows(page)).toHaveCount(7);
  await expect(page.getByRole('treeitem').filter({ hasText: 'session.db' })).toHaveCount(1);
});

/** What else a path may lead to, and the words the window must say about it. */
const REFUSED: Record<string, { make: (file: string) => unknown; words: RegExp }> = {
  'a missing file': { make: () => {}, words: /There is no file here/ },
  'an empty file': { make: (file) => writeFileSync(file, ''), words: /This file is empty/ },
  'a text file': { make: (file) => writeFileSync(file, 'hello\n'), words: /not a SQLite database/ },
  'another SQLite database': {
    make: (file) => {
      const database = new Database(file);
      database.exec('CREATE TABLE cats (name TEXT)');
      database.close();
    },
    words: /Looked for: .*session_items.*entries/,
  },
  'a truncated database': {
    make: (file) => {
      writeForeignStore(file, 'delete');
      truncateSync(file, 8192);
    },
    words: /cut off/,
  },
  'a damaged database': {
    make: (file) => {
      writeForeignStore(file, 'delete');
      const database = new Database(file, { readonly: true });
      const pageSize = Number(database.pragma('page_size', { simple: true }));
      database.close();
      overwrite(file, 100, pageSize);
    },
    words: /damaged/,
  },
  'a locked database': {
    make: (file) => {
      writeForeignStore(file, 'delete');
      return lock(file);
    },
    words: /Another program has locked this database/,
  },
};

test('every file that cannot be opened gets its own sentence, and the app goes on', async ({
  open,
  folder,
}) => {
  const good = path.join(folder, 'session.db');
  writeBranchedSession(good);
  const holders: ChildProcess[] = [];
  const { app, page } = await open();
  try {
    for (const [what, { make, words }] of Object.entries(REFUSED)) {
      await test.step(what, async () => {
        const file = path.join(folder, `${what}.db`);
        const made = await make(file);
        if (made instanceof ChildProcess) holders.push(made);
        await chooseInDialog(app, file);
        await page.evaluate(() => window.ramify.call('files.choose', {}));
        const notice = page.getByRole('region', { name: 'File' });
        await expect(notice.getByRole('alert')).toContainText(words, { timeout: 20_000 });
        await expect(notice.getByRole('button', { name: /^(Try again|Retry)$/ })).toBeVisible();
        await notice.getByRole('button', { name: 'Close', exact: true }).click();
      });
    }
    await chooseInDialog(app, good);
    await page.getByRole('button', { name: 'Open file…' }).click();
    await expect(treeRows(page)).toHaveCount(7);
  } finally {
    for (const holder of holders) await end(holder);
  }
});

function overwrite(file: string, start: number, end: number): void {
  const noise = Buffer.alloc(end - start, 0xa5);
  const handle = openSync(file, 'r+');
  writeSync(handle, noise, 0, noise.length, start);
  closeSync(handle);
}
