import path from 'node:path';
import type { Page } from '@playwright/test';
import { ANSWERED_CALLS } from './support/answered-calls';
import { expect, test } from './support/app';
import { runCommand, writeForkedSession } from './support/comparison';
import { writeEveryKind } from './support/every-kind';
import { findMisfits } from './support/layout';
import { CALLS, writeToolSession } from './support/tools';
import { chooseInDialog, treeRows } from './support/window';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** Unfolds what is drawn, all at once: what is opened pushes others out of what is drawn. */
async function unfoldAll(page: Page): Promise<void> {
  await conversation(page).evaluate((element) => {
    const lines = element.querySelectorAll('button[aria-expanded="false"]:not([aria-haspopup])');
    for (const line of lines) if (line instanceof HTMLElement) line.click();
  });
}

for (const width of [1280, 900]) {
  test(`text of 130 % fits in a window ${width} px wide`, async ({ start, folder }) => {
    // Every view is looked through for what does not fit.
    test.setTimeout(120_000);
    const fileOf = (name: string, write: (file: string) => void) => {
      const file = path.join(folder, `${name}.db`);
      write(file);
      return file;
    };
    const kinds = fileOf('kinds', writeEveryKind);
    const tools = fileOf('tools', (file) => writeToolSession(file, [...CALLS, ...ANSWERED_CALLS]));
    const forked = fileOf('forked', writeForkedSession);
    const { app, page } = await start();
    await page.setViewportSize({ width, height: 900 });
    const look = async (view: string) => {
      const found = await findMisfits(page);
      expect.soft(found, view).toEqual([]);
    };
    const open = async (file: string) => {
      await chooseInDialog(app, file);
      await page.evaluate(() => window.ramify.call('files.choose', {}));
      await expect(treeRows(page).filter({ hasText: 'stored leaf' })).toBeVisible();
      await expect(conversation(page).getByText(/\S/).first()).toBeVisible();
    };

    await look('welcome at 100 %');
    await runCommand(page, 'Appearance');
    await page.getByRole('radio', { name: '130 %' }).click();
    await look('appearance');
    await page.keyboard.press('Escape');
    await look('welcome');
    await page.keyboard.press('ControlOrMeta+k');
    await look('commands');
    await page.keyboard.press('Escape');

    await open(tools);
    await look('tree and calls');
    await unfoldAll(page);
    await look('calls unfolded');
    for (let screen = 0; screen < 6; screen++) {
      await conversation(page).evaluate((element) => element.scrollBy(0, -element.clientHeight));
      await page.waitForTimeout(100);
      await unfoldAll(page);
      await look(`calls unfolded ${screen}`);
    }
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await page.waitForTimeout(150);
      await look(`inspector ${await tab.textContent()}`);
    }
    await page.keyboard.press('ControlOrMeta+f');
    await page.getByRole('search').getByRole('textbox').fill('total');
    await expect(page.getByRole('search').getByRole('status')).toContainText(/\d/);
    await look('find');
    await page.getByRole('search').getByRole('textbox').press('Escape');
    await page.keyboard.press('ControlOrMeta+Shift+O');
    await expect(page.getByRole('option').first()).toBeVisible();
    await look('outline');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await look('shortcuts');
    await page.keyboard.press('Escape');

    await open(kinds);
    await unfoldAll(page);
    await look('kinds');
    await conversation(page).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await look('range');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await page.waitForTimeout(200);
    await unfoldAll(page);
    await look('kinds at the start');
    await conversation(page)
      .getByRole('button', { name: /PNG 640/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Image' }).getByRole('img')).toBeVisible();
    await look('image');
    await page.keyboard.press('Escape');

    await open(forked);
    await look('forked');
    await page
      .getByRole('button', { name: /^All branches at this fork/ })
      .first()
      .click();
    await look('branches');
    await page.keyboard.press('Escape');
    await runCommand(page, 'Compare branches');
    await expect(page.getByRole('table', { name: 'Aligned entries' }).getByRole('row').first()).toBeVisible();
    await look('comparison');
  });
}
