import path from 'node:path';
import { ANSWERED_CALLS } from './support/answered-calls';
import { expect, root, test } from './support/app';
import { writeEveryKind } from './support/every-kind';
import { CALLS, writeToolSession } from './support/tools';
import { chooseInDialog } from './support/window';

/** Set by npm run screenshots. */
const folder = process.env.RAMIFY_SCREENSHOTS ?? '';

for (const theme of ['light', 'dark'] as const) {
  test(`pictures of every kind of content and card, ${theme}`, async ({ start, folder: own }) => {
    const kinds = path.join(own, 'kinds.db');
    writeEveryKind(kinds);
    const fileOf = (name: string, calls: Parameters<typeof writeToolSession>[1]) => {
      const file = path.join(own, `${name}.db`);
      writeToolSession(file, calls);
      return file;
    };
    const isForAgent = (name: string) => name === 'subagent' || name === 'deploy_preview';
    const shown = ['read', 'edit', 'apply_patch', 'todo_write'];
    const cards = [
      ['files', CALLS.filter(({ name }) => shown.includes(name))],
      ['answers', ANSWERED_CALLS.filter(({ name }) => !isForAgent(name))],
      ['agents', ANSWERED_CALLS.filter(({ name }) => isForAgent(name))],
    ] as const;
    const { app, page } = await start({ theme });
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await page.setViewportSize({ width: 1500, height: 1500 });
    const open = async (file: string) => {
      await chooseInDialog(app, file);
      await page.evaluate(() => window.ramify.call('files.choose', {}));
      await expect(
        page.getByRole('treegrid').getByRole('row').filter({ hasText: 'stored leaf' }),
      ).toBeVisible();
    };
    const take = async (name: string) => {
      // Colours of code come a moment after its text.
      await page.waitForTimeout(3_000);
      await conversation.screenshot({
        path: path.join(root, folder, `${name}-${theme}.png`),
        animations: 'disabled',
      });
    };

    await open(kinds);
    for (const pane of ['Hide sessions', 'Hide inspector'])
      await page.getByRole('button', { name: pane, exact: true }).click();
    const toStart = async () => {
      await page.getByRole('treegrid').focus();
      await page.keyboard.press('Home');
    };
    await conversation.getByRole('button', { name: /^Thinking/ }).click();
    await toStart();
    await take('kinds-content');
    for (const note of [/^bash.*error/, /^notes/, /^Custom budget/, /^Branch summary/, /^Compaction/])
      await conversation.getByRole('button', { name: note }).click();
    await take('kinds-notes');

    for (const [name, calls] of cards) {
      await open(fileOf(name, calls));
      const lines = conversation.getByRole('button', { expanded: false });
      await expect(lines).toHaveCount(calls.length);
      // From the last one up: what was opened pushes the others down.
      for (let at = calls.length - 1; at >= 0; at -= 1) await lines.nth(at).click();
      await toStart();
      await take(`kinds-${name}`);
    }
  });
}
