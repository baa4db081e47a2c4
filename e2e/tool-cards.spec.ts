import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/app';
import { CALLS, writeToolSession } from './support/tools';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** A file with a session of the calls of some tools: so few that all their cards are in view. */
function sessionOf(folder: string, ...names: readonly string[]): string {
  const file = path.join(folder, 'tools.db');
  const calls = CALLS.filter(({ name }) => names.includes(name));
  writeToolSession(file, calls);
  return file;
}

/** Opens the card of a call, told by the start of its line; what it holds. */
async function openCard(page: Page, line: RegExp): Promise<Locator> {
  const head = conversation(page).getByRole('button', { name: line });
  await head.click();
  return head.locator('xpath=..');
}

test('a command shows what it ran, where, its output in its colours and its exit code', async ({
  open,
  folder,
}) => {
  const { page } = await open(sessionOf(folder, 'bash'));
  const card = await openCard(page, /^bash npm test/);
  await expect(card).toContainText('exit 1');
  // Ended with another code than 0 is not ok.
  await expect(card.getByText('ok', { exact: true })).toHaveCount(0);
  await expect(card).toContainText('≈ 1.5 s');
  await expect(card).toContainText('Command in /home/dev/shop');
  await expect(card.getByText('✗ rounds once')).toHaveCSS('font-weight', '600');
  await expect(card).not.toContainText('[exit 1]');
  await card.getByRole('radio', { name: 'As stored' }).click();
  await expect(card).toContainText('"command": "npm test -- cart"');
  await expect(card).toContainText('[exit 1]');

  const quiet = await openCard(page, /^bash true/);
  await expect(quiet).toContainText('It printed nothing.');
  await expect(quiet).not.toContainText('exit 0');
});

test('codes that move the cursor stay to be seen', async ({ open, folder }) => {
  const { page } = await open(sessionOf(folder, 'bash'));
  const card = await openCard(page, /^bash printf hostile/);
  await expect(card.getByTitle(/U\+001B/).first()).toBeVisible();
  await expect(card.getByTitle(/U\+202E/)).toBeVisible();
  await expect(card).toContainText('[10;10H');
});

test('an edit is a difference, inline or side by side; one that failed says that it was not applied', async ({
  open,
  folder,
}) => {
  const { page } = await open(sessionOf(folder, 'edit'));
  const card = await openCard(page, /^edit src\/cart\.ts/);
  await expect(card.getByTitle('3 added, 1 removed')).toBeVisible();
  const difference = card.getByRole('group', { name: 'What changes' });
  await expect(difference).toContainText('−\treturn items.length;+\treturn items.reduce(add, 0);');
  await card.getByRole('radio', { name: 'Side by side' }).click();
  await expect(card).toContainText('return items.length;');
  await expect(card.getByRole('group', { name: 'What changes' })).toHaveCount(0);
  await card.getByRole('radio', { name: 'Inline' }).click();

  const failed = await openCard(page, /^edit src\/tax\.ts/);
  await expect(failed).toContainText('not applied');
  await expect(failed).toContainText('the text was not found');
});

test('a patch is shown file by file', async ({ open, folder }) => {
  const { page } = await open(sessionOf(folder, 'apply_patch'));
  const card = await openCard(page, /^apply_patch docs\/notes\.md, src\/cart\.ts, src\/old-cart\.ts/);
  await expect(card).toContainText('Adds docs/notes.md');
  await expect(card).toContainText('Changes src/cart.ts');
  await expect(card).toContainText('Deletes src/old-cart.ts');
  await expect(card).toContainText('… export function total');
});

test('files, searches and lists are set out as what they are', async ({ open, folder }) => {
  const { page } = await open(sessionOf(folder, 'read', 'grep', 'todo_write', 'mcp__tracker__create_issue'));
  const read = await openCard(page, /^read src\/cart\.ts/);
  await expect(read.getByRole('group', { name: 'Text of the file' })).toContainText(
    '41export function total',
  );
  const search = await openCard(page, /^grep total/);
  await expect(search).toContainText('2 matches in 2 files');
  await expect(search).toContainText('src/page.ts');
  const todos = await openCard(page, /^todo_write/);
  await expect(todos).toContainText('1 of 4 done');
  await expect(todos.getByRole('listitem')).toHaveCount(4);
  const issue = await openCard(page, /^mcp__tracker/);
  await expect(issue).toContainText('"id": "12345678901234567890"');
});

const SHOWN = [
  {
    tools: ['edit', 'read', 'todo_write'],
    lines: [/^edit src\/cart/, /^edit src\/tax/, /^read/, /^todo_write/],
  },
  { tools: ['apply_patch', 'bash', 'grep'], lines: [/^apply_patch/, /^bash npm/, /^grep/] },
];

for (const theme of ['light', 'dark'] as const) {
  for (const { tools, lines } of SHOWN) {
    test(`the accessibility engine objects to no ${theme} card of ${tools.join(', ')}`, async ({
      start,
      folder,
    }) => {
      const { page } = await start({ files: [sessionOf(folder, ...tools)], theme });
      // From the last one up: an open card pushes those below it out of view.
      for (const line of lines.toReversed()) await openCard(page, line);
      const engine = new AxeBuilder({ page }).setLegacyMode(true).include('[aria-label=Conversation]');
      const { violations } = await engine.analyze();
      expect(
        violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
        ),
      ).toEqual([]);
    });
  }
}
