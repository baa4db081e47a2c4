import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './support/app';
import {
  answer,
  callsInOneTurn,
  callWith,
  HOSTILE_CHARACTERS,
  MARKDOWN_BOMBS,
  nestedLists,
  writeMessages,
} from './support/hostile';
import { findLively, foreignRequests } from './support/inert';
import { longestTaskMs } from './support/main-thread';
import { chooseInDialog } from './support/window';

// A processor that others crowd takes longer for the same work: one quiet try of three is enough.
test.describe.configure({ retries: 2 });

/** Above this the window is felt to hang. */
const MOST_MS = 200;

/** The conversation, found without asking every element for its name. */
const conversation = (page: Page) => page.locator('[aria-label=Conversation]');
const cardLines = (page: Page) => conversation(page).locator('button[aria-expanded]');

/** Opens a file, and goes on with what is done in its conversation, all under the eye of the trace. */
async function expectCalm(
  { app, page }: { app: ElectronApplication; page: Page },
  file: string,
  work: () => Promise<void>,
): Promise<void> {
  const requests = foreignRequests(page);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await chooseInDialog(app, file);
  const ms = await longestTaskMs(app, async () => {
    await page.evaluate(() => window.ramify.call('files.choose', {}));
    await conversation(page).waitFor();
    await page.waitForFunction(
      () => document.querySelector('[aria-label=Conversation] [aria-busy]') === null,
    );
    await work();
  });
  expect(await findLively(page)).toEqual([]);
  expect(requests).toEqual([]);
  expect(errors).toEqual([]);
  expect(ms).toBeLessThan(MOST_MS);
}

/** Scrolls through the whole conversation, from its end to its start, a screen at a time. */
async function scrollThrough(page: Page): Promise<void> {
  await conversation(page).focus();
  for (let at = 0; at < 200; at++) {
    await page.keyboard.press('PageUp');
    await page.waitForTimeout(30);
    const top = await conversation(page).evaluate((element) => element.scrollTop);
    if (top === 0) return;
  }
}

for (const [name, output] of [
  ['lines', 'src/cart.ts:41:\texport function total(items) {\n'.repeat(272_341).slice(0, 12_800_000)],
  ['one line', 'x'.repeat(12_800_000)],
  ['words on one line', 'the cart keeps its items '.repeat(512_000)],
] as const) {
  test(`a result of 12.8 million characters, ${name}, is read part by part`, async ({ open, folder }) => {
    const file = path.join(folder, 'long.db');
    writeMessages(file, callWith('c', 'bash', { command: 'cat it' }, output));
    const running = await open();
    const { page } = running;
    await expectCalm(running, file, async () => {
      await cardLines(page).click();
      const more = conversation(page).locator('button:enabled', { hasText: 'Show more' });
      for (let part = 0; part < 12; part++) await more.click();
      await scrollThrough(page);
    });
  });
}

test('ten thousand calls in one turn', async ({ open, folder }) => {
  const file = path.join(folder, 'calls.db');
  writeMessages(file, callsInOneTurn(10_000));
  const running = await open();
  const { page } = running;
  await expectCalm(running, file, async () => {
    await scrollThrough(page);
    await cardLines(page).nth(3).click();
    const more = conversation(page).locator('button', { hasText: 'Show more (9,' });
    for (let part = 0; part < 3; part++) await more.click();
  });
});

test('JSON of 130 levels, and of 10,000', async ({ open, folder }) => {
  const file = path.join(folder, 'nested.db');
  writeMessages(file, [
    ...callWith(
      'c1',
      'mcp__a__b',
      { value: nestedLists(130, 'innermost') },
      JSON.stringify(nestedLists(130, 1)),
    ),
    ...callWith('c2', 'lookup', nestedLists(1_000, 'deep'), JSON.stringify(nestedLists(1_000, 1))),
    ...callWith('c3', 'bash', { command: 'ls' }, '['.repeat(10_000)),
  ]);
  const running = await open();
  const { page } = running;
  await expectCalm(running, file, async () => {
    for (const line of (await cardLines(page).all()).toReversed()) await line.click();
    const more = conversation(page).locator('button:enabled', { hasText: 'Show more' });
    while ((await more.count()) > 0) await more.first().click();
    await scrollThrough(page);
  });
});

test('Markdown that is much work', async ({ open, folder }) => {
  const file = path.join(folder, 'bombs.db');
  writeMessages(
    file,
    Object.entries(MARKDOWN_BOMBS).map(([name, text]) => answer(`${name}\n\n${text}`)),
  );
  const running = await open();
  await expectCalm(running, file, () => scrollThrough(running.page));
});

test('characters that hide, turn round or overflow, in what is said', async ({ open, folder }) => {
  const file = path.join(folder, 'characters.db');
  const texts = Object.entries(HOSTILE_CHARACTERS).map(([name, text]) => `${name}: ${text}`);
  writeMessages(file, [
    ...texts.map(answer),
    ...texts.map((content) => ({ role: 'user' as const, content })),
  ]);
  const running = await open();
  await expectCalm(running, file, () => scrollThrough(running.page));
});

test('characters that hide, turn round or overflow, in calls', async ({ open, folder }) => {
  const file = path.join(folder, 'characters.db');
  writeMessages(
    file,
    Object.values(HOSTILE_CHARACTERS).flatMap((text, at) =>
      callWith(`c${at}`, text.slice(0, 2_000), { command: text }, text),
    ),
  );
  const running = await open();
  const { page } = running;
  await expectCalm(running, file, async () => {
    for (const line of (await cardLines(page).all()).toReversed()) await line.click();
    await scrollThrough(page);
  });
});

test('an output that changes its colour with every letter, and moves the cursor', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'colours.db');
  const colours = Array.from({ length: 20_000 }, (_, at) => `\u001b[3${at % 8}mx`).join('');
  const moves = '\u001b[2J\u001b[10;10Ha\u001b[1A\u001b]0;title\u0007\u001b[?1049h'.repeat(2_000);
  writeMessages(file, [
    ...callWith('c1', 'bash', { command: 'colours' }, colours),
    ...callWith('c2', 'bash', { command: 'moves' }, moves),
    ...callWith('c3', 'bash', { command: colours }, 'ok'),
  ]);
  const running = await open();
  const { page } = running;
  await expectCalm(running, file, async () => {
    for (const line of (await cardLines(page).all()).toReversed()) await line.click();
    await scrollThrough(page);
  });
});
