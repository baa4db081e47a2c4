import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './support/app';
import { end, lock } from './support/locked-database';
import { writeBranchedSession, writeForeignStore } from './support/stores';
import { chooseInDialog, treeRows } from './support/window';

/** Clicks a menu item by its labels, as a user would, without the mouse. */
function clickMenu(app: ElectronApplication, ...labels: string[]): Promise<void> {
  return app.evaluate(({ Menu, BrowserWindow }, path) => {
    let items = Menu.getApplicationMenu()?.items ?? [];
    for (const [depth, label] of path.entries()) {
      const item = items.find((candidate) => candidate.label.replace('&', '').startsWith(label));
      if (!item)
        throw new Error(`no menu item ${label} among ${items.map((other) => other.label).join(', ')}`);
      const window = BrowserWindow.getAllWindows()[0];
      if (depth === path.length - 1) item.click(undefined, window, window?.webContents);
      items = item.submenu?.items ?? [];
    }
  }, labels);
}

test('the menu opens files, samples and recent files, and clears these', async ({ open, folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { app, page } = await open();
  await chooseInDialog(app, file);
  await clickMenu(app, 'File', 'Open…');
  const rows = treeRows(page);
  await expect(rows).toHaveCount(7);
  await clickMenu(app, 'File', 'Close File');
  await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
  await clickMenu(app, 'File', 'Open Recent', 'session.db');
  await expect(rows).toHaveCount(7);
  await clickMenu(app, 'File', 'Close File');
  await clickMenu(app, 'File', 'Open Recent', 'Clear');
  await expect(page.getByText('Files you open are listed here.')).toBeVisible();
  await clickMenu(app, 'File', 'Open Sample', 'vv-agent');
  await expect(page.getByRole('treeitem').filter({ hasText: 'vv-agent-sample' })).toBeVisible();
});

test('text is copied from the window by the Edit menu', async ({ open, folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { app, page } = await open(file);
  const text = page.getByRole('region', { name: 'Conversation' }).getByText('Then look.');
  await text.click({ clickCount: 3 });
  await app.evaluate(({ clipboard }) => clipboard.writeText('before'));
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.copy());
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toContain('Then look.');
  const roles = await app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()
      ?.items.find((item) => item.label.includes('Edit'))
      ?.submenu?.items.map((item) => item.role),
  );
  expect(roles).toEqual(expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectall']));
});

test('the theme is chosen in the menu, seen in the page, and remembered', async ({ start }) => {
  const first = await start();
  const background = () => first.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await clickMenu(first.app, 'View', 'Theme', 'Dark');
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await first.app.close();
  const { page } = await start({ keepSettings: true });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark);
});

test('the size of the window is remembered', async ({ start }) => {
  const first = await start();
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1000, 700));
  await first.app.close();
  const { app } = await start({ keepSettings: true });
  const size = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize());
  expect(size).toEqual([1000, 700]);
});

test('zoom changes the scale of the page and comes back', async ({ open }) => {
  const { app, page } = await open();
  const scale = () => page.evaluate(() => window.devicePixelRatio);
  const normal = await scale();
  await clickMenu(app, 'View', 'Zoom In');
  await expect.poll(scale).toBeGreaterThan(normal);
  await clickMenu(app, 'View', 'Actual Size');
  await expect.poll(scale).toBe(normal);
});

test('the log folder can be shown, and the log names no file of the user', async ({
  start,
  folder,
  userData,
}) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { app, page } = await start({ files: [file] });
  await expect(treeRows(page)).toHaveCount(7);
  await app.evaluate(({ shell }) => {
    shell.showItemInFolder = (shown) => Object.assign(globalThis, { shown });
  });
  await clickMenu(app, 'Help', 'Show Log Folder');
  const shown = await app.evaluate(() => (globalThis as unknown as { shown: string }).shown);
  expect(shown).toBe(path.join(userData, 'logs', 'main.log'));
  await app.close();
  const logged = readFileSync(shown, 'utf8');
  expect(logged).toContain('data process');
  expect(logged).not.toContain('session.db');
});

test('waiting for a lock shows progress with Cancel, and Cancel ends it', async ({ start, folder }) => {
  const file = path.join(folder, 'store.sqlite3');
  writeForeignStore(file, 'delete');
  const holder = await lock(file);
  try {
    const { page } = await start({ files: [file] });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Opening was cancelled.')).toBeVisible();
  } finally {
    await end(holder);
  }
});

test('the palette finds actions and the sheet lists the keys', async ({ start }) => {
  const { page } = await start({ isFirstStart: true });
  await expect(treeRows(page).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands and sessions' }).fill('inspector: checks');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Checks' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('treegrid').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
