import path from 'node:path';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { writeBranchedSession, writeFan, writeForeignStore } from './support/stores';
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

test.describe('the menu of branches at a fork', () => {
  test('lists words, size and outcome, marks both leaves, and goes to the newest leaf of one by key', async ({
    open,
    folder,
  }) => {
    const file = path.join(folder, 'session.db');
    writeBranchedSession(file);
    const { page } = await open(file);
    const fork = conversation(page).getByRole('group', { name: 'Fork: branch 2 of 2' });
    const button = fork.getByRole('button', { name: /^All branches/ });
    await button.focus();
    await page.keyboard.press('Enter');
    const options = page.getByRole('dialog', { name: 'Branches at this fork' }).getByRole('option');
    await expect(options).toHaveCount(2);
    await expect(options.nth(0)).toContainText('I will list them.');
    await expect(options.nth(0)).toContainText('4 entries');
    await expect(options.nth(0)).toContainText('no error');
    await expect(options.nth(1)).toContainText('Then look.');
    await expect(options.nth(1)).toContainText('stored leaf');
    await expect(options.nth(1)).toContainText('viewing');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    // Escape changes nothing and gives the focus back.
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    await expect(button).toBeFocused();

    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(conversation(page)).toContainText('It is largest.bin.');
    await expect(conversation(page)).not.toContainText('Then look.');
    await expect(row(page, 'Then look.')).not.toContainText('viewing');
    await expect(
      page.getByRole('button', { name: 'All branches at this fork: branch 1 of 2' }),
    ).toBeFocused();
    await expect(page.getByRole('group', { name: 'Fork: branch 1 of 2' })).toBeInViewport();
    await expect(conversation(page).getByText('I will list them.')).toBeInViewport();
  });

  test('stays quick with 10,000 branches, and finds one by its words', async ({ open, folder }) => {
    const file = path.join(folder, 'fan.db');
    writeFan(file, 10_000);
    const { page } = await open(file);
    await expect(conversation(page)).toContainText('Idea 9999');
    const button = page.getByRole('button', { name: 'All branches at this fork: branch 10000 of 10000' });
    await button.click();
    const menu = page.getByRole('dialog', { name: 'Branches at this fork' });
    await expect(menu.getByRole('option').filter({ hasText: 'Idea 9999' })).toBeVisible();
    expect(await menu.getByRole('option').count()).toBeLessThan(40);
    await menu.getByRole('combobox').fill('4321 idea');
    await expect(menu.getByRole('option')).toHaveCount(1);
    await menu.getByRole('combobox').fill('nothing of the sort');
    await expect(menu).toContainText('No branch has these words.');
    await menu.getByRole('combobox').fill('4321');
    await expect(menu.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(conversation(page)).toContainText('Idea 4321');
    await expect(page.getByRole('group', { name: 'Fork: branch 4322 of 10000' })).toBeInViewport();
  });
});

test('labels lead to their entries, from the list, the inspector and by key', async ({ open, folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { page } = await open(file);
  await expect(row(page, 'Then look.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+l');
  const list = page.getByRole('dialog', { name: 'Go to Label' });
  await expect(list.getByRole('option')).toHaveText(/first try.*It is largest\.bin\./);
  await page.keyboard.press('Enter');
  await selected(page, 'It is largest.bin.');
  await expect(conversation(page)).toContainText('It is largest.bin.');
  await expect(conversation(page).getByTitle('Label of this entry')).toHaveText('first try');

  await row(page, 'Then look.').click();
  const labels = page.getByRole('region', { name: 'Inspector' }).getByRole('button', { name: /first try/ });
  await labels.click();
  await selected(page, 'It is largest.bin.');
  await expect(labels).toHaveAttribute('aria-current', 'true');
});

for (const theme of ['light', 'dark'] as const) {
  test(`the accessibility engine objects to nothing that leads about, ${theme}`, async ({
    start,
    folder,
  }) => {
    const file = path.join(folder, 'fan.db');
    writeFan(file, 40);
    const { app, page } = await start({ theme, isFirstStart: true });
    // The dark page is the same page in other colours.
    const violations = () => findViolations(page, theme === 'light' ? 'all' : ['color-contrast']);
    await expect(row(page, 'stored leaf')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+l');
    await expect(page.getByRole('option')).not.toHaveCount(0);
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // The overview, the history, the labels of the session.
    expect(await violations()).toEqual([]);
    await page
      .getByRole('button', { name: /^All branches at this fork/ })
      .first()
      .click();
    await expect(page.getByRole('option')).toHaveCount(3);
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Escape');

    await chooseInDialog(app, file);
    await page.keyboard.press('ControlOrMeta+o');
    await page.getByRole('button', { name: /^All branches at this fork/ }).click();
    await expect(page.getByRole('combobox')).toBeFocused();
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Escape');

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('Open link');
    await page.keyboard.press('Enter');
    await page.getByLabel('Link', { exact: true }).fill('https://example.org/');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await violations()).toEqual([]);
  });
}
