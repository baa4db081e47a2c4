import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { VvAgentFile } from '../src/main/samples/vv-agent-file';
import { RedisServer } from '../src/main/stores/test-support/redis-server';
import { expect, test } from './support/app';
import { allowEditing, choose, contentOf, dialog, toast } from './support/editing';
import { end, lock } from './support/locked-database';
import { chooseInDialog, treeRows } from './support/window';

const FIRST = '{"role":"user","content":"Why is the queue stuck?"}';
const ANSWER = '{"role":"assistant","content":"One job holds every slot."}';
const DONE = '{"role":"assistant","content":"Freed."}';

/** A store of one session: a commit of two items. */
function writeStore(folder: string): string {
  const file = path.join(folder, 'store.sqlite3');
  const store = new VvAgentFile(file);
  store.commit('run', 'run/1', [FIRST, ANSWER]);
  store.close();
  return file;
}

test('editing is off at first: nothing in the window writes, and no byte of the file changes', async ({
  start,
  folder,
}) => {
  const file = writeStore(folder);
  const before = readFileSync(file);
  const { page } = await start({ files: [file] });
  await expect(treeRows(page)).toHaveCount(2);
  await expect(page.getByText('read-only')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  for (const name of ['Append a message…', 'Append a commit…', 'Pop the newest item…', 'Clear this session…'])
    await expect(page.getByRole('option', { name })).toHaveAttribute('aria-disabled', 'true');
  // Not even the page itself can write past the switch.
  const refused = await page.evaluate(async () => {
    const files = await window.ramify.call('files.list', {});
    const fileId = files.ok ? (files.value[0]?.fileId ?? '') : '';
    const results = [
      await window.ramify.call('editing.pop', { fileId, sessionId: 'run' }),
      await window.ramify.call('editing.clear', { fileId, sessionId: 'run', withBackup: true }),
      await window.ramify.call('editing.append', { fileId, sessionId: 'run', itemsText: '[]' }),
    ];
    return results.map((result) => (result.ok ? 'done' : result.error.code));
  });
  expect(refused).toEqual(['editing-off', 'editing-off', 'editing-off']);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(folder)).toEqual(['store.sqlite3']);
});

test('a message is composed, shown as it will be stored, appended, seen and undone', async ({
  start,
  folder,
}) => {
  const file = writeStore(folder);
  const { page } = await start({ files: [file] });
  await allowEditing(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  const form = dialog(page);
  await form.getByLabel('Content').fill('Restart it.');
  await form.getByRole('button', { name: 'More fields' }).click();
  await form.getByLabel('Metadata').fill('{"b": 1.0, "a": 9007199254740993}');
  const payload = '{"role":"user","content":"Restart it.","metadata":{"a":9007199254740993,"b":1.0}}';
  await expect(form.getByLabel('What will be stored')).toHaveText(payload);

  // A rule that is broken is named at its field, and nothing can be appended.
  await form
    .getByLabel('Tool calls')
    .fill('[{"id":"","type":"function","function":{"name":"f","arguments":"{}"}}]');
  await expect(form.getByText('session tool call id must be non-empty')).toBeVisible();
  await expect(form.getByRole('button', { name: /^Append/ })).toBeDisabled();
  await form.getByLabel('Tool calls').fill('');
  await expect(form.getByRole('button', { name: /^Append/ })).toBeEnabled();
  await form.getByLabel('Content').press('ControlOrMeta+Enter');

  await expect(dialog(page)).toHaveCount(0);
  await expect(treeRows(page)).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('Restart it.');
  expect(contentOf(file).payloads).toEqual([FIRST, ANSWER, payload]);

  await toast(page, '1 item appended').getByRole('button', { name: 'Undo' }).click();
  await expect(treeRows(page)).toHaveCount(2);
  expect(contentOf(file).payloads).toEqual([FIRST, ANSWER]);
});

test('a message makes a new session, which comes on screen', async ({ start, folder }) => {
  const file = writeStore(folder);
  const { page } = await start({ files: [file] });
  await allowEditing(page);
  await choose(page, /Append a message/);
  const form = dialog(page);
  await form.getByLabel('Content').fill('A fresh start.');
  await form.getByRole('radio', { name: 'New session' }).click();
  await expect(form.getByText('Type the id of the new session.')).toBeVisible();
  await form.getByLabel('Id of the new session').fill('run');
  await expect(form.getByText('This session exists')).toBeVisible();
  await form.getByLabel('Id of the new session').fill('second');
  await form.getByRole('button', { name: /^Append/ }).click();
  await expect(page.getByRole('heading', { name: 'A fresh start.' })).toBeVisible();
  await expect(treeRows(page)).toHaveCount(1);
});

test('a commit is made once, replayed, and refused with other items', async ({ start, folder }) => {
  const file = writeStore(folder);
  const { app, page } = await start({ files: [file] });
  await allowEditing(page);
  const items = path.join(folder, 'items.json');
  writeFileSync(items, `[${DONE}]`);
  await chooseInDialog(app, items);

  await choose(page, /Append a commit/);
  const form = dialog(page);
  await form.getByRole('button', { name: 'Choose file…' }).click();
  await expect(form.getByRole('textbox', { name: 'Items' })).toHaveValue(`[${DONE}]`);
  await form.getByRole('textbox', { name: 'Checkpoint key' }).fill('run/2');
  // Of this key and these items, computed apart from the app.
  await expect(form.getByText(/^vv-agent:checkpoint-v2:session:[0-9a-f]{64}$/)).toBeVisible();
  await expect(form.getByText('will be appended as one commit')).toBeVisible();
  await form.getByRole('button', { name: /^Commit/ }).click();
  await expect(toast(page, '1 item committed')).toBeVisible();
  await expect(treeRows(page)).toHaveCount(3);

  // The same items again, in another spelling, as a file that is dropped on the dialog.
  await choose(page, /Append a commit/);
  await form.getByRole('textbox', { name: 'Items' }).evaluate((field, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'dropped.json'));
    for (const type of ['dragenter', 'dragover', 'drop'])
      field.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, `[ ${DONE} ]`);
  await expect(form.getByText('dropped.json')).toBeVisible();
  await expect(page.getByText('Drop to open')).toHaveCount(0);
  await form.getByRole('textbox', { name: 'Checkpoint key' }).fill('run/2');
  await expect(form.getByText('nothing will be appended')).toBeVisible();
  await form.getByRole('button', { name: /^Replay/ }).click();
  await expect(toast(page, 'nothing was appended')).toBeVisible();

  await choose(page, /Append a commit/);
  await form.getByRole('textbox', { name: 'Items' }).fill(`[${FIRST}]`);
  await form.getByRole('textbox', { name: 'Checkpoint key' }).fill('run/2');
  await expect(form.getByText('A commit of this id holds other items')).toBeVisible();
  await expect(form.getByRole('button', { name: /^Commit/ })).toBeDisabled();
  await page.keyboard.press('Escape');

  const { payloads, commits } = contentOf(file);
  expect(payloads).toEqual([FIRST, ANSWER, DONE]);
  expect(commits).toHaveLength(2);
});

test('a pop shows what it removes; clear leaves a backup, and undo restores both', async ({
  start,
  folder,
}) => {
  const file = writeStore(folder);
  const before = contentOf(file);
  const { page } = await start({ files: [file] });
  await allowEditing(page);
  await choose(page, /Pop the newest/);
  await expect(dialog(page).getByLabel('As it is stored')).toHaveText(ANSWER);
  await dialog(page).getByRole('button', { name: 'Pop', exact: true }).click();
  await expect(treeRows(page)).toHaveCount(1);
  expect(contentOf(file).payloads).toEqual([FIRST]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(treeRows(page)).toHaveCount(2);
  expect(contentOf(file)).toEqual(before);

  await choose(page, /Clear this session/);
  await expect(dialog(page)).toContainText('2 items and 1 commit');
  await expect(dialog(page).getByRole('checkbox')).toBeChecked();
  await dialog(page).getByRole('button', { name: 'Clear session' }).click();
  await expect(toast(page, '2 items and 1 commit removed')).toBeVisible();
  expect(contentOf(file)).toMatchObject({ payloads: [], commits: [] });
  const backups = readdirSync(folder).filter((name) => name.startsWith('store.sqlite3.backup-'));
  expect(backups).toHaveLength(1);
  expect(contentOf(path.join(folder, backups[0] ?? ''))).toEqual(before);
  await expect(page.getByText('No sessions in this file')).toBeVisible();
  await toast(page, 'removed').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(treeRows(page)).toHaveCount(2);
  expect(contentOf(file)).toEqual(before);
});

test('an older store is upgraded after a rehearsal, with a backup; then it can be edited', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'older.sqlite3');
  const store = new VvAgentFile(file, { version: 1, commits: '', index: '' });
  store.add('run', [FIRST, '{"type":"assistant","content":"tagged"}']);
  store.close();
  const { page } = await start({ files: [file] });
  await expect(treeRows(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Allow editing' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Upgrade…' }).click();
  const plan = dialog(page);
  await expect(plan).toContainText('1 item keeps its bytes, 1 is written anew');
  await expect(plan.getByLabel('Written anew')).toContainText('{"role":"assistant","content":"tagged"}');
  // So far it was only looked at.
  expect(readdirSync(folder)).toEqual(['older.sqlite3']);
  await plan.getByRole('button', { name: 'Upgrade', exact: true }).click();
  await expect(dialog(page)).toContainText('.backup-');
  await expect(dialog(page).getByRole('button', { name: 'Copy path of the backup' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  expect(contentOf(file)).toMatchObject({
    version: 2,
    payloads: [FIRST, '{"role":"assistant","content":"tagged"}'],
  });
  expect(readdirSync(folder).filter((name) => name.includes('.backup-'))).toHaveLength(1);
  await allowEditing(page);
});

test('an item that cannot be upgraded is named, and the file stays as it was', async ({ start, folder }) => {
  const file = path.join(folder, 'broken.sqlite3');
  const store = new VvAgentFile(file, { version: 1, commits: '' });
  store.add('run', [FIRST, '{"role":"nobody","content":"x"}']);
  store.close();
  const before = readFileSync(file);
  const { page } = await start({ files: [file] });
  await page.getByRole('button', { name: 'Upgrade…' }).click();
  const alert = dialog(page).getByRole('alert');
  await expect(alert).toContainText('run');
  await expect(alert).toContainText('2');
  await expect(dialog(page).getByRole('button', { name: 'Upgrade', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(`${file}-wal`)).toBe(false);
});

test('a store that another program is writing to gives a sentence, and Retry works once it is free', async ({
  start,
  folder,
}) => {
  const file = writeStore(folder);
  const { page } = await start({ files: [file] });
  await allowEditing(page);
  await choose(page, /Append a message/);
  const form = dialog(page);
  await form.getByLabel('Content').fill('Can you hear me?');
  await expect(form.getByRole('button', { name: /^Append/ })).toBeEnabled();
  const holder = await lock(file);
  try {
    await form.getByRole('button', { name: /^Append/ }).click();
    await expect(form.getByRole('alert')).toContainText('Another program is writing to this store', {
      timeout: 30_000,
    });
    await expect(page.getByText(/SQLITE_/)).toHaveCount(0);
  } finally {
    await end(holder);
  }
  await form.getByRole('button', { name: 'Retry' }).click();
  await expect(toast(page, '1 item appended')).toBeVisible();
  expect(contentOf(file).payloads).toHaveLength(3);
});

test('a store whose schema fails a check cannot be edited, and the way to the checks is shown', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'planted.sqlite3');
  const store = new VvAgentFile(file);
  store.add('run', [FIRST]);
  store.database.exec('CREATE TRIGGER planted AFTER INSERT ON session_items BEGIN SELECT 1; END');
  store.close();
  const { page } = await start({ files: [file] });
  await page.getByRole('button', { name: 'Allow editing' }).click();
  await dialog(page).getByRole('button', { name: 'Allow editing' }).click();
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Show checks' }).click();
  await expect(page.getByRole('tab', { name: 'Checks' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('planted');
  await expect(page.getByText('read-only')).toBeVisible();
});

test('what is new comes into view where the end was; elsewhere the place is kept', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'long.sqlite3');
  const store = new VvAgentFile(file);
  store.add(
    'run',
    Array.from({ length: 60 }, (_, at) => `{"role":"user","content":"Item number ${at + 1}"}`),
  );
  store.close();
  const { page } = await start({ files: [file] });
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation.getByText('Item number 60')).toBeInViewport();
  await allowEditing(page);
  const append = async (content: string) => {
    await choose(page, /Append a message/);
    await dialog(page).getByLabel('Content').fill(content);
    await dialog(page).getByLabel('Content').press('ControlOrMeta+Enter');
    await expect(dialog(page)).toHaveCount(0);
  };
  await append('Seen at once');
  await expect(conversation.getByText('Seen at once')).toBeInViewport();
  await conversation.evaluate((element) => element.scrollTo(0, 0));
  await expect(conversation.getByText('Item number 1', { exact: true })).toBeInViewport();
  await append('Below');
  await expect(page.getByRole('region', { name: 'Session status' })).toContainText('62 items');
  await expect(conversation.getByText('Item number 1', { exact: true })).toBeInViewport();
});

test('a Redis server is opened by its address, asked again for a password, read and edited', async ({
  start,
  folder,
  userData,
}) => {
  const server = await RedisServer.start(['--requirepass', 'open sesame']);
  try {
    const { page } = await start();
    await page.getByRole('button', { name: 'Open Redis Server…' }).click();
    const form = dialog(page);
    await expect(form.getByLabel('Key prefix')).toHaveValue('vv-agent-session:');
    await form.getByLabel('Address').fill(server.address.shown);
    await form.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Try another password…' }).click();
    await expect(form.getByLabel('Address')).toHaveValue(server.address.shown);
    await expect(form.getByLabel('Password')).toHaveValue('');
    await expect(form.getByLabel('Password')).toBeFocused();
    await form.getByLabel('Password').fill('open sesame');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No sessions on this server')).toBeVisible();

    await allowEditing(page);
    await page.getByRole('main').getByRole('button', { name: 'Append a message…' }).click();
    await form.getByLabel('Id of the new session').fill('shared');
    await form.getByLabel('Content').fill('Hello from here.');
    await form.getByLabel('Content').press('ControlOrMeta+Enter');
    await expect(treeRows(page)).toHaveCount(1);
    await page.getByRole('treeitem').filter({ hasText: 'Hello from here.' }).click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Copy address' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Show file in folder' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByText('No sessions on this server')).toBeVisible();
    // Neither password is left anywhere the app writes to, nor in the page.
    for (const text of [await page.content(), ...textsBelow(userData), ...textsBelow(folder)])
      expect(text).not.toMatch(/open sesame/);
  } finally {
    await server.stop();
  }
});

/** The texts of all files below a folder. */
function textsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
}

async function findViolations(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  // Electron cannot open the second page that the engine's newer mode wants.
  const engine = new AxeBuilder({ page }).setLegacyMode(true);
  // The dark page is the same page in other colours.
  const { violations } = await (theme === 'light' ? engine : engine.withRules(['color-contrast'])).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  );
}

for (const theme of ['light', 'dark'] as const) {
  test(`the accessibility engine objects to none of the ${theme} dialogs, and the focus comes back`, async ({
    start,
    folder,
  }) => {
    const { page } = await start({ files: [writeStore(folder)], theme });
    await page.getByRole('tab', { name: 'Checks' }).click();
    await expect(page.getByRole('table', { name: 'Commits in this session' })).toBeVisible();
    await page.getByRole('button', { name: 'Allow editing' }).click();
    expect(await findViolations(page, theme)).toEqual([]);
    await page.keyboard.press('Enter');
    for (const name of [/Append a message/, /Append a commit/, /Pop/, /Clear/]) {
      await choose(page, name);
      await expect(dialog(page)).toBeVisible();
      expect(await findViolations(page, theme)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
    }
    await page.getByRole('button', { name: 'Open Redis Server…' }).click();
    await dialog(page).getByLabel('Address').fill('redis://me:secret@localhost');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    expect(await findViolations(page, theme)).toEqual([]);
  });
}
