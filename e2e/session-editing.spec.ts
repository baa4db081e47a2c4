import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { ElectronApplication, Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { expect, test } from './support/app';
import { allowEditing, choose, dialog, toast } from './support/editing';
import { end, lock } from './support/locked-database';
import { sessionOf, writeRichSession, writeSession } from './support/theway';
import { chooseInDialog, showOfTree, treeRows } from './support/window';

/** Chooses from the menu of an entry, which is opened on its row of the tree. */
async function chooseOnRow(page: Page, row: number, name: RegExp): Promise<void> {
  await treeRows(page).nth(row).click({ button: 'right' });
  await page.getByRole('menuitem', { name }).click();
}

async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(name);
  await page.getByRole('option', { name }).click();
}

function typesOf(file: string): string[] {
  return sessionOf(file).entries.map(({ type }) => type);
}

/** The session files of a folder. */
function sessionsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.db'));
}

function saveAs(app: ElectronApplication, filePath: string): Promise<void> {
  return app.evaluate(({ dialog: native }, named) => {
    native.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: named });
  }, filePath);
}

test('an entry is labelled by key, shown as it will be written, and the label is undone', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'leak.db');
  writeSession(file);
  const before = readFileSync(file);
  const { page } = await start({ files: [file] });
  await expect(treeRows(page)).toHaveCount(2);
  await page.keyboard.press('F2');
  await expect(dialog(page)).toHaveCount(0);
  await allowEditing(page);
  await treeRows(page).nth(1).click();
  await page.keyboard.press('F2');
  await dialog(page).getByLabel('Label', { exact: true }).fill('the answer');
  const written = dialog(page).getByLabel('What will be written');
  await expect(written).toContainText('"parentId":"n"');
  await expect(written).toContainText('"targetId":"a","label":"the answer"');
  // It was only looked at so far.
  expect(readFileSync(file).equals(before)).toBe(true);
  await page.keyboard.press('Enter');
  await expect(treeRows(page)).toHaveCount(2);
  await expect(treeRows(page).nth(1)).toContainText('the answer');
  expect(sessionOf(file).entries.at(-1)).toMatchObject({
    type: 'label',
    parentId: 'n',
    targetId: 'a',
    label: 'the answer',
  });
  await toast(page, 'Labelled “the answer”').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  expect(sessionOf(file).entries.at(-1)).toMatchObject({ type: 'label', targetId: 'a', label: null });
});

test('a session is renamed, and gets its old name back', async ({ start, folder }) => {
  const file = path.join(folder, 'leak.db');
  writeSession(file);
  const { page } = await start({ files: [file] });
  await allowEditing(page);
  await choose(page, /Rename session/);
  await dialog(page).getByLabel('Name').fill('Leak hunt');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Leak hunt' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('heading', { name: 'leak', exact: true })).toBeVisible();
  expect(typesOf(file)).toEqual(['message', 'message', 'session_info', 'session_info', 'session_info']);
});

test('the stored leaf moves while the view keeps its place, and moves back', async ({ start, folder }) => {
  const file = path.join(folder, 'leak.db');
  writeSession(file);
  const { page } = await start({ files: [file] });
  await allowEditing(page);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await chooseOnRow(page, 0, /Continue from here/);
  const written = dialog(page).getByLabel('What will be written');
  await expect(written).toContainText('"type":"leaf"');
  const shown = await written.textContent();
  await dialog(page).getByRole('button', { name: 'Move leaf' }).click();
  await expect(toast(page, 'The stored leaf is q now')).toBeVisible();
  // Id and time are those that were shown.
  expect(shown).toContain(sessionOf(file).entries.at(-1)?.id);
  await expect(page.getByRole('button', { name: 'Go to stored leaf' })).toBeVisible();
  await expect(conversation.getByText('In the cache.')).toBeVisible();
  expect(sessionOf(file).entries.at(-1)).toMatchObject({ type: 'leaf', parentId: 'n', targetId: 'q' });

  // Bookkeeping goes to the stored leaf, and the dialog says so where another one is viewed.
  await chooseOnRow(page, 1, /^Label/);
  await dialog(page).getByLabel('Label', { exact: true }).fill('x');
  await expect(dialog(page).getByLabel('Notes')).toContainText('appended at the stored leaf, q');
  await page.keyboard.press('Escape');
  await toast(page, 'The stored leaf').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Session status' })).toContainText('stored leaf n');
  expect(sessionOf(file).entries.at(-1)).toMatchObject({ type: 'leaf', parentId: 'q', targetId: 'n' });
});

test('a session can be left without a stored leaf, and get it back', async ({ start, folder }) => {
  const file = path.join(folder, 'leak.db');
  writeSession(file);
  const { page } = await start({ files: [file] });
  await allowEditing(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('Begin anew');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('the next entry is a root of its own');
  await dialog(page).getByRole('button', { name: 'Clear leaf' }).click();
  await expect(toast(page, 'There is no stored leaf now')).toBeVisible();
  expect(sessionOf(file).entries.at(-1)).toMatchObject({ type: 'leaf', parentId: 'n', targetId: null });
  await toast(page, 'There is no stored leaf').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Session status' })).toContainText('stored leaf n');
});

test('a message appended at an entry in the middle begins a branch; at the viewed leaf it comes into view', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'leak.db');
  writeSession(file);
  const { page } = await start({ files: [file] });
  await allowEditing(page);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await chooseOnRow(page, 0, /Append a message here/);
  await expect(dialog(page)).toContainText('a new branch begins here');
  await dialog(page).getByLabel('Message of the user').fill('Look again.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('region', { name: 'Session status' })).toContainText('2 branches');
  await expect(conversation.getByText('In the cache.')).toBeVisible();
  await expect(conversation.getByText('Look again.')).toHaveCount(0);
  const written = sessionOf(file).entries.at(-1);
  expect(written).toMatchObject({ type: 'message', parentId: 'q', message: { content: 'Look again.' } });

  await page.keyboard.press('ControlOrMeta+Enter');
  await dialog(page).getByLabel('Message of the user').fill('And here?');
  await dialog(page)
    .getByRole('button', { name: /^Append/ })
    .click();
  await expect(conversation.getByText('And here?')).toBeVisible();
  expect(sessionOf(file).entries.at(-1)).toMatchObject({ parentId: 'n' });
});

test('the binding is shown, refused with a credential, cleared, and put back', async ({ start, folder }) => {
  const file = path.join(folder, 'leak.db');
  writeRichSession(file, 'none');
  const { page } = await start({ files: [file] });
  await page.getByRole('tab', { name: 'Session' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Binding · model');
  await allowEditing(page);
  await choose(page, /Binding/);
  await expect(dialog(page).getByLabel('Client')).toHaveValue('cli');
  await dialog(page)
    .getByLabel(/Base URL/)
    .fill('https://models.example/?api_key=abcdef123456');
  await expect(dialog(page).getByText('This looks like a credential.')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Write binding' })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Empty all fields' }).click();
  await dialog(page).getByRole('button', { name: 'Clear binding' }).click();
  await expect(toast(page, 'The binding was cleared')).toBeVisible();
  expect(sessionOf(file).meta).not.toHaveProperty('binding');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(toast(page, 'Undone')).toBeVisible();
  expect(sessionOf(file).meta.binding).toMatchObject({ clientKey: 'cli' });
});

test('a fork makes a new session and opens it; the source keeps every byte', async ({ start, folder }) => {
  const file = path.join(folder, 'leak.db');
  writeSession(file);
  const before = readFileSync(file);
  const { app, page } = await start({ files: [file] });
  await expect(treeRows(page)).toHaveCount(2);
  await chooseInDialog(app, folder);
  await chooseOnRow(page, 1, /Fork from here/);
  await dialog(page).getByRole('button', { name: 'Choose folder…' }).click();
  await expect(toast(page, 'The new session is')).toBeVisible();
  await expect(treeRows(page)).toHaveCount(2);
  const made = sessionsIn(folder).filter((name) => name !== 'leak.db');
  expect(made).toHaveLength(1);
  const { entries, meta } = sessionOf(path.join(folder, made[0] ?? ''));
  expect(entries.map(({ id }) => id)).toEqual(['q', 'a']);
  expect(meta.parentSessionPath).toBe(file);
  expect(readFileSync(file).equals(before)).toBe(true);

  // The family draws both; the other one is a click away.
  await page.getByRole('tab', { name: 'Session' }).click();
  const family = page.getByRole('list', { name: 'Sessions of this folder' });
  await expect(family.getByRole('listitem')).toHaveCount(2);
  await expect(family.getByRole('listitem').last()).toContainText('this session');
  await family.getByRole('button').first().click();
  await expect(treeRows(page)).toHaveCount(2);
});

test('a fork before a user message ends at its parent', async ({ start, folder }) => {
  const file = path.join(folder, 'leak.db');
  writeSession(file, {}, [
    {
      type: 'message',
      id: 'u',
      parentId: 'n',
      timestamp: '2026-03-02T09:00:00Z',
      message: { role: 'user', content: 'And now?', timestamp: 3 },
    },
  ]);
  const { app, page } = await start({ files: [file] });
  await chooseInDialog(app, path.join(folder, 'nowhere'));
  await chooseOnRow(page, 2, /Fork from here/);
  await expect(dialog(page)).toContainText('4 entries');
  await dialog(page).getByRole('radio', { name: 'Before it' }).click();
  await expect(dialog(page)).toContainText('3 entries');
  await dialog(page).getByRole('button', { name: 'Choose folder…' }).click();
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await chooseInDialog(app, folder);
  await dialog(page).getByRole('button', { name: 'Choose folder…' }).click();
  await expect(treeRows(page)).toHaveCount(2);
  const made = sessionsIn(folder).find((name) => name !== 'leak.db');
  expect(sessionOf(path.join(folder, made ?? '')).entries.map(({ id }) => id)).toEqual(['q', 'a', 'n']);
});

test('an archive is exported with a warning, shown before it is imported, and imported as a new session', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'leak.db');
  writeSession(file);
  writeFileSync(
    path.join(folder, 'leak.triggers.json'),
    JSON.stringify({ version: 1, triggers: [{ id: 't1', enabled: true }] }),
  );
  const archive = path.join(folder, 'leak.theway-session');
  const { app, page } = await start({ files: [file] });
  await expect(treeRows(page)).toHaveCount(2);
  await saveAs(app, archive);
  await runCommand(page, 'Export archive…');
  await expect(dialog(page)).toContainText('The archive holds the whole transcript');
  await dialog(page).getByRole('button', { name: 'Choose where…' }).click();
  await expect(dialog(page)).toContainText(archive);
  await dialog(page).getByRole('button', { name: 'Done' }).click();

  await chooseInDialog(app, archive);
  await runCommand(page, 'Import archive…');
  await expect(dialog(page)).toContainText('3 entries');
  await expect(dialog(page)).toContainText('The whole transcript travels');
  await expect(dialog(page)).toContainText('1, 1 of them switched on');
  await expect(dialog(page).getByRole('checkbox', { name: /^Switch on/ })).not.toBeChecked();
  expect(sessionsIn(folder)).toEqual(['leak.db']);
  await chooseInDialog(app, folder);
  await dialog(page).getByRole('button', { name: 'Choose folder…' }).click();
  await expect(toast(page, 'Imported as')).toBeVisible();
  const made = sessionsIn(folder).filter((name) => name !== 'leak.db');
  expect(made).toHaveLength(1);
  expect(sessionOf(path.join(folder, made[0] ?? '')).meta.importedFrom).toMatchObject({
    sessionId: 'id-leak',
  });
  const triggers = readFileSync(path.join(folder, (made[0] ?? '').replace('.db', '.triggers.json')), 'utf8');
  expect(JSON.parse(triggers).triggers).toEqual([{ id: 't1', enabled: false }]);
  await expect(page.getByText(made[0] ?? '').first()).toBeVisible();
});

test('an extension shows its state and entries; a session graph is lists; a collapse leads to its child', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'leak.db');
  writeRichSession(file, 'id-child');
  writeSession(path.join(folder, 'child.db'), { parentSessionPath: file });
  const { page } = await start({ files: [file] });
  await showOfTree(page, 'Everything');
  await page.getByRole('tab', { name: 'Extensions' }).click();
  const panel = page.getByRole('tabpanel');
  await expect(panel).toContainText('todo-list');
  await expect(panel).toContainText('"Ada"');
  await panel.getByRole('button', { name: /owner = "Ada"/ }).click();
  await expect(treeRows(page).nth(4)).toHaveAttribute('aria-selected', 'true');

  const conversation = page.getByRole('region', { name: 'Conversation' });
  await conversation.getByRole('button', { name: /session_graph_state/ }).click();
  await expect(conversation.getByRole('region', { name: 'Dags' })).toContainText('Find the leak');
  await expect(conversation.getByRole('region', { name: 'Sub-agents' })).toContainText('scout');
  await conversation.getByRole('button', { name: /The cache never let go/ }).click();
  await expect(conversation.getByText('not in this folder')).toBeVisible();
  await conversation.getByRole('button', { name: 'id-child' }).click();
  await expect(page.getByRole('heading', { name: 'child' })).toBeVisible();
  // No extension has an entry there, so there is nothing to show.
  await expect(page.getByRole('tab', { name: 'Extensions' })).toHaveCount(0);
});

test('the family names what is odd in the folder, and a bad envelope is said in words', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'leak.db');
  const envelope = { extensionId: 'Bad Id', stateSchemaVersion: 1, originSequence: 1 };
  const inner = { kind: 'state_mutation', key: 'k', mutation: { operation: 'delete' } };
  writeSession(file, {}, [
    {
      type: 'extension',
      id: 'x',
      parentId: 'n',
      timestamp: '2026-03-02T09:00:00Z',
      extension: { ...envelope, entry: inner },
    },
  ]);
  writeSession(path.join(folder, 'orphan.db'), { parentSessionPath: path.join(folder, 'lost.db') });
  writeFileSync(path.join(folder, 'torn.db'), 'SQLite format 3');
  const { page } = await start({ files: [file] });
  await page.getByRole('tab', { name: 'Session' }).click();
  const family = page.getByRole('list', { name: 'Sessions of this folder' });
  await expect(family.getByRole('listitem')).toHaveCount(3);
  await expect(family.getByRole('listitem').filter({ hasText: 'orphan' })).toContainText('lost.db');
  await expect(family.getByRole('listitem').filter({ hasText: 'torn.db' })).toContainText('!');
  await page.getByRole('tab', { name: 'Extensions' }).click();
  await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('invalid extension id');
});

test('the menu of an entry opens by key, in the tree and in the transcript, and of the viewed leaf by its button', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'leak.db');
  writeSession(file);
  const { page } = await start({ files: [file] });
  const menu = page.getByRole('menu', { name: 'Actions on this entry' });
  await treeRows(page).nth(1).click();
  await page.keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
  // Editing is off: what makes a new file can be done, what writes cannot.
  await expect(menu.getByRole('menuitem', { name: /Fork from here/ })).toBeEnabled();
  await expect(menu.getByRole('menuitem', { name: /move stored leaf/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('treegrid')).toBeFocused();
  await page.getByRole('region', { name: 'Conversation' }).getByRole('button', { name: 'User' }).focus();
  await page.keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions on the viewed leaf' }).click();
  await menu.getByRole('menuitem', { name: /Fork from here/ }).click();
  await expect(dialog(page)).toContainText('3 entries');
});

test('a session is deleted with its sidecars, and put back', async ({ start, folder }) => {
  const file = path.join(folder, 'leak.db');
  const sidecar = path.join(folder, 'leak.triggers.json');
  writeSession(file);
  writeFileSync(sidecar, '{}');
  const before = readFileSync(file);
  const { page } = await start({ files: [file] });
  await expect(treeRows(page)).toHaveCount(2);
  // Not even the page itself can delete past the switch.
  const refused = await page.evaluate(async () => {
    const files = await window.ramify.call('files.list', {});
    const fileId = files.ok ? (files.value[0]?.fileId ?? '') : '';
    const result = await window.ramify.call('files.trash', { fileId });
    return result.ok ? 'done' : result.error.code;
  });
  expect(refused).toBe('editing-off');
  await allowEditing(page);
  await choose(page, /Delete session/);
  await expect(dialog(page)).toContainText('leak.triggers.json');
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page, 'leak.db was deleted')).toBeVisible();
  expect(existsSync(file)).toBe(false);
  expect(existsSync(sidecar)).toBe(false);
  await toast(page, 'was deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(treeRows(page)).toHaveCount(2);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(sidecar)).toBe(true);
});

test('a session that another program holds says so, with its size, and opens once it is free', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'held.db');
  writeSession(file);
  const database = new Database(file);
  // Without a write-ahead log a writer keeps readers out, too.
  database.pragma('journal_mode = DELETE');
  database.close();
  const holder = await lock(file);
  try {
    const { page } = await start({ files: [file] });
    const notice = page.getByRole('region', { name: 'File' });
    await expect(notice.getByRole('alert')).toContainText('Another program has locked', { timeout: 20_000 });
    await expect(notice).toContainText(/kB, last written/);
    await end(holder);
    await notice.getByRole('button', { name: 'Retry' }).click();
    await expect(treeRows(page)).toHaveCount(2);
  } finally {
    if (holder.exitCode === null && holder.signalCode === null) await end(holder);
  }
});

for (const theme of ['light', 'dark'] as const) {
  test(`the accessibility engine objects to none of the ${theme} dialogs about a session`, async ({
    start,
    folder,
  }) => {
    const file = path.join(folder, 'leak.db');
    writeRichSession(file, 'none');
    const { page } = await start({ files: [file], theme });
    await allowEditing(page);
    const check = async () => {
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
      ).toEqual([]);
    };
    for (const name of [/move stored leaf/, /^Label/, /Append a message/, /Fork from/]) {
      await chooseOnRow(page, 0, name);
      await expect(dialog(page)).toBeVisible();
      await check();
      await page.keyboard.press('Escape');
    }
    for (const name of [/Rename/, /Binding/, /Collapse node/, /Delete session/]) {
      await choose(page, name);
      await check();
      await page.keyboard.press('Escape');
    }
    for (const name of ['Session', 'Extensions']) {
      await page.getByRole('tab', { name }).click();
      await check();
    }
  });
}
