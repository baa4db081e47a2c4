import path from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { type ThewayEntry, ThewayFile } from '../src/main/samples/theway-file';
import { findViolations } from './support/accessibility';
import { expect, test } from './support/app';

const TIME = '2026-03-02T09:00:00Z';

function message(id: string, parentId: string | null, body: object): ThewayEntry {
  return { type: 'message', id, parentId, timestamp: TIME, message: body };
}
const user = (id: string, parentId: string | null, content: unknown) =>
  message(id, parentId, { role: 'user', content });
const answer = (id: string, parentId: string | null, ...content: object[]) =>
  message(id, parentId, { role: 'assistant', content });
const text = (words: string) => ({ type: 'text', text: words });
const call = (id: string, name: string, args: object) => ({ type: 'toolCall', id, name, arguments: args });
const result = (id: string, parentId: string, toolCallId: string, output: string) =>
  message(id, parentId, { role: 'toolResult', toolCallId, toolName: 'bash', content: [text(output)] });

function writeSession(folder: string, entries: Iterable<ThewayEntry>, name = 'find'): string {
  const file = path.join(folder, `${name}.db`);
  const session = new ThewayFile(file);
  session.setMeta({ id: name, createdAt: TIME, cwd: '/home/dev', path: file });
  session.append(entries);
  session.close();
  return file;
}

const bar = (page: Page) => page.getByRole('search', { name: 'Find in session' });
const field = (page: Page) => bar(page).getByRole('textbox', { name: 'Find in session' });
const status = (page: Page) => bar(page).getByRole('status');
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** Opens the bar and looks for something. */
async function find(page: Page, words: string, ...options: readonly string[]): Promise<void> {
  await expect(conversation(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  for (const name of options) await bar(page).getByRole('button', { name }).click();
  await field(page).fill(words);
}

/** What is marked as the hit that is gone to, and whether all of it is in view. */
function current(page: Page): Promise<{ text: string; isInView: boolean } | null> {
  return page.evaluate(() => {
    const [range] = CSS.highlights.get('find-current') ?? [];
    const list = document.querySelector('[aria-label="Conversation"]');
    if (!(range instanceof Range) || !list) return null;
    const [box, view] = [range.getBoundingClientRect(), list.getBoundingClientRect()];
    const isInView = box.height > 0 && box.top >= view.top && box.bottom <= view.bottom;
    return { text: range.toString(), isInView };
  });
}

const expectCurrent = (page: Page, found: string) =>
  expect.poll(() => current(page)).toEqual({ text: found, isInView: true });

/** How many places are marked besides. */
const marked = (page: Page) => page.evaluate(() => CSS.highlights.get('find-hit')?.size ?? 0);

test('a hit opens the card, the reasoning or the bookkeeping it is in', async ({ open, folder }) => {
  const file = writeSession(folder, [
    user('q', null, 'A question'),
    answer(
      'a',
      'q',
      { type: 'thinking', thinking: 'First the needle of reasoning.' },
      text('Yes.'),
      call('c', 'bash', { command: 'echo "the needle" of arguments' }),
    ),
    result('r', 'a', 'c', `${'line\n'.repeat(30)}a needle in the result\n`),
    {
      type: 'custom',
      id: 'n',
      parentId: 'r',
      timestamp: TIME,
      customType: 'note',
      data: { kept: 'needle in a note' },
    },
    answer('z', 'n', text('The end.')),
  ]);
  const { page } = await open(file);
  await find(page, 'needle');
  await expect(status(page)).toHaveText(/of 4$/);
  for (const [number, around] of [
    [1, 'First the needle of reasoning.'],
    [2, 'echo "the needle" of arguments'],
    [3, 'a needle in the result'],
    [4, '"needle in a note"'],
  ] as const) {
    for (let press = 0; press < 4 && (await status(page).textContent()) !== `${number} of 4`; press += 1) {
      await page.keyboard.press('F3');
      await page.waitForTimeout(50);
    }
    await expect(status(page)).toHaveText(`${number} of 4`);
    await expect(conversation(page).getByText(around).last()).toBeVisible();
    await expectCurrent(page, 'needle');
  }
  await page.keyboard.press('Shift+Enter');
  await expect(status(page)).toHaveText('3 of 4');
  // Quotation marks are typed as they are read, not as JSON escapes them.
  await field(page).fill('echo "the');
  await expect(status(page)).toHaveText('1 of 1');
  await expectCurrent(page, 'echo "the');
});

test('a hit far beyond what is drawn, and at the end of a text that is cut, is scrolled to', async ({
  open,
  folder,
}) => {
  const long = `${'0123456789 abcdefghijklmnopqrstuvwxyz\n'.repeat(80_000)}the last haystack\n`;
  const entries = [
    user('e0', null, 'The first haystack'),
    ...Array.from({ length: 3_000 }, (_, at) => user(`e${at + 1}`, `e${at}`, `Entry number ${at + 1}`)),
    answer('a', 'e3000', call('c', 'bash', { command: 'cat hay' })),
    result('r', 'a', 'c', long),
    ...Array.from({ length: 200 }, (_, at) => user(`f${at}`, at === 0 ? 'r' : `f${at - 1}`, `Later ${at}`)),
  ];
  const { page } = await open(writeSession(folder, entries));
  await find(page, 'haystack');
  await expect(status(page)).toHaveText(/of 2$/);
  await page.keyboard.press('Enter');
  const seen = new Set<string | null>();
  for (let step = 0; step < 2; step += 1) {
    await expectCurrent(page, 'haystack');
    seen.add(await status(page).textContent());
    await page.keyboard.press('F3');
    await page.waitForTimeout(300);
  }
  expect(seen).toEqual(new Set(['1 of 2', '2 of 2']));
  await expect(conversation(page).getByText('characters further on, around what was found')).toHaveCount(1);
});

test('a hit on another branch says so, and Enter shows that branch', async ({ open, folder }) => {
  const file = writeSession(folder, [
    user('q', null, 'Where is the leak?'),
    answer('a1', 'q', text('In the cache, says the lantern.')),
    user('b1', 'a1', 'Go on with the lantern.'),
    answer('a2', 'q', text('In the queue, says the lantern.')),
  ]);
  const { page } = await open(file);
  await find(page, 'lantern');
  await expect(bar(page)).toContainText('1 here, 2 on other branches');
  await expect(status(page)).toHaveText('3 of 3');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('1 of 3');
  await expect(bar(page)).toContainText('On another branch: In the cache, says the lantern.');
  await expect(conversation(page)).not.toContainText('In the cache');
  await page.keyboard.press('Enter');
  await expect(conversation(page)).toContainText('In the cache');
  await expectCurrent(page, 'lantern');
  await expect(bar(page)).toContainText('2 here, 1 on other branches');
  await expect(status(page)).toHaveText('1 of 3');
  // By a button, too; and only on the path, if so chosen.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('3 of 3');
  await bar(page)
    .getByRole('button', { name: /View that branch/ })
    .click();
  await expect(conversation(page)).toContainText('In the queue');
  await bar(page).getByRole('radio', { name: 'This path' }).click();
  await expect(status(page)).toHaveText('1 of 1');
});

test('words, case and patterns; what is no pattern says why; nothing found says so', async ({
  open,
  folder,
}) => {
  const { page } = await open(writeSession(folder, [user('q', null, 'Cart carts CART scart cart.')]));
  await find(page, 'cart');
  await expect(status(page)).toHaveText('1 of 5');
  await expect.poll(() => marked(page)).toBe(5);
  await bar(page).getByRole('button', { name: 'Whole word' }).click();
  await expect(status(page)).toHaveText('1 of 3');
  await expect.poll(() => marked(page)).toBe(3);
  await bar(page).getByRole('button', { name: 'Match case' }).click();
  await expect(status(page)).toHaveText('1 of 1');
  await bar(page).getByRole('button', { name: 'Whole word' }).click();
  await bar(page).getByRole('button', { name: 'Regular expression' }).click();
  await field(page).fill('^C[a-z]+');
  await expect(status(page)).toHaveText('1 of 1');
  await expectCurrent(page, 'Cart');
  await field(page).fill('(');
  await expect(bar(page).getByRole('alert')).toHaveText(/^Not a regular expression: Unterminated group/);
  await field(page).fill('x*');
  await expect(status(page)).toHaveText('Nothing found');
  await field(page).fill('');
  await expect(status(page)).toHaveText('');
});

test('a pattern that would take for ever is stopped, and the window answers meanwhile', async ({
  open,
  folder,
}) => {
  const trap = `${'a'.repeat(200)}!`;
  const entries = Array.from({ length: 400 }, (_, at) =>
    user(`e${at}`, at === 0 ? null : `e${at - 1}`, `${at} ${trap}`),
  );
  const { page } = await open(writeSession(folder, entries));
  await find(page, '(a+)+$', 'Regular expression');
  // What is scrolled to meanwhile is read and drawn.
  await conversation(page).focus();
  await page.keyboard.press('Home');
  await expect(conversation(page)).toContainText(`0 ${trap}`, { timeout: 3_000 });
  await expect(bar(page).getByRole('alert')).toHaveText(
    /^This pattern takes too long\. The search was stopped after \d+ entries, 5 entries of them left out\.$/,
    { timeout: 15_000 },
  );
  await field(page).fill('399 a');
  await expect(status(page)).toHaveText('1 of 1');
});

test('a million hits are counted and gone through', async ({ open, folder }) => {
  const words = 'e e e e e e e e e e '.repeat(500);
  const entries = Array.from({ length: 200 }, (_, at) =>
    user(`e${at}`, at === 0 ? null : `e${at - 1}`, words),
  );
  const { page } = await open(writeSession(folder, entries));
  await find(page, 'e');
  await expect(status(page)).toHaveText(/ of 1,000,000$/, { timeout: 20_000 });
  await expectCurrent(page, 'e');
  await page.keyboard.press('Shift+F3');
  await expectCurrent(page, 'e');
  // What is marked on the page stays within bounds.
  expect(await marked(page)).toBeLessThanOrEqual(2_500);
});

test('Escape closes the bar and gives the focus back; the query and the selection are taken up again', async ({
  open,
  folder,
}) => {
  const { page } = await open(writeSession(folder, [user('q', null, 'A lantern and a compass')]));
  await conversation(page).focus();
  await find(page, 'lantern');
  await expectCurrent(page, 'lantern');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(conversation(page)).toBeFocused();
  expect(await current(page)).toBeNull();
  await page.keyboard.press('F3');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('lantern');
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('lantern');
  await page.keyboard.press('Escape');
  await conversation(page)
    .getByText('compass')
    .dblclick({ position: { x: 140, y: 8 } });
  await page.evaluate(() => {
    const words = document.querySelector('[aria-label="Conversation"] bdi')?.firstChild;
    if (words) document.getSelection()?.setBaseAndExtent(words, 16, words, 23);
  });
  await page.keyboard.press('ControlOrMeta+f');
  await expect(field(page)).toHaveValue('compass');
  await expectCurrent(page, 'compass');
  expect(await findViolations(page)).toEqual([]);
});

test('another session is searched for the same, and so is a file that comes again', async ({
  start,
  folder,
}) => {
  const first = writeSession(
    folder,
    [user('q', null, 'A lantern'), user('r', 'q', 'lantern, lantern')],
    'first',
  );
  const second = writeSession(folder, [user('q', null, 'One lantern')], 'second');
  const { page } = await start({ files: [first, second] });
  const sessions = page.getByRole('tree', { name: /sessions/i });
  await expect(conversation(page)).toContainText(/lantern/);
  await find(page, 'lantern');
  await expect(status(page)).toHaveText(/of [13]$/);
  await sessions.getByText('first', { exact: false }).last().click();
  await expect(status(page)).toHaveText(/of 3$/);
  await expect(field(page)).not.toBeFocused();
  const database = new Database(first);
  const added = user('s', 'r', 'a fourth lantern');
  database
    .prepare('INSERT INTO entries (id, parent_id, type, timestamp, payload) VALUES (?, ?, ?, ?, ?)')
    .run('s', 'r', 'message', TIME, JSON.stringify(added));
  database.close();
  // It may have been read again by itself, as it has grown.
  await page.keyboard.press('ControlOrMeta+r');
  await expect(status(page)).toHaveText(/of 4$/);
});
