import path from 'node:path';
import { expect, test } from './support/app';
import { writeToolSession } from './support/tools';
import { writeTree } from './support/trees';

test('the outline leads to what the user said, and to errors, by key', async ({ open, folder }) => {
  const file = path.join(folder, 'tools.db');
  writeToolSession(file);
  const { page } = await open(file);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation).toBeVisible();
  await conversation.focus();
  await page.keyboard.press('ControlOrMeta+Shift+O');
  const outline = page.getByRole('dialog', { name: 'Outline of the Viewed Path' });
  await expect(outline.getByRole('option').first()).toContainText('The total is wrong');
  const failed = outline.getByRole('option').filter({ hasText: '✕ error' });
  await expect(failed).toHaveCount(1);
  await expect(failed).toContainText('the text was not found');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(outline).toHaveCount(0);
  await expect(conversation.getByRole('article').filter({ hasText: 'The total is wrong' })).toBeInViewport();
});

test('the ruler beside 50,000 entries goes where it is pressed, and stays quick', async ({
  open,
  folder,
}) => {
  test.setTimeout(60_000);
  const file = path.join(folder, 'long.db');
  writeTree(file, 50_000, (row) => row - 1);
  const { page } = await open(file);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation).toContainText('Entry number 49999', { timeout: 30_000 });
  const ruler = conversation.locator('xpath=following-sibling::*[1]');
  const box = await ruler.boundingBox();
  if (!box) throw new Error('no ruler');
  await page.mouse.click(box.x + 8, box.y + box.height / 2);
  await expect(conversation).toContainText(/Entry number 2[45]\d{3}\b/);
  // No more marks than there are places for them.
  expect(await ruler.locator('span').count()).toBeLessThan(700);
  await page.keyboard.press('ControlOrMeta+Shift+O');
  await expect(page.getByRole('option').first()).toBeVisible();
});
