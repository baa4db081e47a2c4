import { cpSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { findViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { folderState } from './support/folder-state';
import { longestTaskMs } from './support/main-thread';
import { writeBranchedSession, writeForeignStore } from './support/stores';
import { chooseInDialog, treeRows } from './support/window';

const FORMATS = path.join(import.meta.dirname, '../src/main/formats');
const LONG_AGO_S = 86_400;

const list = (page: Page) => page.getByRole('listbox', { name: 'Sessions found' });
const line = (page: Page, title: string) => list(page).getByRole('option', { name: title });
const summary = (page: Page) => page.getByRole('region', { name: 'What was found' });
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter the sessions of the folder' });

/** A folder as developers have them: several formats, a store of several sessions, and what is none of it. */
function writeSessions(folder: string): void {
  const at = (name: string) => path.join(folder, name);
  mkdirSync(at('agents'), { recursive: true });
  cpSync(path.join(FORMATS, 'pi/samples/v3.jsonl'), at('agents/kites.jsonl'));
  cpSync(path.join(FORMATS, 'codex/samples/legacy.jsonl'), at('agents/oars'));
  cpSync(path.join(FORMATS, 'claude-code/samples/session.jsonl'), at('agents/sail.jsonl'));
  writeBranchedSession(at('session.db'));
  writeForeignStore(at('store.sqlite3'));
  writeFileSync(at('notes.txt'), 'Nothing to see here.');
  writeFileSync(at('agents/cut.db'), 'SQLite format 3\0');
  // What says itself when it was written is then newer.
  for (const name of ['agents/cut.db', 'store.sqlite3']) utimesSync(at(name), LONG_AGO_S, LONG_AGO_S);
}

async function openFolder(app: ElectronApplication, page: Page, folder: string): Promise<void> {
  await chooseInDialog(app, folder);
  await page.evaluate(() => window.ramify.call('folders.choose', {}));
}

/** What stands in the first column, from the top down. */
const titles = (page: Page) =>
  list(page)
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => option.querySelector('span > span')?.textContent));

test('a folder lists its sessions, the one written last first, and says what it does not list', async ({
  start,
  folder,
}) => {
  const home = path.join(folder, 'home');
  writeSessions(home);
  const { app, page } = await start();
  await chooseInDialog(app, home);
  await page.getByRole('main').getByRole('button', { name: 'Open folder…' }).click();
  await expect(summary(page)).toContainText('6 sessions in 6 files');
  await expect(summary(page)).toContainText('1 file with problems');
  await expect(summary(page)).toContainText('1 other file');
  expect(await titles(page)).toEqual([
    'Kite colours',
    'Red sail cloth',
    'Which file is the largest?',
    'List the oars. (copied from the parent thread)',
    'cut.db',
    'What does the build print?',
    'A plain item.',
  ]);
  const kites = line(page, 'Kite colours');
  for (const fact of ['pi', '25', '7.9 kB', path.join('agents', 'kites.jsonl')])
    await expect(kites).toContainText(fact);
  await expect(line(page, 'cut.db')).toContainText('not read');
  expect(await findViolations(page)).toEqual([]);

  await page.keyboard.press('/');
  await page.keyboard.type('agents claude');
  await expect(list(page).getByRole('option')).toHaveCount(1);
  await expect(summary(page)).toContainText('1 of 6 sessions');
  await page.keyboard.type(' nothing');
  await expect(page.getByText('No session here has these words')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list(page).getByRole('option')).toHaveCount(7);
});

test('Enter and a click open the session, Back leads to the folder, and a start remembers it', async ({
  start,
  folder,
}) => {
  const home = path.join(folder, 'home');
  writeSessions(home);
  const { app, page } = await start({ files: [home] });
  await expect(line(page, 'A plain item.')).toBeVisible();
  await list(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(treeRows(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'A plain item.' })).toBeVisible();

  await page.keyboard.press('Alt+ArrowLeft');
  await expect(line(page, 'A plain item.')).toHaveAttribute('aria-selected', 'true');
  await line(page, 'Kite colours').click();
  await expect(page.getByRole('heading', { name: 'Kite colours' })).toBeVisible();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(line(page, 'Kite colours')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Alt+ArrowRight');
  await expect(page.getByRole('heading', { name: 'Kite colours' })).toBeVisible();

  await page.getByRole('treeitem', { name: 'home' }).click();
  await expect(list(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+w');
  await expect(list(page)).toBeHidden();
  await expect(page.getByRole('treeitem', { name: 'home', exact: true })).toBeHidden();
  await app.close();

  const later = await start({ keepSettings: true });
  await later.page.getByRole('button', { name: /^home/ }).click();
  await expect(line(later.page, 'Kite colours')).toBeVisible();
});

test('looking through a folder leaves no trace, follows no link, and opens nothing beside it', async ({
  start,
  folder,
}) => {
  const home = path.join(folder, 'home');
  writeSessions(home);
  cpSync(path.join(FORMATS, 'pi/samples/v2.jsonl'), path.join(folder, 'outside.jsonl'));
  symlinkSync(path.join(folder, 'outside.jsonl'), path.join(home, 'link.jsonl'));
  symlinkSync(folder, path.join(home, 'up'));
  const filesIn = (each: string) =>
    readdirSync(each, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  const state = () => [home, path.join(home, 'agents')].map((each) => folderState(each, filesIn(each)));
  const before = state();
  const { page } = await start({ files: [home] });
  await expect(summary(page)).toContainText('6 sessions in 6 files');
  expect(state()).toEqual(before);
  const refused = await page.evaluate(async () => {
    const folders = await window.ramify.call('folders.list', {});
    const folderId = folders.ok ? (folders.value[0]?.folderId ?? '') : '';
    const paths = ['../outside.jsonl', 'link.jsonl', 'up/outside.jsonl'];
    const answers = paths.map((each) => window.ramify.call('folders.openFile', { folderId, path: each }));
    return (await Promise.all(answers)).map((answer) => (answer.ok ? 'opened' : answer.error.message));
  });
  expect(refused).toEqual(Array(3).fill('This file is not in the folder.'));
});

test('a folder of 10,000 files is listed while the window stays free, and can be left off', async ({
  start,
  folder,
}) => {
  const home = path.join(folder, 'home');
  for (let at = 0; at < 100; at++) {
    mkdirSync(path.join(home, `${at}`), { recursive: true });
    for (let each = 0; each < 100; each++) {
      const id = `${at}-${each}`;
      const session = { type: 'session', version: 3, id, timestamp: '2026-10-01T10:00:00.000Z', cwd: '/' };
      const text = { type: 'message', id: 'e1', parentId: null, timestamp: session.timestamp };
      const message = { ...text, message: { role: 'user', content: `Question ${id}`, timestamp: 1 } };
      writeFileSync(
        path.join(home, `${at}/${each}.jsonl`),
        `${JSON.stringify(session)}\n${JSON.stringify(message)}\n`,
      );
    }
  }
  const { app, page } = await start();
  const longest = await longestTaskMs(app, async () => {
    await openFolder(app, page, home);
    await expect(list(page)).toBeVisible();
    await expect(page.getByText('Looking at files')).toBeVisible();
    await filter(page).fill('Question 7');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Cancelled: not all was looked at')).toBeVisible();
  });
  expect(longest).toBeLessThan(200);
  // What was found stays, and can be read.
  await filter(page).fill('');
  await list(page).getByRole('option').first().click();
  await expect(treeRows(page)).toHaveCount(1);
});

test('a folder dropped on the window is looked through, and one without sessions says so', async ({
  start,
  folder,
}) => {
  const home = path.join(folder, 'empty one');
  mkdirSync(home);
  const { app, page } = await start();
  await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
  const devTools = await app.context().newCDPSession(page);
  const drag = { x: 400, y: 300, data: { items: [], files: [home], dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', { type, ...drag });
  await expect(page.getByText('No sessions in this folder')).toBeVisible();
  await expect(page.getByText('There are no files in it, nor in its folders.')).toBeVisible();

  writeFileSync(path.join(home, 'notes.txt'), 'Nothing.');
  await page.keyboard.press('ControlOrMeta+r');
  await expect(page.getByText('1 file was looked at, and no format here knows it.')).toBeVisible();
});
