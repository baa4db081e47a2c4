import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app';
import { answer, MARKDOWN_BOMBS, writeMessages } from './support/hostile';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** An answer of so many sections, which together are too much to be read at once. */
const sections = (count: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `## Part ${at}\n\nSome *words* and \`code\`, at **${at}**.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`,
  ).join('');

test('a table just below the limit is drawn to its last row', async ({ open, folder }) => {
  const table = MARKDOWN_BOMBS['tables just below the limit'] ?? '';
  const file = path.join(folder, 'table.db');
  writeMessages(file, [answer(`${table}\nThe end.`)]);
  const { page } = await open(file);
  await expect(conversation(page).locator('tr')).toHaveCount(table.trim().split('\n').length - 1);
  await expect(conversation(page)).not.toContainText('|1|2|');
  await expect(conversation(page)).not.toContainText('Shown as it is written');
  await expect(conversation(page).locator('p', { hasText: 'The end.' })).toHaveCount(1);
});

test('the end of a conversation stays in view while long Markdown above it is drawn', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'sections.db');
  writeMessages(file, [answer(sections(40)), answer(sections(40)), answer('The last words.')]);
  const { page } = await open(file);
  await expect(conversation(page).getByRole('heading', { name: 'Part 39' }).last()).toBeVisible();
  await expect(conversation(page)).not.toContainText('## Part');
  await expect(conversation(page).getByText('The last words.')).toBeInViewport();
});

test('a hit far down in long Markdown is marked in what is drawn in the end', async ({ open, folder }) => {
  const file = path.join(folder, 'hit.db');
  writeMessages(file, [answer(`${sections(20)}\n\nA **needle** here.\n\n${sections(20)}`), answer('Yes.')]);
  const { page } = await open(file);
  await expect(conversation(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('textbox', { name: 'Find in session' }).fill('needle');
  await expect
    .poll(() =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get('find-current') ?? [];
        return range instanceof Range
          ? range.startContainer.parentElement?.closest('strong')?.textContent
          : null;
      }),
    )
    .toBe('needle');
  await expect(conversation(page).locator('strong', { hasText: 'needle' })).toBeInViewport();
});

test('characters written by their names are shown, under the policy of the page', async ({
  open,
  folder,
}) => {
  const file = path.join(folder, 'names.db');
  writeMessages(file, [
    answer('Short: &lt;a&gt; &copy;'),
    answer(`Long: &lt;b&gt; &reg;\n\n${sections(40)}`),
  ]);
  const { page } = await open(file);
  await expect(conversation(page)).toContainText('Short: <a> ©');
  await expect(conversation(page)).toContainText('Long: <b> ®');
  await expect(conversation(page)).not.toContainText('Shown as it is written');
});
