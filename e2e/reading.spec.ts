import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app';
import { changeOneByte, writeBranchedSession, writeForeignStore } from './support/stores';
import { treeRows } from './support/window';

const row = (page: Page, text: string) => treeRows(page).filter({ hasText: text });
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

test.describe('a session with two branches', () => {
  test.beforeEach(({ folder }) => writeBranchedSession(path.join(folder, 'session.db')));

  test('opens on the stored leaf, and both leaves are marked apart', async ({ open, folder }) => {
    const { page } = await open(path.join(folder, 'session.db'));
    await expect(conversation(page)).toContainText('Then look.');
    await expect(row(page, 'Then look.')).toContainText('stored leaf');
    await expect(row(page, 'Then look.')).toContainText('viewing');
    await row(page, 'first try').first().click();
    await expect(row(page, 'Then look.')).toContainText('stored leaf');
    await expect(row(page, 'Then look.')).not.toContainText('viewing');
  });

  test('shows the path of an entry that is clicked, and the other branch by its fork', async ({
    open,
    folder,
  }) => {
    const { page } = await open(path.join(folder, 'session.db'));
    await row(page, 'It is largest.bin.').click();
    await expect(conversation(page)).toContainText('I will list them.');
    await expect(conversation(page)).toContainText('It is largest.bin.');
    await expect(conversation(page)).not.toContainText('Then look.');
    const fork = conversation(page).getByRole('group', { name: 'Fork: branch 1 of 2' });
    await fork.getByRole('button', { name: 'Next branch' }).click();
    await expect(conversation(page)).toContainText('Then look.');
    await expect(conversation(page)).not.toContainText('I will list them.');
    await expect(row(page, 'Then look.')).toContainText('viewing');
  });

  test('shows a tool call with its arguments and result, an error and a missing result', async ({
    open,
    folder,
  }) => {
    const { page } = await open(path.join(folder, 'session.db'));
    await row(page, 'It is largest.bin.').click();
    const card = (tool: string) => conversation(page).getByRole('button', { name: new RegExp(`^${tool}`) });
    await expect(card('bash')).toContainText('ok');
    await expect(card('read')).toContainText('error');
    await expect(card('grep')).toContainText('no result');
    await card('bash').click();
    await expect(conversation(page)).toContainText('Commandls -lS');
    await expect(conversation(page)).toContainText('largest.bin');
    await card('read').click();
    await expect(conversation(page)).toContainText('no such file');
    await card('grep').click();
    await expect(conversation(page)).toContainText('None on this path');
  });

  test('is read with the keyboard alone', async ({ open, folder }) => {
    const { page } = await open(path.join(folder, 'session.db'));
    const grid = page.getByRole('treegrid');
    await expect(row(page, 'Then look.')).toBeVisible();
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(row(page, 'I will list them.')).toHaveAttribute('aria-selected', 'true');
    await expect(conversation(page)).toContainText('It is largest.bin.');
    await page.keyboard.press(']');
    await expect(row(page, 'Without looking')).toHaveAttribute('aria-selected', 'true');
    await expect(conversation(page)).toContainText('Then look.');
    await page.keyboard.press('[');
    await expect(row(page, 'I will list them.')).toHaveAttribute('aria-selected', 'true');
  });

  test('has an inspector with the entry, formatted and as stored', async ({ open, folder }) => {
    const { page } = await open(path.join(folder, 'session.db'));
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await row(page, 'I will list them.').click();
    await expect(inspector).toContainText('Assistant');
    await expect(inspector).toContainText('entries · seq 2');
    await page.getByRole('tab', { name: 'Raw' }).click();
    await expect(inspector).toContainText('"parentId"');
    await expect(inspector).toContainText('"toolCall"');
  });

  test('has sound checks', async ({ open, folder }) => {
    const { page } = await open(path.join(folder, 'session.db'));
    const status = page.getByRole('region', { name: 'Session status' });
    await expect(status).toContainText('not checked');
    await page.getByRole('tab', { name: 'Checks' }).click();
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await expect(inspector.getByRole('status')).toContainText(/Sound/);
    await expect(status).toContainText('✓ sound');
    await expect(inspector).toContainText('Stored leaf');
  });
});

test('a store shows the state of each commit, and a changed byte turns one unmatched', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'store.sqlite3');
  writeForeignStore(file);
  const { page } = await open(file);
  const inspector = page.getByRole('region', { name: 'Inspector' });
  await page.getByRole('treeitem').filter({ hasText: 'What does the build print?' }).click();
  await page.getByRole('tab', { name: 'Checks' }).click();
  await expect(inspector.getByText('verified', { exact: true })).toHaveCount(2);
  await expect(inspector.getByText('unmatched', { exact: true })).toHaveCount(1);
  await expect(inspector.getByRole('status')).toContainText('Not sound');
  await expect(inspector).toContainText('Schema version');

  await inspector.getByRole('button', { name: /Items 1–3/ }).click();
  await expect(row(page, 'What does the build print?')).toHaveAttribute('aria-selected', 'true');

  changeOneByte(file);
  await expect(inspector.getByText('verified', { exact: true })).toHaveCount(1);
  await expect(inspector.getByText('unmatched', { exact: true })).toHaveCount(2);
});
