import path from 'node:path';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { writeBrokenSession } from './support/broken-session';
import { documentOf, ramify } from './support/command-line';
import { treeRows } from './support/window';

const problems = (page: Page) => page.getByRole('region', { name: 'Problems' });
const kind = (page: Page, words: RegExp) => problems(page).getByRole('button', { name: words });

test('the checks count what is wrong by kind, as verify does, and each line leads to its place', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'broken.jsonl');
  writeBrokenSession(file);
  const { page } = await open(file);
  await page.getByRole('tab', { name: 'Checks' }).click();
  await expect(kind(page, /7 damaged lines/)).toBeVisible();
  const counted = await problems(page)
    .locator('button[aria-expanded]')
    .evaluateAll((heads) => heads.map((head) => head.textContent));
  const printed = ramify('verify', file).stdout;
  const { kinds } = documentOf(ramify('verify', file, '--json')) as {
    kinds: { code: string; severity: string; count: number }[];
  };
  expect(kinds.map(({ code, count }) => [code, count])).toEqual([
    ['damaged-line', 7],
    ['dangling-parent', 1],
    ['duplicate-entry-id', 1],
    ['parent-cycle', 1],
    ['glued-record', 1],
    ['islands', 1],
    ['call-without-result', 1],
    ['torn-tail', 1],
  ]);
  expect(counted).toEqual(
    kinds.map(({ code, severity, count }) => {
      const line = new RegExp(`^[✗!i] ${count} (.*) \\(${code}, ${severity}\\)$`, 'm').exec(printed);
      return `${{ error: '✕', warning: '!', note: 'i' }[severity]}${count}${line?.[1]}${severity}`;
    }),
  );
  expect(await findViolations(page)).toEqual([]);

  // Seven of a kind are folded at first, and say once what they have in common.
  const damaged = kind(page, /7 damaged lines/);
  await expect(damaged).toHaveAttribute('aria-expanded', 'false');
  await damaged.click();
  await expect(problems(page).getByText('This piece of a line is no JSON')).toHaveCount(1);
  await problems(page)
    .getByRole('button', { name: /^line 10 · byte / })
    .click();
  const selected = treeRows(page).and(page.locator('[aria-selected="true"]'));
  await expect(selected).toContainText('line 10');
  await expect(page.getByRole('region', { name: 'Transcript' })).toContainText('"id":"d1", and no more');

  await problems(page)
    .getByRole('button', { name: /^Raw record of line 11/ })
    .click();
  await expect(page.getByRole('tab', { name: 'Raw' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('"id":"d2", and no more');
});

test('the kinds of problems are gone through by keys', async ({ open, folder }) => {
  const file = path.join(folder, 'broken.jsonl');
  writeBrokenSession(file);
  const { page } = await open(file);
  await page.getByRole('tab', { name: 'Checks' }).click();
  const damaged = kind(page, /7 damaged lines/);
  await damaged.focus();
  await page.keyboard.press('ArrowRight');
  await expect(damaged).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(treeRows(page).and(page.locator('[aria-selected="true"]'))).toContainText('line 10');
  await page.keyboard.press('ArrowLeft');
  await expect(damaged).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(damaged).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(kind(page, /1 missing parent/)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(treeRows(page).and(page.locator('[aria-selected="true"]'))).toContainText('line 16');
});
