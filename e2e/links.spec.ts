import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { ThewayFile } from '../src/main/samples/theway-file';
import { expect, root, test } from './support/app';
import { folderState } from './support/folder-state';
import { message, writeBranchedSession, writeForeignStore } from './support/stores';
import { treeRows } from './support/window';

const row = (page: Page, text: string) => treeRows(page).filter({ hasText: text });
const toast = (page: Page, text: RegExp) => page.getByText(text);
const linkTo = (file: string, more = '') => `ramify://open?file=${encodeURIComponent(file)}${more}`;

/** Opens a link by the dialog of the page. */
async function openByDialog(page: Page, link: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('Open link');
  await page.keyboard.press('Enter');
  await page.getByLabel('Link', { exact: true }).fill(link);
  await page.keyboard.press('Enter');
}

/** What the app asks in a dialog of the system from now on, answered with a button each time. */
async function answerQuestions(app: ElectronApplication, button: number): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }, response) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    const show = (_window: unknown, options: { message: string; detail?: string }) => {
      asked.push(`${options.message}\n${options.detail}`);
      return Promise.resolve({ response, checkboxChecked: false });
    };
    dialog.showMessageBox = show as typeof dialog.showMessageBox;
  }, button);
  return () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
}

test('a link is copied by key and by menu, and leads back to its entry', async ({ open, folder }) => {
  const file = path.join(folder, 'a session & more.db');
  writeBranchedSession(file);
  const { app, page } = await open(file);
  await row(page, 'I will list them.').click();
  await page.keyboard.press('ControlOrMeta+Shift+c');
  const link = linkTo(file, '&session=session-1&entry=a1');
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(link);
  await row(page, 'Then look.').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Copy link/ }).click();
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toBe(linkTo(file, '&session=session-1&entry=b2'));

  await row(page, 'Then look.').click();
  const asked = await answerQuestions(app, 1);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill(link);
  await expect(page.getByRole('option')).toHaveText(/Open this link/);
  await page.keyboard.press('Enter');
  await expect(row(page, 'I will list them.')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('It is largest.bin.');
  // The file is open already.
  expect(await asked()).toEqual([]);
});

test('a start at a link opens the file at the entry, asks nothing, and changes no byte', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const before = folderState(folder);
  const { page } = await start({ files: [linkTo(file, '&session=session-1&entry=a2')] });
  await expect(row(page, 'It is largest.bin.')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('entries · seq 5');
  expect(folderState(folder)).toEqual(before);
});

test('a second start leads the running window to the entry, in a session that is not the newest', async ({
  start,
  folder,
  userData,
}) => {
  const store = path.join(folder, 'store.sqlite3');
  writeForeignStore(store);
  const { app, page } = await start();
  await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
  const executable = await app.evaluate(({ app }) => app.getPath('exe'));
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const second = (link: string) =>
    new Promise((resolve) => {
      const started = spawn(executable, [...flags, root, link], {
        cwd: folder,
        env: { ...process.env, RAMIFY_USER_DATA: userData },
        stdio: 'ignore',
      });
      started.once('exit', resolve);
    });
  expect(await second(linkTo(store, '&session=beta'))).toBe(0);
  await expect(row(page, 'A plain item.')).toBeVisible();
  await second(linkTo(store, '&session=alpha&entry=nowhere'));
  await expect(toast(page, /There is no entry “nowhere” in this session/)).toBeVisible();
  await expect(row(page, 'What does the build print?')).toBeVisible();
  await second(linkTo(store, '&session=gamma'));
  await expect(toast(page, /There is no session “gamma” in this file/)).toBeVisible();
  await second('ramify://open?file=/etc/passwd&run=1');
  await expect(toast(page, /more than opening a file/)).toBeVisible();
  expect(app.windows()).toHaveLength(1);
});

test('a link that cannot be followed says why, whatever is in it', async ({ open, folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { page } = await open(file);
  await expect(row(page, 'Then look.')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Open Link' });
  const refused: [string, RegExp][] = [
    [linkTo(`${folder}/../${path.basename(folder)}/session.db`), /without \. or \.\./],
    [linkTo('file:///etc/passwd'), /whole path/],
    [linkTo('javascript:alert(1)'), /whole path/],
    [linkTo('/a.db\0.txt'), /control characters/],
    [`${linkTo(file)}&write=1`, /more than opening/],
    ['https://example.org/', /starts with ramify/],
    [linkTo(`/${'a'.repeat(1_000_000)}`), /longer than/],
    [linkTo(path.join(folder, 'x.theway-session')), /imported, not opened/],
    ['ramify://open?file=C%3A%5Ca.db', process.platform === 'win32' ? /./ : /not one of this system/],
  ];
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('Open link');
  await page.keyboard.press('Enter');
  for (const [link, sentence] of refused) {
    await dialog.getByLabel('Link', { exact: true }).fill(link);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText(sentence);
  }
  await page.keyboard.press('Escape');
  await openByDialog(page, linkTo(file, '&session=session-1&entry=never'));
  await expect(toast(page, /There is no entry “never” in this session/)).toBeVisible();
});

test('a link to a file that is gone says that there is none', async ({ start, folder }) => {
  const file = path.join(folder, 'gone.db');
  writeBranchedSession(file);
  rmSync(file);
  const { page } = await start({ files: [linkTo(file, '&session=session-1&entry=q')] });
  const notice = page.getByRole('region', { name: 'File' });
  await expect(notice.getByRole('alert')).toContainText('There is no file here');
  await expect(notice).toContainText('gone.db');
});

test('a file that was never open is opened by a pasted link only after a question', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { app, page } = await open();
  await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
  const refused = await answerQuestions(app, 1);
  await openByDialog(page, linkTo(file));
  await expect.poll(refused).toEqual([`Open the file this link leads to?\n${file}`]);
  await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
  await answerQuestions(app, 0);
  await openByDialog(page, linkTo(file));
  await expect(treeRows(page).first()).toBeVisible();
});

test('a link in the text of a session shows where it leads, and opens only if the user agrees', async ({
  open,
  folder,
}) => {
  const other = path.join(folder, 'other.db');
  writeBranchedSession(other);
  const file = path.join(folder, 'session.db');
  const session = new ThewayFile(file);
  session.setMeta({ id: 's', createdAt: '2026-03-01T10:00:00.000Z', cwd: '/', path: file });
  const text = `See [the other one](${linkTo(other, '&session=session-1&entry=a1')}), not [this](ramify://open?file=/a/../b) nor [that](ramify://run?file=/a).`;
  session.append([message('q', null, 'user', 'Where?'), message('a', 'q', 'assistant', text)]);
  session.close();
  const { app, page } = await open(file);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const links = conversation.getByRole('link');
  await expect(links).toHaveCount(1);
  await expect(links).toContainText(other);

  const refused = await answerQuestions(app, 1);
  await links.click();
  await expect
    .poll(refused)
    .toEqual([`Open the file this link leads to?\n${other}\nSession: session-1\nEntry: a1`]);
  await expect(row(page, 'Where?')).toBeVisible();
  await answerQuestions(app, 0);
  await links.click();
  await expect(row(page, 'I will list them.')).toHaveAttribute('aria-selected', 'true');
});
