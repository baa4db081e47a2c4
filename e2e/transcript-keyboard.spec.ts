import path from 'node:path';
import type { Page } from '@playwright/test';
import { ANSWERED_CALLS } from './support/answered-calls';
import { expect, test } from './support/app';
import { writeForkedSession } from './support/comparison';
import { writeEveryKind } from './support/every-kind';
import { CALLS, writeToolSession } from './support/tools';
import { treeRows } from './support/window';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** What has the focus, by its name and role, and whether it is in the conversation and can be seen to have it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    element.setAttribute('data-walked', '');
    return {
      name:
        element.getAttribute('aria-label') ??
        element.querySelector('img')?.alt ??
        element.textContent.trim().slice(0, 60),
      isInside: element.closest('[aria-label=Conversation]') !== null,
      isFolded: element.getAttribute('aria-expanded') === 'false' && !element.hasAttribute('aria-haspopup'),
      hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
    };
  });

/** Goes through the conversation by Tab and unfolds what is folded. Gives what the focus could not be seen on. */
async function walk(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  await conversation(page).focus();
  for (let press = 0; press < 600; press++) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (!at.isInside) return unseen;
    if (!at.hasRing) unseen.push(at.name);
    if (at.isFolded) await page.keyboard.press('Enter');
  }
  throw new Error('Tab does not leave the conversation.');
}

/** Controls of the conversation that Tab did not stop at; of a group of choices, arrows reach the others. */
const missed = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[aria-label=Conversation] :is(button, a, summary, input, select, [tabindex])',
      ),
    ]
      .filter(
        (element) => element.getAttribute('role') !== 'radio' || element.getAttribute('tabindex') === '0',
      )
      .filter((element) => element.checkVisibility() && !element.hasAttribute('data-walked'))
      .filter((element) => !element.matches(':disabled'))
      .map((element) => element.getAttribute('aria-label') ?? element.outerHTML.slice(0, 120)),
  );

for (const [what, write] of [
  ['every kind of content', writeEveryKind],
  ['the cards of files', (file: string) => writeToolSession(file, CALLS)],
  ['the cards of answers', (file: string) => writeToolSession(file, ANSWERED_CALLS)],
  ['forks', writeForkedSession],
] as const) {
  test(`Tab reaches all there is to press in ${what}, and is seen there`, async ({ open, folder }) => {
    const file = path.join(folder, 'session.db');
    write(file);
    const { page } = await open(file);
    await expect(treeRows(page).filter({ hasText: 'stored leaf' })).toBeVisible();
    const size = page.viewportSize();
    // All of it is drawn at once: what leaves the view takes its marks along.
    await page.setViewportSize({ width: 1400, height: 6000 });
    await expect(conversation(page).locator('[aria-busy]')).toHaveCount(0);
    expect(await walk(page)).toEqual([]);
    // What the first walk unfolded last may have come with more, for example the colours of code.
    expect(await walk(page)).toEqual([]);
    expect(await missed(page)).toEqual([]);
    if (size) await page.setViewportSize(size);
  });
}

/** Presses a key until something of that name has the focus. */
async function goTo(page: Page, key: string, name: RegExp): Promise<void> {
  for (let press = 0; press < 100; press++) {
    await page.keyboard.press(key);
    if (name.test((await focused(page)).name)) return;
  }
  throw new Error(`${key} does not lead to ${name}.`);
}

test('a call is read, turned over and copied by keys alone', async ({ open, folder }) => {
  const file = path.join(folder, 'tools.db');
  writeToolSession(
    file,
    CALLS.filter(({ name, isError }) => name === 'edit' && !isError),
  );
  const { page } = await open(file);
  await expect(conversation(page)).toContainText('src/cart.ts');
  await conversation(page).focus();
  await page.keyboard.press('Home');
  await goTo(page, 'Tab', /^edit/);
  await page.keyboard.press('Enter');
  const difference = conversation(page).getByRole('group', { name: 'What changes' });
  await expect(difference).toBeVisible();
  await goTo(page, 'Tab', /^Formatted/);
  await page.keyboard.press('ArrowRight');
  await expect(conversation(page).getByRole('radio', { name: 'As stored' })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await goTo(page, 'Tab', /^Inline/);
  await page.keyboard.press('ArrowRight');
  await expect(conversation(page).getByRole('radio', { name: 'Side by side' })).toBeChecked();
  await goTo(page, 'Tab', /^Copy/);
  await page.keyboard.press('Enter');
  await expect(conversation(page).getByRole('button', { name: 'Copied' })).toBeFocused();
  await goTo(page, 'Shift+Tab', /^edit/);
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem').last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(conversation(page).getByRole('button', { name: /^edit/ })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(difference).toHaveCount(0);
});

test('an image opens by keys alone and gives the focus back; a link asks before it leads away', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'kinds.db');
  writeEveryKind(file);
  const { app, page } = await open(file);
  await expect(conversation(page)).toContainText('cart --watch');
  await conversation(page).focus();
  await page.keyboard.press('Home');
  await expect(conversation(page).getByText('The total is wrong by a cent.')).toBeInViewport();
  await goTo(page, 'Tab', /PNG 640/);
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Image' });
  await expect(viewer.getByRole('img')).toBeVisible();
  await page.keyboard.press('1');
  await expect(viewer.getByRole('button', { name: '100 %' })).toHaveAttribute('aria-pressed', 'true');
  for (let press = 0; press < 8; press++) await page.keyboard.press('+');
  await goTo(page, 'Tab', /^Image, scrolled/);
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() =>
      viewer.getByRole('group', { name: /^Image, scrolled/ }).evaluate(({ scrollLeft }) => scrollLeft),
    )
    .toBeGreaterThan(0);
  await page.keyboard.press('0');
  await expect(viewer.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'true');
  for (const name of [/^100 %/, /^Smaller/, /^Larger/, /^Copy image/, /^Close/])
    await goTo(page, 'Tab', name);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(conversation(page).getByRole('button', { name: /PNG 640/ })).toBeFocused();

  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (...asked: unknown[]) => {
      Object.assign(globalThis, { askedOf: JSON.stringify(asked.at(-1)) });
      return Promise.resolve({ response: 1, checkboxChecked: false });
    };
  });
  await goTo(page, 'Tab', /^how it is done elsewhere/);
  await page.keyboard.press('Enter');
  await expect
    .poll(() =>
      app.evaluate(() => JSON.stringify(Object.entries(globalThis).find(([name]) => name === 'askedOf'))),
    )
    .toContain('https://example.org/rounding');
  expect((await focused(page)).name).toMatch(/^how it is done elsewhere/);
});

test('what is found, the outline and the files of a path are gone along by keys alone', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'tools.db');
  writeToolSession(file);
  const { page } = await open(file);
  await expect(conversation(page)).toContainText('printf hostile');
  await conversation(page).focus();
  await page.keyboard.press('ControlOrMeta+f');
  const bar = page.getByRole('search', { name: 'Find in session' });
  await expect(bar.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('reduce');
  await expect(bar.getByRole('status')).toContainText(/1 of \d/);
  for (const name of [/^Match case/, /^Whole word/, /^Regular expression/, /^Previous/, /^Next/, /^Close/])
    await goTo(page, 'Tab', name);
  await goTo(page, 'Tab', /^Session/);
  await page.keyboard.press('ArrowRight');
  await expect(bar.getByRole('radio', { name: 'This path' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(conversation(page)).toBeFocused();

  await page.keyboard.press('ControlOrMeta+Shift+o');
  const outline = page.getByRole('dialog', { name: 'Outline of the Viewed Path' });
  await expect(outline.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(outline).toHaveCount(0);
  await expect(conversation(page).getByText('The total is wrong. Find out why.')).toBeInViewport();

  await page.keyboard.press('F6');
  for (let pane = 0; pane < 5 && !/^Entry/.test((await focused(page)).name); pane++)
    await page.keyboard.press('F6');
  const files = page.getByRole('tab', { name: 'Files' });
  await page.getByRole('tab', { selected: true }).focus();
  for (let press = 0; press < 5 && (await files.getAttribute('aria-selected')) !== 'true'; press++)
    await page.keyboard.press('ArrowRight');
  await expect(files).toBeFocused();
  await expect(page.getByRole('tabpanel').getByRole('button', { name: /cart\.ts read/ })).toBeVisible();
  await goTo(page, 'Tab', /^src\/cart\.ts/);
  await page.keyboard.press('Enter');
  const call = page.getByTitle('Go to this call').first();
  await expect(call).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(conversation(page).getByRole('button', { expanded: true }).first()).toBeInViewport();
});
