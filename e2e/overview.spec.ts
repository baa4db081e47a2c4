import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app';
import { writeBranchedSession, writeChain } from './support/stores';
import { treeRows } from './support/window';

const canvas = (page: Page) =>
  page.getByRole('region', { name: 'Tree' }).locator('[aria-hidden="true"] > canvas');
const entry = (page: Page, at: number) => treeRows(page).getByText(`Entry number ${at}`, { exact: true });

/** Where the map is on the page, once it is painted. */
async function mapBox(page: Page) {
  await expect(canvas(page)).toBeVisible();
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('the map has no place');
  return box;
}

/** How many pixels of the map are painted. */
const paintedPixels = (page: Page) =>
  canvas(page).evaluate((element) => {
    const map = element as HTMLCanvasElement;
    const data = map.getContext('2d')?.getImageData(0, 0, map.width, map.height).data ?? [];
    let painted = 0;
    for (let at = 3; at < data.length; at += 4) painted += data[at] === 0 ? 0 : 1;
    return painted;
  });

test('the overview brings a part of the session into view by a press, and moves the view by a drag', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'chain.db');
  writeChain(file, 400);
  const { page } = await open(file);
  await expect(entry(page, 399)).toBeInViewport();
  const box = await mapBox(page);
  await expect.poll(() => paintedPixels(page)).toBeGreaterThan(400);

  const x = box.x + box.width / 2;
  await page.mouse.click(x, box.y + box.height / 2);
  await expect(entry(page, 200)).toBeInViewport();
  await expect(entry(page, 399)).not.toBeInViewport();
  await page.mouse.click(x, box.y + 1);
  await expect(entry(page, 0)).toBeInViewport();

  await page.mouse.move(x, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(x, box.y + box.height * 0.3);
  await expect(entry(page, 130)).toBeInViewport();
  await page.mouse.move(x, box.y + box.height + 50);
  await expect(entry(page, 399)).toBeInViewport();
  await page.mouse.up();
  await page.mouse.move(x, box.y);
  await expect(entry(page, 399)).toBeInViewport();

  // What was looked at stays what it was: the map only scrolls.
  await expect(page.getByText('No entry selected')).toBeVisible();
});

test('the overview is nothing for the keyboard and for screen readers, and not there where all is in view', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const long = path.join(folder, 'chain.db');
  writeChain(long, 400);
  const { page } = await open(file);
  await expect(treeRows(page).first()).toBeVisible();
  await expect(canvas(page)).toHaveCount(0);
  await open(long);
  await expect(canvas(page)).toBeVisible();
  const isHidden = await canvas(page).evaluate((map) => {
    const hidden = map.closest('[aria-hidden="true"]');
    return hidden !== null && hidden.querySelector('button, a, input, [tabindex]') === null;
  });
  expect(isHidden).toBe(true);
});

test('the overview is painted anew in the colours of another theme', async ({ start, folder }) => {
  const file = path.join(folder, 'chain.db');
  writeChain(file, 400);
  const { page } = await start({ files: [file] });
  await mapBox(page);
  const picture = () => canvas(page).evaluate((map) => (map as HTMLCanvasElement).toDataURL());
  await expect.poll(() => paintedPixels(page)).toBeGreaterThan(400);
  const light = await picture();
  await page.evaluate(() => window.ramify.call('settings.setTheme', { theme: 'dark' }));
  await expect.poll(picture).not.toBe(light);
});

test('the overview shows 100,000 entries whole, and goes to any part of them', async ({ open, folder }) => {
  const file = path.join(folder, 'chain.db');
  writeChain(file, 100_000);
  const { page } = await open(file);
  await expect(entry(page, 99_999)).toBeInViewport({ timeout: 30_000 });
  const box = await mapBox(page);
  await page.mouse.click(box.x + 8, box.y + box.height / 2);
  // A pixel of the map is more than a hundred entries.
  await expect(
    treeRows(page)
      .getByText(/^Entry number (49|50)\d{3}$/)
      .nth(12),
  ).toBeInViewport();
  await page.mouse.click(box.x + 8, box.y);
  await expect(entry(page, 0)).toBeInViewport();
});
