import path from 'node:path';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { noisePng, plainPng } from './support/images';
import { watchLongTasks } from './support/long-tasks';
import { writeToolSession } from './support/tools';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const image = (data: string, mimeType = 'image/png') => ({ type: 'image', mimeType, data });

/** A session with one call that gave some images. */
function imagesOf(folder: string, ...blocks: readonly object[]): string {
  const file = path.join(folder, 'images.db');
  writeToolSession(file, [{ name: 'screenshot', arguments: { page: '/cart' }, output: 'Done.', blocks }]);
  return file;
}

const openCard = (page: Page) =>
  conversation(page)
    .getByRole('button', { name: /^screenshot/ })
    .click();

test.describe('a result of ten images of 5 MB', () => {
  // A task that a busy machine interrupts seems long; one that is long is so each time.
  test.describe.configure({ retries: 2, timeout: 120_000 });

  test('keeps the window free', async ({ open, folder }) => {
    const file = imagesOf(
      folder,
      ...Array.from({ length: 10 }, (_, seed) => image(noisePng(1300, 1280, seed))),
    );
    const { page } = await open();
    const tasks = await watchLongTasks(page);
    await open(file);
    await openCard(page);
    // A result shows so many of its parts at first.
    await conversation(page)
      .getByRole('button', { name: /^Show more \(1 part/ })
      .click({ timeout: 60_000 });
    // Those far below the view are read once one comes near them.
    await expect(async () => {
      await conversation(page).evaluate((element) => element.scrollBy(0, element.clientHeight));
      await expect(page.locator('figure img')).toHaveCount(10, { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    const isDrawn = () =>
      page
        .locator('figure img')
        .evaluateAll((images) =>
          images.every(
            (each) => each instanceof HTMLImageElement && each.complete && each.naturalWidth === 1300,
          ),
        );
    await expect.poll(isDrawn, { timeout: 30_000 }).toBe(true);
    expect(Math.max(0, ...(await tasks()))).toBeLessThan(200);
  });
});

test('an image opens large: zoomed, moved, copied, the next one by a key, and back to where it was', async ({
  start,
  folder,
}) => {
  const file = imagesOf(
    folder,
    image(plainPng(1600, 1200, [40, 90, 160])),
    // Too large to come with its entry.
    image(noisePng(300, 200, 7)),
  );
  const { page } = await start({ files: [file] });
  await openCard(page);
  const first = conversation(page).getByRole('button', { name: /Embedded in this entry, PNG 1600 × 1200/ });
  await first.click();
  const viewer = page.getByRole('dialog', { name: 'Image' });
  await expect(viewer).toContainText(/PNG 1600 × 1200, [\d.]+ kB/);
  await expect(viewer).toContainText('1 of 2');
  const shown = viewer.getByRole('img');
  const widthOf = async () => Math.round((await shown.boundingBox())?.width ?? 0);
  const fitted = await widthOf();
  expect(fitted).toBeLessThan(1600);

  await viewer.getByRole('button', { name: '100 %' }).click();
  await expect.poll(widthOf).toBe(1600);
  await page.keyboard.press('+');
  await expect.poll(widthOf).toBe(2400);
  const view = viewer.getByRole('group', { name: /^Image, scrolled/ });
  await view.hover();
  await page.mouse.down();
  await page.mouse.move(300, 300, { steps: 4 });
  await page.mouse.up();
  expect(await view.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await page.keyboard.press('0');
  await expect.poll(widthOf).toBe(fitted);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect.poll(widthOf).toBeGreaterThan(fitted * 1.5);

  await viewer.getByRole('button', { name: 'Copy image' }).click();
  await expect(viewer.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer).toContainText('PNG 300 × 200');
  await expect(viewer.getByRole('button', { name: 'Next image' })).toBeDisabled();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(first).toBeFocused();
});

test('an image that is none, is damaged, or is too large says so in words', async ({ open, folder }) => {
  const whole = Buffer.from(noisePng(40, 30, 3), 'base64');
  const damaged = Buffer.concat([whole.subarray(0, 40), Buffer.alloc(200, 7)]);
  const bomb = Buffer.from(whole);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="hasRun = 1"/>');
  const { page } = await open(
    imagesOf(
      folder,
      image('not base64!'),
      image('%'.repeat(200_000)),
      image(damaged.toString('base64')),
      image(bomb.toString('base64')),
      image(svg.toString('base64'), 'image/svg+xml'),
    ),
  );
  await openCard(page);
  await expect(page.locator('figure').nth(0)).toContainText('not readable as base64');
  await expect(page.locator('figure').nth(1)).toContainText('not readable as base64');
  await expect(page.locator('figure').nth(2)).toContainText('damaged');
  await expect(page.locator('figure').nth(3)).toContainText('too many pixels to show');
  await expect(page.locator('figure').nth(4)).toContainText('not a PNG, JPEG, GIF or WebP image/svg+xml');
  expect(await page.evaluate(() => 'hasRun' in window)).toBe(false);
});
