import path from 'node:path';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { message } from './support/stores';
import { writeNestedForks, writeTranscript, writeTree } from './support/trees';
import { showOfTree, treeRows } from './support/window';

const row = (page: Page, text: string) =>
  treeRows(page).filter({ has: page.getByText(text, { exact: true }) });

/** How long the page takes for what a key does, up to a painted frame; a window that hangs takes seconds. */
async function msOfKey(page: Page, key: string): Promise<number> {
  await page.getByRole('treegrid').focus();
  const started = Date.now();
  await page.keyboard.press(key);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return Date.now() - started;
}

/** No key may take a second, on any machine the tests run on. */
async function expectResponsive(page: Page): Promise<void> {
  for (const key of ['Home', 'End', 'PageUp', 'Enter', 'ControlOrMeta+u', 'ControlOrMeta+u']) {
    expect(await msOfKey(page, key), key).toBeLessThan(2000);
  }
}

test.afterEach(({ sharedApp }) => sharedApp.page.evaluate(() => localStorage.clear()));

test('17 forks one inside the other are drawn without pushing the text out', async ({ open, folder }) => {
  const file = path.join(folder, 'nested.db');
  writeNestedForks(file, 17);
  const { page } = await open(file);
  const status = page.getByRole('region', { name: 'Session status' });
  await expect(status).toContainText('18 branches');
  await page.getByRole('treegrid').focus();
  await page.keyboard.press('Home');
  await expect(row(page, 'Entry number 17')).toHaveAttribute('aria-level', '18');
  const box = await row(page, 'Entry number 17').getByText('Entry number 17', { exact: true }).boundingBox();
  const first = await row(page, 'Entry number 0').getByText('Entry number 0', { exact: true }).boundingBox();
  // Depth is never indentation.
  expect(box?.x).toBe(first?.x);
  expect(await findViolations(page)).toEqual([]);
  await expectResponsive(page);
});

test('13,500 children of one entry, and each a branch', async ({ open, folder }) => {
  const file = path.join(folder, 'fan.db');
  writeTree(file, 13_501, (at) => (at === 0 ? -1 : 0));
  const { page } = await open(file);
  await expect(page.getByRole('region', { name: 'Session status' })).toContainText('13,500 branches', {
    timeout: 30_000,
  });
  await expectResponsive(page);
  await page.keyboard.press('Home');
  await expect(row(page, 'Entry number 0')).toContainText('13,500');
  await page.getByRole('textbox', { name: 'Filter entries' }).fill('13499');
  await expect(treeRows(page)).toHaveCount(1);
  await row(page, 'Entry number 13499').click();
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('Entry number 13499');
});

test('10,000 branches of one entry fold and unfold', async ({ open, folder }) => {
  const file = path.join(folder, 'branches.db');
  const length = 5;
  writeTree(file, 10_000 * length + 1, (at) => (at === 0 ? -1 : (at - 1) % length === 0 ? 0 : at - 1));
  const { page } = await open(file);
  await expect(page.getByRole('region', { name: 'Session status' })).toContainText('10,000 branches', {
    timeout: 30_000,
  });
  await expectResponsive(page);
  await page.keyboard.press('ControlOrMeta+u');
  // Each branch is its first entry, a run of three, and its last.
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-rowcount', String(10_000 * 3 + 1));
});

test('100,000 entries in a chain fold to three lines, and unfold', async ({ open, folder }) => {
  const file = path.join(folder, 'chain.db');
  writeTree(file, 100_000, (at) => at - 1);
  const { page } = await open(file);
  await expect(row(page, 'Entry number 99999')).toContainText('stored leaf', { timeout: 30_000 });
  await expectResponsive(page);
  await page.keyboard.press('ControlOrMeta+u');
  await expect(treeRows(page)).toHaveCount(3);
  await expect(treeRows(page).nth(1)).toContainText('99,998 entries');
  await page.keyboard.press('*');
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-rowcount', '100000');
  await showOfTree(page, 'User');
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-rowcount', '50000');
});

test('islands, cycles, forward references and ids taken twice are shown with their break or mark, and joined to nothing', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'broken.jsonl');
  writeTranscript(file, [
    message('q', null, 'user', 'The beginning.'),
    message('own', 'own', 'user', 'Its own parent.'),
    message('x', 'y', 'user', 'Before its parent.'),
    message('y', 'x', 'assistant', 'The other half of a circle.'),
    { type: 'model_change', id: 'i', parentId: 'gone', timestamp: '2026-03-01T10:00:00.000Z' },
    message('i2', 'i', 'user', 'On an island.'),
    message('q', 'i2', 'assistant', 'An id twice.'),
  ]);
  const { page } = await open(file);
  await expect(treeRows(page)).toHaveCount(7);
  for (const text of ['Its own parent.', 'Before its parent.']) {
    await expect(row(page, text)).toContainText('break');
  }
  await expect(row(page, 'An id twice.')).toContainText('! problem');
  expect(await findViolations(page)).toEqual([]);
  await showOfTree(page, 'User');
  // What hung on the hidden end of the island keeps its break, and hangs on nothing else.
  await expect(row(page, 'On an island.')).toContainText('break');
  await expect(row(page, 'On an island.')).toHaveAttribute('aria-level', '1');
  await showOfTree(page, 'Problems');
  await expect(row(page, 'An id twice.')).toBeVisible();
  await expectResponsive(page);
});
