import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app';
import { writeBranchedSession } from './support/stores';

const treeRows = (page: Page) => page.getByRole('treegrid').getByRole('row');

/** What has the focus: its role, else its element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('role') ?? element?.tagName.toLowerCase();
  });

test('the focus stays in the tree over a reload, and in the view when a file is gone or closed', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { page } = await open(file);
  await expect(treeRows(page)).toHaveCount(7);
  await page.getByRole('treegrid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ControlOrMeta+r');
  await expect(treeRows(page)).toHaveCount(7);
  await expect.poll(() => focused(page)).toBe('treegrid');

  rmSync(file);
  await page.keyboard.press('ControlOrMeta+r');
  await expect(page.getByText(/There is no file here/)).toBeVisible();
  expect(await focused(page)).toBe('main');
  await page.getByRole('region', { name: 'File' }).getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
  await expect.poll(() => focused(page)).toBe('main');
});

test('a dialog gives the focus back to where it was', async ({ open, folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { page } = await open(file);
  await expect(treeRows(page)).toHaveCount(7);
  await page.getByRole('treegrid').focus();
  for (const key of ['ControlOrMeta+k', '?']) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await focused(page)).toBe('treegrid');
  }
});

test('a click beside everything leaves the focus where the user put it', async ({ open, folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { page } = await open(file);
  await expect(treeRows(page)).toHaveCount(7);
  await page.getByRole('button', { name: 'Commands' }).focus();
  await page.getByRole('region', { name: 'Conversation' }).getByText('Then look.').click();
  await page.keyboard.press('ControlOrMeta+b');
  expect(await focused(page)).not.toBe('treegrid');
});
