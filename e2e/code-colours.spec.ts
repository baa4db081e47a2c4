import path from 'node:path';
import type { Page } from '@playwright/test';
import { ThewayFile } from '../src/main/samples/theway-file';
import { expect, test } from './support/app';
import { watchLongTasks } from './support/long-tasks';
import { message } from './support/stores';
import { writeToolSession } from './support/tools';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** A session whose only answer is this Markdown. */
function answerOf(folder: string, text: string): string {
  const file = path.join(folder, 'code.db');
  const session = new ThewayFile(file);
  session.setMeta({ id: 'code', createdAt: '', cwd: '/', path: file });
  session.append([
    message('q', null, 'user', 'Show me.'),
    message('a', 'q', 'assistant', [{ type: 'text', text }]),
  ]);
  session.close();
  return file;
}

test('code in Markdown has the colours of the language its fence names, and hides nothing', async ({
  open,
  folder,
}) => {
  const code = '/* a\u202e */ const tax = "0.19\u200b";';
  const { page } = await open(answerOf(folder, `\`\`\`ts\n${code}\n\`\`\`\n\n\`\`\`\nplain\n\`\`\``));
  const block = conversation(page).locator('pre').first();
  const word = block.getByText('const', { exact: true });
  await expect(word).toBeVisible();
  const [keyword, around] = await Promise.all(
    [word, block].map((place) => place.evaluate((element) => getComputedStyle(element).color)),
  );
  expect(keyword).not.toBe(around);
  await expect(block.getByTitle(/U\+202E/)).toBeVisible();
  await expect(block.getByTitle(/U\+200B/)).toBeVisible();
  await expect(conversation(page).locator('pre').last()).toHaveText('plain');
});

test('long code is coloured when asked to', async ({ open, folder }) => {
  const code = `const a = 1; // ${'one '.repeat(16)}\n`.repeat(700);
  const { page } = await open(answerOf(folder, `\`\`\`ts\n${code}\`\`\``));
  // As long a text is cut first.
  await conversation(page)
    .getByRole('button', { name: /^Show more/ })
    .click();
  const ask = conversation(page).getByRole('button', { name: /^Highlight anyway/ });
  await ask.click();
  await expect(conversation(page).locator('pre').getByText('const', { exact: true }).first()).toBeVisible();
  await expect(ask).toHaveCount(0);
});

test('a text that a grammar takes half a minute for holds nothing up', async ({ open, folder }) => {
  const file = path.join(folder, 'slow.db');
  writeToolSession(file, [
    { name: 'read', arguments: { path: 'slow.c' }, output: 'a'.repeat(50_000) },
    { name: 'read', arguments: { path: 'fast.ts' }, output: 'const last = 1;' },
  ]);
  const { page } = await open(file);
  const tasks = await watchLongTasks(page);
  for (const name of [/^read slow/, /^read fast/])
    await conversation(page).getByRole('button', { name }).click();
  // Its turn comes once the other was given up.
  await expect(conversation(page).getByText('const', { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(conversation(page).getByText('Not highlighted: it would take too long')).toBeVisible();
  expect(Math.max(0, ...(await tasks()))).toBeLessThan(200);
});
