import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { findViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { documentOf, ramify } from './support/command-line';
import {
  runCommand,
  writeForkedSession,
  writeHostileFork,
  writeLongForkedSession,
} from './support/comparison';
import { treeRows } from './support/window';

/** For what takes its time on a machine that does much else. */
const SLOW = { timeout: 60_000 };

const comparison = (page: Page) => page.getByRole('region', { name: 'Comparison' });
const alignedRows = (page: Page) => page.getByRole('table', { name: 'Aligned entries' }).getByRole('row');

test.describe('two branches', () => {
  let file: string;
  test.beforeEach(({ folder }) => {
    file = path.join(folder, 'session.db');
    writeForkedSession(file);
  });

  async function compareBranches(page: Page): Promise<void> {
    await expect(treeRows(page).first()).toBeVisible();
    await runCommand(page, 'Compare branches');
    await expect(alignedRows(page).first()).toBeVisible();
  }

  test('that share a tool call stand next to each other, call beside call, not one after the other', async ({
    open,
  }) => {
    const { page } = await open(file);
    await compareBranches(page);
    const rows = alignedRows(page);
    await expect(rows.filter({ hasText: 'I will look at the new cache.' })).toContainText(
      'I will look at the old cache.',
    );
    const marks = await page
      .getByRole('table', { name: 'Aligned entries' })
      .getByRole('button', { expanded: true })
      .allTextContents();
    expect(marks).toContain('≠');
    // Word by word: what only one of them says is marked.
    await expect(page.locator('del')).toHaveText('new');
    await expect(page.locator('ins')).toHaveText('old');
    const states = await rows.evaluateAll((list) =>
      list.map((row) => row.querySelectorAll('[role=cell]')[1]?.textContent),
    );
    expect(states).toEqual(['−', '≠', '=', '−', '−', '+', '+']);
  });

  test('say what each did, and where they part', async ({ open }) => {
    const { page } = await open(file);
    await compareBranches(page);
    const facts = page.getByRole('region', { name: 'What each side did' });
    const line = (name: string): Locator => facts.getByRole('row').filter({ hasText: name });
    await expect(line('Tool calls')).toContainText('bash 1 (1 failed)');
    await expect(line('Files touched')).toContainText('src/cache.ts');
    await expect(line('Tokens')).toContainText('2.4k');
    await expect(line('Cost')).toContainText('$0.03');
    await expect(line('Time')).toContainText('3.0 s');
    await expect(comparison(page)).toContainText('Common ancestor');
    await expect(comparison(page)).toContainText('Where is the leak?');
    // The view has the keys from the start, and gives them back.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Conversation' })).toBeFocused();
  });

  test('can be looked through by what differs, and a row leads to its entry and back', async ({ open }) => {
    const { page } = await open(file);
    await compareBranches(page);
    await expect(alignedRows(page)).toHaveCount(7);
    await page.getByRole('radio', { name: /Differences/ }).click();
    await expect(alignedRows(page)).toHaveCount(6);
    await page.keyboard.press('F7');
    await page.keyboard.press('F7');
    const changed = alignedRows(page).filter({ hasText: '≠' });
    await changed.getByRole('button', { name: 'Assistant' }).last().click();
    await expect(page.getByRole('region', { name: 'Conversation' })).toContainText(
      'I will look at the old cache.',
    );
    await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('l1');
    await page.getByRole('button', { name: 'Back to the comparison' }).click();
    await expect(alignedRows(page).first()).toBeVisible();
    await alignedRows(page).first().getByRole('button', { name: 'User' }).focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Transcript' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Back to the comparison' })).toHaveCount(0);
  });

  test('are chosen for each side, and swapped', async ({ open }) => {
    const { page } = await open(file);
    await compareBranches(page);
    await expect(page.locator('del')).toHaveText('new');
    await page.getByRole('button', { name: 'Swap the sides' }).click();
    await expect(page.locator('del')).toHaveText('old');
    const left = page.getByRole('combobox', { name: 'Left side' });
    await left.selectOption(await page.getByRole('combobox', { name: 'Right side' }).inputValue());
    await expect(comparison(page)).toContainText('Nothing differs');
  });

  test('are compared from the menu of an entry, and from where they fork', async ({ open }) => {
    const { page } = await open(file);
    await treeRows(page).filter({ hasText: 'I will look at the old' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Compare with stored leaf' }).click();
    await expect(comparison(page)).toContainText('one entry in common');
    await page.getByRole('button', { name: 'Close the comparison' }).click();
    await page.getByRole('button', { name: 'Compare the branches' }).click();
    await expect(alignedRows(page).first()).toBeVisible(SLOW);
  });
});

test('a fork is compared with its source, which stays behind it', async ({ open, folder }) => {
  const file = path.join(folder, 'source.db');
  writeForkedSession(file);
  const fork = documentOf(ramify('fork', file, '--at', 'l2', '--to', folder, '--json')).newPath;
  const { page } = await open(fork);
  await expect(treeRows(page)).toHaveCount(3);
  await runCommand(page, 'Compare with source session');
  // Three processes start for it: one reads the folder, one the source, one compares.
  await expect(alignedRows(page).first()).toBeVisible(SLOW);
  await expect(comparison(page)).toContainText('source.db');
  await expect(comparison(page)).toContainText('Common ancestor');
  await expect(treeRows(page)).toHaveCount(3);
  await alignedRows(page).first().getByRole('button', { name: 'User' }).click();
  await expect(treeRows(page).filter({ hasText: 'edit' }).first()).toBeVisible();
});

test('hostile text in both sides is shown and never obeyed', async ({ open, folder }) => {
  const file = path.join(folder, 'session.db');
  writeHostileFork(file);
  const { page } = await open(file);
  await expect(treeRows(page).first()).toBeVisible();
  await runCommand(page, 'Compare branches');
  await expect(alignedRows(page).first()).toBeVisible(SLOW);
  const facts = page.getByRole('region', { name: 'What each side did' });
  await expect(facts.getByTitle('U+202E, direction override').first()).toBeVisible();
  await expect(facts.getByTitle('U+0007, control character').first()).toBeVisible();
  await expect(comparison(page).locator('del').first()).toContainText('<img src=x onerror=alert(1)>');
  await expect(comparison(page).locator('img')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Left side' }).locator('option').first()).toContainText(
    '[U+202E]',
  );
});

test('two branches of 20,000 entries each are compared without the window waiting, and can be cancelled', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'long.db');
  writeLongForkedSession(file, 20_000);
  const { page } = await open(file);
  await expect(page.getByRole('region', { name: 'Session status' })).toContainText('2 branches', SLOW);
  await runCommand(page, 'Compare branches');
  await comparison(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The comparison was cancelled')).toBeVisible();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'All 20,000' })).toBeVisible(SLOW);
  await page.getByRole('radio', { name: /Differences/ }).click();
  await expect(page.getByRole('radio', { name: 'Differences 200' })).toBeVisible();
  await expect(alignedRows(page).first()).toContainText('≠');
});

for (const theme of ['light', 'dark'] as const) {
  test(`the accessibility engine finds nothing in the ${theme} comparison`, async ({ start, folder }) => {
    const file = path.join(folder, 'session.db');
    writeForkedSession(file);
    const { page } = await start({ theme, files: [file] });
    await expect(treeRows(page).first()).toBeVisible();
    await runCommand(page, 'Compare branches');
    await expect(page.locator('del')).toBeVisible();
    expect(await findViolations(page, theme === 'light' ? 'all' : ['color-contrast'])).toEqual([]);
  });
}
