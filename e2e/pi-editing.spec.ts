import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app';
import { allowEditing, choose, dialog, toast } from './support/editing';
import { piRecordsOf, piSampleIn } from './support/pi';
import { chooseInDialog, treeRows } from './support/window';

const lastOf = (file: string) => piRecordsOf(file).at(-1);

/** Chooses from the menu of the entry whose row of the tree has this text. */
async function chooseOnRow(page: Page, text: string, name: RegExp): Promise<void> {
  await treeRows(page).filter({ hasText: text }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name }).click();
}

test('the leaf of a session of pi moves by an entry below the chosen one, and moves back', async ({
  start,
  folder,
}) => {
  const file = piSampleIn(folder, 'v3');
  const before = readFileSync(file);
  const { page } = await start({ files: [file] });
  await allowEditing(page);
  await chooseOnRow(page, 'stopped by the user', /Continue from here/);
  const written = dialog(page).getByLabel('What will be written');
  await expect(written).toContainText('"customType":"ramify.leaf"');
  await expect(dialog(page).getByLabel('Notes')).toContainText(
    'its leaf moves from 1000a019 to this new entry',
  );
  expect(readFileSync(file).equals(before)).toBe(true);
  const shown = await written.textContent();
  await dialog(page).getByRole('button', { name: 'Move leaf' }).click();
  await expect(toast(page, 'The session goes on from')).toBeVisible();
  const moved = lastOf(file);
  expect(moved).toMatchObject({ type: 'custom', customType: 'ramify.leaf' });
  expect(shown).toContain(String(moved?.id));
  expect(readFileSync(file).subarray(0, before.length).equals(before)).toBe(true);
  await expect(page.getByRole('button', { name: 'Go to stored leaf' })).toBeVisible();
  await toast(page, 'The session goes on').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  expect(lastOf(file)).toMatchObject({ customType: 'ramify.leaf', parentId: '1000a019' });
});

test('an entry of a session of pi is labelled at the present leaf, and the label is undone', async ({
  start,
  folder,
}) => {
  const file = piSampleIn(folder, 'v3');
  const { page } = await start({ files: [file] });
  await allowEditing(page);
  const row = treeRows(page).filter({ hasText: 'What colour' });
  await row.click();
  await page.keyboard.press('F2');
  await dialog(page).getByLabel('Label', { exact: true }).fill('the start');
  await expect(dialog(page).getByLabel('Notes')).toContainText('pi goes on from the last entry');
  await expect(dialog(page).getByLabel('What will be written')).toContainText('"parentId":"1000a019"');
  await page.keyboard.press('Enter');
  await expect(treeRows(page).filter({ hasText: 'the start' })).toHaveCount(1);
  expect(lastOf(file)).toMatchObject({ type: 'label', parentId: '1000a019', label: 'the start' });
  await page.keyboard.press('ControlOrMeta+z');
  await expect(treeRows(page).filter({ hasText: 'the start' })).toHaveCount(0);
  expect(lastOf(file)).not.toHaveProperty('label');
});

test('a session of pi is renamed, and gets its old name back', async ({ start, folder }) => {
  const file = piSampleIn(folder, 'v3');
  const { page } = await start({ files: [file] });
  await allowEditing(page);
  await choose(page, /Rename session/);
  await dialog(page).getByLabel('Name').fill('Kites again');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Kites again' })).toBeVisible();
  expect(lastOf(file)).toMatchObject({ type: 'session_info', parentId: '1000a019', name: 'Kites again' });
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('heading', { name: 'Kite colours' })).toBeVisible();
});

test('a fork of a session of pi is a new file of the path, which opens', async ({ start, folder }) => {
  const file = piSampleIn(folder, 'v3');
  const before = readFileSync(file);
  const forks = path.join(folder, 'forks');
  mkdirSync(forks);
  const { app, page } = await start({ files: [file] });
  await chooseInDialog(app, forks);
  await chooseOnRow(page, 'stopped by the user', /Fork from here/);
  await dialog(page).getByRole('button', { name: 'Choose folder…' }).click();
  await expect(toast(page, 'The new session is')).toBeVisible();
  const [made = '', ...others] = readdirSync(forks);
  expect(others).toEqual([]);
  expect(piRecordsOf(path.join(forks, made))[0]).toMatchObject({ type: 'session', parentSession: file });
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('stopped by the user');
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a session of pi of an older version says why it is only read', async ({ start, folder }) => {
  const file = piSampleIn(folder, 'v1');
  const { page } = await start({ files: [file] });
  const reason = 'This session is of an older version';
  await page.getByRole('button', { name: 'Why only read?' }).click();
  await expect(toast(page, reason)).toBeVisible();
  await treeRows(page).first().click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: /Continue from here/ })).toBeDisabled();
});
