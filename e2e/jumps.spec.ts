import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app';
import { writeToolSession } from './support/tools';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** The line of the call that is marked as the one gone to. */
const opened = (page: Page, name: RegExp) => conversation(page).getByRole('button', { name, expanded: true });

test('keys go to the next error, edit of a file and call of a tool, and open it', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'tools.db');
  writeToolSession(file);
  const { page } = await open(file);
  await expect(conversation(page)).toBeVisible();
  await conversation(page).focus();

  await page.keyboard.press('Shift+F9');
  await expect(opened(page, /^edit src\/tax\.ts/)).toBeInViewport();
  await page.keyboard.press('F9');
  await expect(page.getByText('This is the only error on this path.')).toBeVisible();

  // The file of the call one is at, src/tax.ts: it is written right after.
  await page.keyboard.press('F4');
  await expect(opened(page, /^write src\/tax\.ts/)).toBeInViewport();
  await page.keyboard.press('F4');
  await expect(page.getByText(/^No more below: went on from the start/)).toBeVisible();

  await page.keyboard.press('ControlOrMeta+Shift+J');
  await expect(opened(page, /^edit src\/cart\.ts/)).toBeInViewport();
});

test('without a call to go on from, the keys say so', async ({ open, folder }) => {
  const file = path.join(folder, 'tools.db');
  writeToolSession(file, []);
  const { page } = await open(file);
  await conversation(page).focus();
  await page.keyboard.press('F9');
  await expect(page.getByText('No errors on this path.')).toBeVisible();
  await page.keyboard.press('F4');
  await expect(page.getByText('Choose an entry with a call that names a file first.')).toBeVisible();
});

test('the menu of a card goes on by its tool and its file', async ({ open, folder }) => {
  const file = path.join(folder, 'tools.db');
  writeToolSession(file);
  const { page } = await open(file);
  const patch = conversation(page).getByRole('button', { name: /^apply_patch/ });
  await patch.click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: /^Next call of apply_patch/ })).toBeVisible();
  await page.getByRole('menuitem', { name: /^Next edit of docs\/notes\.md/ }).click();
  await expect(page.getByText(/^This is the only edit of docs\/notes\.md/)).toBeVisible();
});

test('the files touched are listed with what was done to each, and lead to the calls', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'tools.db');
  writeToolSession(file);
  const { page } = await open(file);
  await page.getByRole('tab', { name: 'Files' }).click();
  const files = page.getByRole('tabpanel');
  await expect(files).toContainText('5 files on the viewed path, 4 changed.');
  await files.getByRole('button', { name: /cart\.ts read, edited 2×/ }).click();
  const uses = files.getByTitle('Go to this call');
  await expect(uses).toHaveText([/Readread/, /Editededit/, /Editedapply_patch/]);
  await uses.nth(2).click();
  await expect(opened(page, /^apply_patch/)).toBeInViewport();
  await files.getByRole('button', { name: /tax\.ts written, edited, 1 failed/ }).click();
  await expect(files.getByText('✕ error')).toHaveCount(1);
});
