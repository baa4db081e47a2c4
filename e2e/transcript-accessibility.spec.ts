import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility';
import { ANSWERED_CALLS } from './support/answered-calls';
import { expect, test } from './support/app';
import { writeEveryKind } from './support/every-kind';
import { message } from './support/stores';
import { CALLS, writeToolSession } from './support/tools';
import { writeTranscript } from './support/trees';
import { chooseInDialog } from './support/window';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** Unfolds what is drawn, from the last one up: what is opened pushes the others down. */
async function unfoldAll(page: Page): Promise<void> {
  const lines = conversation(page).getByRole('button', { expanded: false });
  for (let at = (await lines.count()) - 1; at >= 0; at -= 1) await lines.nth(at).click();
}

// The engine looks at every element of large pages.
test.setTimeout(240_000);

for (const theme of ['light', 'dark'] as const) {
  test(`the accessibility engine objects to nothing in a transcript, ${theme}`, async ({ start, folder }) => {
    const [kinds, tools] = [path.join(folder, 'kinds.db'), path.join(folder, 'tools.db')];
    writeEveryKind(kinds);
    writeToolSession(tools, [...CALLS, ...ANSWERED_CALLS]);
    const { app, page } = await start({ theme });
    // As much as can be of a transcript is drawn at once.
    await page.setViewportSize({ width: 1500, height: 4000 });
    const open = async (file: string, last: string) => {
      await chooseInDialog(app, file);
      await page.evaluate(() => window.ramify.call('files.choose', {}));
      await expect(conversation(page)).toContainText(last);
    };
    // The dark page is the same page in other colours.
    const rules = theme === 'light' ? 'all' : ['color-contrast'];
    const look = async (view: string) => expect.soft(await findViolations(page, rules), view).toEqual([]);

    await open(kinds, 'cart --watch');
    await unfoldAll(page);
    await expect(conversation(page).getByRole('table')).toBeVisible();
    await look('every kind of content');
    await conversation(page)
      .getByRole('button', { name: /PNG 640/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Image' }).getByRole('img')).toBeVisible();
    await look('an image');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+f');
    const find = page.getByRole('search', { name: 'Find in session' });
    await find.getByRole('textbox').fill('round');
    await expect(find.getByRole('status')).toContainText(/\d/);
    await look('what was found');
    await find.getByRole('button', { name: /expression/ }).click();
    await find.getByRole('textbox').fill('(');
    await look('a wrong expression');
    await find.getByRole('textbox').press('Escape');
    await page.keyboard.press('ControlOrMeta+Shift+O');
    await expect(page.getByRole('option').first()).toBeVisible();
    await look('the outline');
    await page.keyboard.press('Escape');
    await conversation(page).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await expect(page.getByText(/ chosen/)).toBeVisible();
    await look('chosen entries');
    await page.keyboard.press('Escape');

    await open(tools, 'deploy_preview');
    await unfoldAll(page);
    await expect(page.locator('[data-row] [aria-busy]')).toHaveCount(0);
    await look('calls, the last ones');
    await conversation(page).focus();
    await page.keyboard.press('Home');
    await expect(conversation(page).getByText('The total is wrong. Find out why.')).toBeInViewport();
    await unfoldAll(page);
    await look('calls, the first ones');
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('tabpanel').getByRole('button').first().click();
    await look('files');
  });

  test(`nor to what tells of new entries, ${theme}`, async ({ start, folder }) => {
    const file = path.join(folder, 'growing.jsonl');
    const entry = (row: number) =>
      message(`e${row}`, row === 0 ? null : `e${row - 1}`, 'user', `Entry number ${row}`);
    writeTranscript(
      file,
      Array.from({ length: 60 }, (_, row) => entry(row)),
    );
    const { page } = await start({ theme, files: [file] });
    await expect(conversation(page)).toContainText('Entry number 59');
    await conversation(page).focus();
    // The place of the leaf is looked for until what is around it has its height.
    await expect(async () => {
      await page.keyboard.press('Home');
      await expect(conversation(page).getByText('Entry number 0', { exact: true })).toBeInViewport({
        timeout: 1_000,
      });
    }).toPass();
    let added = '';
    for (let row = 60; row < 72; row++) added += `${JSON.stringify(entry(row))}\n`;
    appendFileSync(file, added);
    await expect(page.getByRole('button', { name: '12 new' })).toBeVisible({ timeout: 60_000 });
    expect(await findViolations(page)).toEqual([]);
  });
}
