import path from 'node:path';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { message, writeBranchedSession } from './support/stores';
import { writeTranscript, writeTree } from './support/trees';
import { showOfTree, treeRows } from './support/window';

const row = (page: Page, text: string) => treeRows(page).filter({ hasText: text });
const active = (page: Page) =>
  page.evaluate(() => {
    const grid = document.querySelector('[role=treegrid]');
    return document.getElementById(grid?.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';
  });

test.describe('what of a session the tree shows', () => {
  test.beforeEach(({ folder }) => writeBranchedSession(path.join(folder, 'session.db')));
  test.afterEach(({ sharedApp }) => sharedApp.page.evaluate(() => localStorage.clear()));

  test('is the conversation at first, and what each filter shows, with its count', async ({
    open,
    folder,
  }) => {
    const { page } = await open(path.join(folder, 'session.db'));
    await expect(treeRows(page)).toHaveCount(7);
    await expect(page.getByRole('button', { name: 'Shown: Conversation, 7' })).toBeVisible();
    for (const [filter, count] of [
      ['Everything', 9],
      ['No tools', 5],
      ['User', 2],
      ['Labelled', 1],
    ] as const) {
      await showOfTree(page, filter);
      await expect(treeRows(page)).toHaveCount(count);
      await expect(page.getByRole('button', { name: `Shown: ${filter}, ${count}` })).toBeVisible();
    }
    await showOfTree(page, 'Problems');
    await expect(page.getByText('No entry to show')).toBeVisible();
    await page.getByRole('button', { name: /Show everything/ }).click();
    await expect(treeRows(page)).toHaveCount(9);
  });

  test('hangs what is left on the nearest entry that is shown, and marks what stands for others', async ({
    open,
    folder,
  }) => {
    const { page } = await open(path.join(folder, 'session.db'));
    await row(page, 'It is largest.bin.').click();
    await showOfTree(page, 'User');
    // The viewed leaf is an answer: its question is marked for it.
    await expect(row(page, 'Which file is the largest?')).toContainText('viewing ↓');
    await expect(row(page, 'Which file is the largest?')).toHaveAttribute('aria-selected', 'false');
    await expect(row(page, 'Then look.')).toContainText('stored leaf');
    await expect(row(page, 'Then look.')).not.toContainText('stored leaf ↓');
    await expect(treeRows(page)).toHaveCount(2);
    await page.reload();
    // How somebody reads is kept.
    await expect(treeRows(page)).toHaveCount(2);
  });

  test('is searched as one types: words, tools, labels, kinds and ids', async ({ open, folder }) => {
    const { page } = await open(path.join(folder, 'session.db'));
    await expect(treeRows(page)).toHaveCount(7);
    await page.keyboard.press('ControlOrMeta+e');
    const field = page.getByRole('textbox', { name: 'Filter entries' });
    await expect(field).toBeFocused();
    for (const [text, count] of [
      ['LARGEST', 3],
      ['bash', 2],
      ['first try', 1],
      ['tool result', 2],
      ['b2', 1],
      ['largest assistant', 1],
    ] as const) {
      await field.fill(text);
      await expect(treeRows(page)).toHaveCount(count);
    }
    await field.fill('nowhere to be found');
    await expect(page.getByText('No entry has these words')).toBeVisible();
    await field.press('Escape');
    await expect(treeRows(page)).toHaveCount(7);
    await field.press('ArrowDown');
    await expect(page.getByRole('treegrid')).toBeFocused();
  });

  test('has labels as chips, and labels an entry with L where that can be written', async ({
    open,
    folder,
  }) => {
    const { page } = await open(path.join(folder, 'session.db'));
    await expect(row(page, 'It is largest.bin.').getByTitle('Label: first try')).toBeVisible();
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('l');
    // Editing is off: the key says so rather than do nothing.
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /editing/i })
        .first(),
    ).toBeVisible();
  });
});

test.describe('runs of entries', () => {
  // 0 … 9 in a row, then two branches: 10 … 15 and 16 … 18.
  const parentOf = (at: number) => (at === 16 ? 9 : at - 1);
  test.beforeEach(({ folder }) => writeTree(path.join(folder, 'runs.db'), 19, parentOf));
  test.afterEach(({ sharedApp }) => sharedApp.page.evaluate(() => localStorage.clear()));

  test('fold all, and unfold one by one, by pointer and by key', async ({ open, folder }) => {
    const { page } = await open(path.join(folder, 'runs.db'));
    await expect(row(page, 'Entry number 18')).toContainText('stored leaf');
    await expect(treeRows(page)).toHaveCount(19);
    await page.getByRole('button', { name: 'Fold runs' }).click();
    // 0, the run, 9; 10, the run, 15; 16, 17 and 18, which are too few to fold.
    await expect(treeRows(page)).toHaveCount(9);
    await expect(row(page, '8 entries')).toHaveAttribute('aria-expanded', 'false');
    await row(page, '8 entries').click();
    await expect(treeRows(page)).toHaveCount(16);
    await expect(row(page, '4 entries')).toBeVisible();

    const grid = page.getByRole('treegrid');
    await grid.focus();
    await page.keyboard.press('Home');
    await expect(row(page, 'Entry number 0')).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowLeft');
    await expect(treeRows(page)).toHaveCount(9);
    await page.keyboard.press('ArrowRight');
    await expect(treeRows(page)).toHaveCount(16);
    await page.keyboard.press('*');
    await expect(treeRows(page)).toHaveCount(19);
    await page.keyboard.press('ControlOrMeta+u');
    await expect(treeRows(page)).toHaveCount(9);
  });

  test('open for an entry that is chosen elsewhere', async ({ open, folder }) => {
    const { page } = await open(path.join(folder, 'runs.db'));
    await expect(treeRows(page)).toHaveCount(19);
    await page.keyboard.press('ControlOrMeta+u');
    await expect(treeRows(page)).toHaveCount(9);
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.getByText('Entry number 4', { exact: true }).click();
    await expect(row(page, 'Entry number 4')).toHaveAttribute('aria-selected', 'true');
    await expect(treeRows(page)).toHaveCount(16);
  });

  for (const theme of ['light', 'dark'] as const) {
    test(`filtered, folded and searched in the ${theme} window, give the accessibility engine nothing to object to`, async ({
      start,
      folder,
    }) => {
      const { page } = await start({ theme, files: [path.join(folder, 'runs.db')] });
      const rules = theme === 'light' ? 'all' : ['color-contrast'];
      await expect(treeRows(page)).toHaveCount(19);
      await page.keyboard.press('ControlOrMeta+u');
      await expect(treeRows(page)).toHaveCount(9);
      expect(await findViolations(page, rules)).toEqual([]);
      await page.getByRole('button', { name: /^Shown: / }).click();
      await expect(page.getByRole('menuitemradio')).toHaveCount(6);
      expect(await findViolations(page, rules)).toEqual([]);
      await page.getByRole('menuitemradio', { name: 'User' }).click();
      await page.getByRole('textbox', { name: 'Filter entries' }).fill('number 1');
      await expect(treeRows(page)).toHaveCount(5);
      expect(await findViolations(page, rules)).toEqual([]);
      await page.getByRole('textbox', { name: 'Filter entries' }).fill('nothing of the sort');
      await expect(page.getByText('No entry has these words')).toBeVisible();
      expect(await findViolations(page, rules)).toEqual([]);
    });
  }
});

test.describe('keys of the tree', () => {
  test.afterEach(({ sharedApp }) => sharedApp.page.evaluate(() => localStorage.clear()));

  test('go to branch points, user messages and problems, and to what begins with what is typed', async ({
    open,
    folder,
  }) => {
    const file = path.join(folder, 'session.jsonl');
    writeTranscript(file, [
      message('q', null, 'user', 'Where is it?'),
      message('a', 'q', 'assistant', 'Let me look.'),
      message('b1', 'a', 'user', 'In the cache?'),
      message('b2', 'b1', 'assistant', 'No.'),
      message('c1', 'a', 'user', 'On the disk?'),
      message('b2', 'c1', 'assistant', 'Yes, with an id that is taken.'),
    ]);
    const { page } = await open(file);
    const grid = page.getByRole('treegrid');
    await expect(row(page, 'Yes, with an id')).toContainText('! problem');
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(row(page, 'Let me look.')).toHaveAttribute('aria-selected', 'true');
    await expect(row(page, 'Let me look.')).toContainText('2 branches continue here');
    await page.keyboard.press('ControlOrMeta+ArrowDown');
    await expect(row(page, 'In the cache?')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('F8');
    await expect(row(page, 'Yes, with an id')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('F8');
    await expect(page.getByText('No problem below.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+ArrowUp');
    await expect(row(page, 'On the disk?')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(row(page, 'Let me look.')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('in the');
    expect(await active(page)).toContain('In the cache?');
    await page.waitForTimeout(1000);
    await page.keyboard.type('wh');
    expect(await active(page)).toContain('Where is it?');
    // A screen reader hears who speaks, and where among how many.
    await expect(row(page, 'In the cache?')).toHaveAccessibleName(/User.*In the cache\?/);
    await expect(row(page, 'In the cache?')).toHaveAttribute('aria-posinset', '3');
    await expect(row(page, 'In the cache?')).toHaveAttribute('aria-setsize', '6');
  });

  test('a fork that two programs wrote to at once says so', async ({ open, folder }) => {
    const file = path.join(folder, 'session.jsonl');
    writeTranscript(file, [
      message('q', null, 'user', 'Begin.'),
      message('a1', 'q', 'assistant', 'One here.'),
      message('b1', 'q', 'assistant', 'One there.'),
      message('a2', 'a1', 'user', 'Two here.'),
      message('b2', 'b1', 'user', 'Two there.'),
    ]);
    const { page } = await open(file);
    await expect(row(page, 'Begin.')).toContainText('two writers');
    await expect(row(page, 'Begin.').getByText('two writers')).toHaveAttribute('title', /two programs/);
    await expect(treeRows(page).filter({ hasText: 'two writers' })).toHaveCount(1);
  });
});
