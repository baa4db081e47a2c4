import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './support/app';
import { writeToolSession } from './support/tools';
import { writeTree } from './support/trees';

// One after the other: they share the clipboard of the display.
test.describe.configure({ mode: 'default' });

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const clipboard = (app: ElectronApplication) => app.evaluate(({ clipboard: held }) => held.readText());
const clear = (app: ElectronApplication) => app.evaluate(({ clipboard: held }) => held.clear());

/** A path of so many entries, at its end. */
async function openLong(
  open: (file: string) => Promise<{ app: ElectronApplication; page: Page }>,
  file: string,
) {
  writeTree(file, 3_000, (row) => row - 1);
  const running = await open(file);
  await expect(conversation(running.page)).toContainText('Entry number 2999');
  await clear(running.app);
  return running;
}

test('Ctrl+A and Ctrl+C copy all entries of the path, not only those that are drawn', async ({
  open,
  folder,
}) => {
  const { app, page } = await openLong(open, path.join(folder, 'long.db'));
  await conversation(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(page.getByText('3,000 entries chosen')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByText(/^Copied\. 3,000 entries as Markdown/)).toBeVisible();
  const text = await clipboard(app);
  expect(text.startsWith('## User · 2026-')).toBe(true);
  for (const row of [0, 1_500, 2_999]) expect(text).toContain(`\n\nEntry number ${row}`);
  expect(text.match(/^## /gm)).toHaveLength(3_000);
  await page.keyboard.press('Escape');
  await expect(page.getByText('entries chosen')).toHaveCount(0);
});

test('Shift and a click choose everything from the last click on', async ({ open, folder }) => {
  const { app, page } = await openLong(open, path.join(folder, 'long.db'));
  await conversation(page).getByText('Entry number 2999').click();
  await conversation(page).focus();
  await page.keyboard.press('Home');
  await conversation(page)
    .getByText('Entry number 2', { exact: true })
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('2,998 entries chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText(/^Copied\. 2,998 entries/)).toBeVisible();
  const text = await clipboard(app);
  expect(text).not.toContain('Entry number 1\n');
  expect(text).toContain('Entry number 2\n');
  expect(text).toMatch(/Entry number 2999$/);
});

test('a drag that leaves what is drawn chooses the entries between', async ({ open, folder }) => {
  const { app, page } = await openLong(open, path.join(folder, 'long.db'));
  await expect(conversation(page).getByText('Entry number 2999')).toBeInViewport();
  const box = await conversation(page).getByText('Entry number 2999').boundingBox();
  if (!box) throw new Error('not drawn');
  await page.mouse.move(box.x + 20, box.y + 5);
  await page.mouse.down();
  for (let turn = 0; turn < 6; turn++) {
    await page.mouse.wheel(0, -700);
    await page.mouse.move(box.x + 20 + turn, box.y - 40 - turn);
    await page.waitForTimeout(50);
  }
  await page.mouse.up();
  await expect(page.getByText(/^\d+ entries chosen/)).toBeVisible();
  await conversation(page).focus();
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByText(/^Copied\./)).toBeVisible();
  const text = await clipboard(app);
  expect(text).toMatch(/Entry number 2999$/);
  expect(text.match(/^## /gm)?.length).toBeGreaterThan(20);
});

test('text within what is drawn is selected and copied as everywhere', async ({ open, folder }) => {
  const { app, page } = await openLong(open, path.join(folder, 'long.db'));
  await conversation(page)
    .getByText('Entry number 2999')
    .dblclick({ position: { x: 10, y: 8 } });
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => clipboard(app)).toBe('Entry');
});

test('the path as Markdown has calls and results in fences, and a message is copied as it is said', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'tools.db');
  writeToolSession(file);
  const { app, page } = await open(file);
  await expect(conversation(page)).toBeVisible();
  await clear(app);
  await page.keyboard.press('ControlOrMeta+Alt+c');
  await expect(page.getByText(/^Copied\. 23 entries as Markdown/)).toBeVisible();
  const text = await clipboard(app);
  expect(text).toContain('### Call of `bash`\n\n```json\n{\n  "command": "npm test -- cart"');
  expect(text).toContain('## Result of `edit` · error');
  expect(text).toContain('```\nthe text was not found\n```');

  await conversation(page).focus();
  await page.keyboard.press('Home');
  await conversation(page).getByText('The total is wrong. Find out why.').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy message' }).click();
  await expect.poll(() => clipboard(app)).toBe('The total is wrong. Find out why.');
});
