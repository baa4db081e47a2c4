import path from 'node:path';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { runCommand, writeCompactedSession } from './support/comparison';
import { writeForeignStore } from './support/stores';
import { treeRows } from './support/window';

const lines = (page: Page) => page.getByRole('table', { name: 'Path and context' }).getByRole('row');
const context = (page: Page) => page.getByRole('region', { name: 'Context' });

/** Each line as its three cells: the stored entry, its place in what is given, and what is given. */
async function readLines(page: Page): Promise<string[]> {
  await expect(lines(page).first()).toBeVisible();
  return lines(page).evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll<HTMLElement>('[role=cell]')]
        // biome-ignore lint/performance/useDomNodeTextContent: what stands apart on the screen is read apart
        .map((cell) => cell.innerText.replace(/\s+/g, ' ').trim())
        .join(' | '),
    ),
  );
}

test.describe('what a model is given at a leaf', () => {
  let file: string;
  test.beforeEach(({ folder }) => {
    file = path.join(folder, 'session.db');
    writeCompactedSession(file);
  });

  test('stands beside the path, with what the compaction removed shown as removed', async ({ open }) => {
    const { page } = await open(file);
    await page.getByRole('button', { name: /^Context/ }).click();
    await expect(context(page)).toContainText('5 entries given');
    await expect(context(page)).toContainText('2 removed by the compaction');
    await expect(context(page)).toContainText('900 tokens');
    await expect(lines(page).filter({ hasText: 'It is fixed.' })).toHaveCount(1);
    const shown = await readLines(page);
    expect(shown.map((line) => line.replace(/ \d\d:\d\d/, ''))).toEqual([
      'User Where is the leak? |  | removed by the compaction',
      'Assistant It may be in the cache. |  | removed by the compaction',
      ' | 1 | Compaction They looked at the cache.',
      'User Then fix the cache. | 2 | User Then fix the cache.',
      'Compaction They looked at the cache. |  | its summary is given first, above what it keeps',
      'Branch summary Another branch ran the tests. | 3 | Branch summary Another branch ran the tests.',
      'Label the fix |  | bookkeeping, never given',
      'Custom message Mind the budget. | 4 | Custom message Mind the budget.',
      'Assistant It is fixed. | 5 | Assistant It is fixed.',
    ]);
    await page.getByRole('radio', { name: 'Given only' }).click();
    await expect(lines(page)).toHaveCount(5);
  });

  test('follows the viewed leaf, leads to an entry and back, and closes with Esc', async ({ open }) => {
    const { page } = await open(file);
    await expect(treeRows(page).first()).toBeVisible();
    await treeRows(page).filter({ hasText: 'It may be in the cache' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Context here' }).click();
    await expect(context(page)).toContainText('2 entries given');
    await expect(context(page)).toContainText('5,000 tokens');
    await lines(page).first().getByRole('button', { name: 'User' }).click();
    await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('u1');
    await page.getByRole('button', { name: 'Back to the context' }).click();
    await lines(page).first().getByRole('button', { name: 'User' }).focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Transcript' })).toBeVisible();
  });
});

test('a vv-agent session gives all its items', async ({ open, folder }) => {
  const store = path.join(folder, 'store.db');
  writeForeignStore(store);
  const { page } = await open(store);
  await page.getByRole('treeitem').filter({ hasText: 'What does the build print?' }).click();
  await expect(treeRows(page)).toHaveCount(4);
  await runCommand(page, 'Context at the viewed leaf');
  await expect(context(page)).toContainText('4 entries given');
  await expect(context(page)).toContainText('no answer reports tokens');
});

for (const theme of ['light', 'dark'] as const) {
  test(`the accessibility engine finds nothing in the ${theme} context`, async ({ start, folder }) => {
    const file = path.join(folder, 'session.db');
    writeCompactedSession(file);
    const { page } = await start({ theme, files: [file] });
    await page.getByRole('button', { name: /^Context/ }).click();
    await expect(lines(page).filter({ hasText: 'It is fixed.' })).toHaveCount(1);
    expect(await findViolations(page, theme === 'light' ? 'all' : ['color-contrast'])).toEqual([]);
  });
}
