import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app';
import { writeBranchedSession, writeForeignStore } from './support/stores';
import { chooseInDialog, treeRows } from './support/window';

const row = (page: Page, text: string) => treeRows(page).filter({ hasText: text });
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const selected = (page: Page, text: string) =>
  expect(row(page, text)).toHaveAttribute('aria-selected', 'true');

test.describe('back and forward', () => {
  test.beforeEach(({ folder }) => writeBranchedSession(path.join(folder, 'session.db')));

  test('go through the entries and leaves that were viewed, by key, button and mouse', async ({
    open,
    folder,
  }) => {
    const { app, page } = await open(path.join(folder, 'session.db'));
    const back = page.getByRole('button', { name: 'Back', exact: true });
    const forward = page.getByRole('button', { name: 'Forward', exact: true });
    await expect(row(page, 'Then look.')).toBeVisible();
    await expect(back).toHaveAttribute('aria-disabled', 'true');
    await row(page, 'It is largest.bin.').click();
    await conversation(page).getByRole('button', { name: 'Next branch' }).click();
    await expect(conversation(page)).toContainText('Then look.');
    await row(page, 'Without looking').click();
    await expect(forward).toHaveAttribute('aria-disabled', 'true');

    await page.keyboard.press('Alt+ArrowLeft');
    await selected(page, 'It is largest.bin.');
    await expect(conversation(page)).toContainText('Then look.');
    await back.click();
    await expect(conversation(page)).toContainText('I will list them.');
    await back.click();
    await expect(row(page, 'Then look.')).toContainText('viewing');
    await expect(page.getByText('No entry selected')).toBeVisible();
    await expect(back).toHaveAttribute('aria-disabled', 'true');
    // The focus stays on the button, which says why it does nothing.
    await page.keyboard.press('Enter');
    await expect(back).toBeFocused();
    await expect(page.getByText('Nothing was viewed before this.')).toBeVisible();
    await page.keyboard.press('Alt+ArrowRight');
    await selected(page, 'It is largest.bin.');

    const devTools = await app.context().newCDPSession(page);
    const pressSide = async (button: 'back' | 'forward') => {
      for (const type of ['mousePressed', 'mouseReleased'] as const)
        await devTools.send('Input.dispatchMouseEvent', { type, button, x: 500, y: 300, clickCount: 1 });
    };
    await pressSide('back');
    await expect(row(page, 'Then look.')).toContainText('viewing');
    await pressSide('forward');
    await selected(page, 'It is largest.bin.');
    await pressSide('forward');
    await pressSide('forward');
    await selected(page, 'Without looking');
  });

  test('go through files, and leave out those that were closed', async ({ open, folder }) => {
    const store = path.join(folder, 'store.sqlite3');
    writeForeignStore(store);
    const { app, page } = await open(path.join(folder, 'session.db'));
    await row(page, 'I will list them.').click();
    await chooseInDialog(app, store);
    await page.keyboard.press('ControlOrMeta+o');
    await page.getByRole('treeitem').filter({ hasText: 'What does the build print?' }).click();
    await row(page, 'It prints').click();
    await page.getByRole('treeitem').filter({ hasText: 'A plain item.' }).click();
    await expect(row(page, 'A plain item.')).toBeVisible();

    await page.keyboard.press('Alt+ArrowLeft');
    await selected(page, 'It prints');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(row(page, 'What does the build print?')).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await selected(page, 'I will list them.');
    for (let step = 0; step < 9; step++) await page.keyboard.press('Alt+ArrowRight');
    await expect(row(page, 'A plain item.')).toBeVisible();

    await page.keyboard.press('ControlOrMeta+w');
    await selected(page, 'I will list them.');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(row(page, 'Then look.')).toContainText('viewing');
    await page.keyboard.press('ControlOrMeta+w');
    await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
  });

  test('are kept when the file is read again', async ({ open, folder }) => {
    const { page } = await open(path.join(folder, 'session.db'));
    await row(page, 'I will list them.').click();
    await row(page, 'Then look.').click();
    await page.keyboard.press('ControlOrMeta+r');
    await selected(page, 'Then look.');
    await page.keyboard.press('Alt+ArrowLeft');
    await selected(page, 'I will list them.');
  });
});
