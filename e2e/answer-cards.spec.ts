import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { findViolations } from './support/accessibility';
import { ANSWERED_CALLS } from './support/answered-calls';
import { expect, test } from './support/app';
import { writeSession } from './support/theway';
import { writeToolSession } from './support/tools';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

function sessionOf(folder: string, ...names: readonly string[]): string {
  const file = path.join(folder, 'tools.db');
  writeToolSession(
    file,
    ANSWERED_CALLS.filter(({ name }) => names.includes(name)),
  );
  return file;
}

/** Opens the card of a call, told by the start of its line; what it holds. */
async function openCard(page: Page, line: RegExp): Promise<Locator> {
  const head = conversation(page).getByRole('button', { name: line });
  await head.click();
  return head.locator('xpath=..');
}

test('a search in the web lists pages by their titles, each a link that says where it leads', async ({
  open,
  folder,
}) => {
  const { page } = await open(sessionOf(folder, 'web_search'));
  const card = await openCard(page, /^web_search round half even money/);
  await expect(card).toContainText('3 pages');
  const link = card.getByRole('link', { name: 'Rounding in accounting (example.org)' });
  await expect(link).toHaveAttribute('href', 'https://example.org/rounding');
  await expect(card).toContainText('rounded once, after the taxes');
  // Two links: the third address is none that can be opened.
  await expect(card.getByRole('link')).toHaveCount(2);
  await expect(card).toContainText('javascript:alert(1)');
  await expect(card.getByTitle(/U\+202E/)).toBeVisible();
});

test('a page that was fetched shows its address, what the server said, and its text as Markdown', async ({
  open,
  folder,
}) => {
  const { page } = await open(sessionOf(folder, 'web_fetch'));
  const card = await openCard(page, /^web_fetch https:\/\/example\.org/);
  await expect(card.getByRole('link')).toHaveAttribute('href', 'https://example.org/rounding');
  await expect(card).toContainText('200');
  await expect(card).toContainText('text/html');
  await expect(card.getByRole('heading', { name: 'Rounding' })).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveCount(2);
});

test('folders stand before files in a listing, and files found show where they are', async ({
  open,
  folder,
}) => {
  const { page } = await open(sessionOf(folder, 'ls', 'find'));
  const listing = await openCard(page, /^ls src/);
  await expect(listing).toContainText('2 folders, 2 files');
  await expect(listing.getByRole('listitem')).toHaveText([
    'Folder money/',
    'Folder styles/',
    'cart.ts',
    'page.ts',
  ]);
  await expect(listing).toContainText('(2 more entries)');
  const found = await openCard(page, /^find/);
  await expect(found.getByRole('listitem')).toHaveText(['src/cart.test.ts', 'src/money/round.test.ts']);
});

test('a sub-agent shows who was asked for what, the answer, and opens its own transcript', async ({
  start,
  folder,
}) => {
  writeSession(path.join(folder, 'explorer.db'));
  const { page } = await start({ files: [sessionOf(folder, 'subagent')] });
  const card = await openCard(page, /^subagent Find where cents are lost/);
  await expect(card).toContainText('Asked of explorer');
  await expect(card.getByText('where', { exact: true })).toHaveCSS('font-weight', /[67]00/);
  await expect(card.getByRole('heading', { name: 'Found' })).toBeVisible();
  await expect(card).toContainText('max_iterations');
  await card.getByRole('button', { name: 'Open its transcript' }).click();
  await expect(conversation(page)).toContainText('Where is the leak?');
});

test('a sub-agent whose transcript is nowhere is named', async ({ open, folder }) => {
  const { page } = await open(sessionOf(folder, 'subagent'));
  const card = await openCard(page, /^subagent/);
  await expect(card).toContainText('session id-explorer');
  await expect(card.getByRole('button', { name: 'Open its transcript' })).toHaveCount(0);
});

test('a tool that nobody knows has its arguments by name, and JSON in them set out', async ({
  open,
  folder,
}) => {
  const { page } = await open(sessionOf(folder, 'deploy_preview'));
  const card = await openCard(page, /^deploy_preview/);
  await expect(card.getByRole('term')).toHaveText([
    'branch',
    'replicas',
    'isPublic',
    'env',
    'notes',
    'payload',
  ]);
  // Every digit of what stands in a string of JSON.
  await expect(card.getByRole('definition').last()).toContainText('"order": 12345678901234567890');
  await expect(card).toContainText('"ok": true');
  await card.getByRole('radio', { name: 'As stored' }).click();
  await expect(card).toContainText('"replicas": 2');
});

const SHOWN = [
  ['web_search', 'web_fetch', 'ls', 'find'],
  ['subagent', 'deploy_preview'],
];

for (const theme of ['light', 'dark'] as const) {
  for (const tools of SHOWN) {
    test(`the accessibility engine objects to no ${theme} card of ${tools.join(', ')}`, async ({
      start,
      folder,
    }) => {
      const { page } = await start({ files: [sessionOf(folder, ...tools)], theme });
      // From the last one up: an open card pushes those below it out of view.
      for (const tool of tools.toReversed()) await openCard(page, new RegExp(`^${tool}`));
      expect(await findViolations(page)).toEqual([]);
    });
  }
}
