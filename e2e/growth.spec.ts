import { appendFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { expect, test } from './support/app';
import { message } from './support/stores';
import { writeTranscript, writeTree } from './support/trees';
import { treeRows } from './support/window';

/** A file is looked at once a second, and read anew in a process of its own. */
const FOLLOWED = { timeout: 30_000 };

test.setTimeout(90_000);

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** Entries `e{from}` and on, each below the one before it, as lines. */
function lines(from: number, to: number): string {
  let text = '';
  for (let row = from; row < to; row++) text += `${JSON.stringify(chained(row))}\n`;
  return text;
}

const chained = (row: number) =>
  message(
    `e${row}`,
    row === 0 ? null : `e${row - 1}`,
    row % 2 === 0 ? 'user' : 'assistant',
    `Entry number ${row}`,
  );

test('entries that are added appear, and the newest is followed by who reads at the end', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'session.jsonl');
  writeTranscript(
    file,
    Array.from({ length: 60 }, (_, row) => chained(row)),
  );
  const { page } = await open(file);
  await expect(conversation(page)).toContainText('Entry number 59');
  appendFileSync(file, lines(60, 63));
  await expect(conversation(page).getByText('Entry number 62')).toBeInViewport(FOLLOWED);
  appendFileSync(file, lines(63, 64));
  await expect(conversation(page).getByText('Entry number 63')).toBeInViewport(FOLLOWED);
  await expect(page.getByRole('button', { name: /new$/ })).toHaveCount(0);
});

test('who reads further up is left alone, and has a button to what is new', async ({ open, folder }) => {
  const file = path.join(folder, 'session.jsonl');
  writeTranscript(
    file,
    Array.from({ length: 300 }, (_, row) => chained(row)),
  );
  const { page } = await open(file);
  await expect(conversation(page)).toContainText('Entry number 299');
  await conversation(page).getByText('Entry number 299').click();
  await conversation(page).evaluate((element) => element.scrollTo(0, 3_000));
  await page.getByRole('textbox', { name: 'Filter entries' }).fill('number 2');
  await page.waitForTimeout(500);
  const where = () => conversation(page).evaluate((element) => element.scrollTop);
  const topText = () =>
    conversation(page).evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return document
        .elementFromPoint(left + 200, top + 60)
        ?.closest('[data-row]')
        ?.getAttribute('data-row');
    });
  const before = { top: await where(), row: await topText() };
  appendFileSync(file, lines(300, 312));
  const fresh = page.getByRole('button', { name: '12 new' });
  await expect(fresh).toBeVisible(FOLLOWED);
  expect({ top: await where(), row: await topText() }).toEqual(before);
  appendFileSync(file, lines(312, 313));
  await expect(page.getByRole('button', { name: '13 new' })).toBeVisible(FOLLOWED);
  expect({ top: await where(), row: await topText() }).toEqual(before);
  await expect(page.getByRole('textbox', { name: 'Filter entries' })).toHaveValue('number 2');
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('e299');
  await page.getByRole('button', { name: '13 new' }).click();
  await expect(conversation(page).getByText('Entry number 312')).toBeInViewport();
  await expect(page.getByRole('button', { name: /new$/ })).toHaveCount(0);
});

test('a database that grows is followed as well, and what is unfolded stays so', async ({ open, folder }) => {
  const file = path.join(folder, 'session.db');
  writeTree(file, 4, (row) => row - 1);
  const writer = new Database(file);
  const write = (row: number) => {
    const entry = chained(row);
    writer
      .prepare('INSERT INTO entries (id, parent_id, type, timestamp, payload) VALUES (?, ?, ?, ?, ?)')
      .run(entry.id, entry.parentId, 'message', entry.timestamp, JSON.stringify(entry));
  };
  const { page } = await open(file);
  await expect(treeRows(page)).toHaveCount(4);
  await page.getByRole('tab', { name: 'Raw' }).click();
  await treeRows(page).first().click();
  await expect(page.getByRole('tabpanel')).toContainText('Entry number 0');
  write(4);
  await expect(treeRows(page)).toHaveCount(5, FOLLOWED);
  await expect(page.getByRole('tabpanel')).toContainText('Entry number 0');
  await expect(treeRows(page).first()).toHaveAttribute('aria-selected', 'true');
  writer.close();
});

test('while the window is hidden nothing is looked at; shown again, what was written is there at once', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'session.jsonl');
  writeTranscript(file, [chained(0), chained(1)]);
  const { page } = await start({ files: [file] });
  await expect(conversation(page)).toContainText('Entry number 1');
  // What drives the test keeps the page visible whatever becomes of its window: so this is as Chromium tells a page.
  const setHidden = (isHidden: boolean) =>
    page.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      },
      isHidden ? 'hidden' : 'visible',
    );
  const change = () =>
    page.evaluate(async () => {
      const files = await window.ramify.call('files.list', {});
      const [first] = files.ok ? files.value : [];
      return first?.status === 'open' ? first.change : 'not open';
    });
  await setHidden(true);
  appendFileSync(file, `${JSON.stringify(chained(2))}\n`);
  // Three looks would have been due.
  await page.waitForTimeout(3_000);
  expect(await change()).toBe(null);
  await setHidden(false);
  await expect(conversation(page)).toContainText('Entry number 2', FOLLOWED);
});

test('a file that is cut says so', async ({ open, folder }) => {
  const file = path.join(folder, 'session.jsonl');
  writeTranscript(file, [chained(0), chained(1)]);
  const { page } = await open(file);
  await expect(conversation(page)).toContainText('Entry number 1');
  truncateSync(file, 150);
  await expect(page.getByText(/^This file is shorter on disk/)).toBeVisible(FOLLOWED);
});
