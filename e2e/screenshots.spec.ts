import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, root, test } from './support/app';
import { writeBrokenSession } from './support/broken-session';
import { runCommand } from './support/comparison';
import { CALLS, writeToolSession } from './support/tools';
import { writeNestedForks, writeTree } from './support/trees';
import { chooseInDialog } from './support/window';

/** Set by npm run screenshots. */
const folder = process.env.RAMIFY_SCREENSHOTS ?? '';

for (const theme of ['light', 'dark'] as const) {
  test(`pictures of trees, ${theme}`, async ({ start, folder: made }) => {
    const [nested, large] = [path.join(made, 'nested.db'), path.join(made, 'large.db')];
    writeNestedForks(nested, 17);
    // Half of it is a trunk, and branches of fifty entries leave it.
    writeTree(large, 100_000, (row) => (row >= 50_000 && row % 50 === 0 ? row - 50_000 : row - 1));
    const { app, page } = await start({ theme, isFirstStart: true });
    const tree = page.getByRole('treegrid');
    const take = (name: string) =>
      page.screenshot({ path: path.join(root, folder, `${name}-${theme}.png`), animations: 'disabled' });

    await expect(tree.getByRole('row').filter({ hasText: 'stored leaf' })).toBeVisible();
    await tree.focus();
    await page.keyboard.press('ControlOrMeta+u');
    await page.keyboard.press('Home');
    await tree.getByRole('row').filter({ hasText: 'There are three ways' }).click();
    await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('Stored at');
    await take('tree-folded');
    await page.keyboard.press('ControlOrMeta+u');

    for (const [file, name, text] of [
      [nested, 'tree-forks', 'Entry number 17'],
      [large, 'tree-large', 'Entry number 49999'],
    ] as const) {
      await chooseInDialog(app, file);
      await page.evaluate(() => window.ramify.call('files.choose', {}));
      await expect(tree.getByRole('row').filter({ hasText: 'stored leaf' })).toBeVisible({ timeout: 30_000 });
      await page.getByRole('textbox', { name: 'Filter entries' }).fill(text);
      await tree.getByRole('row').filter({ hasText: text }).click();
      await page.getByRole('textbox', { name: 'Filter entries' }).fill('');
      await expect(tree.getByRole('row').nth(9)).toBeVisible();
      await take(name);
    }
  });

  test(`picture of a folder, ${theme}`, async ({ start, folder: own }) => {
    const home = path.join(own, 'sessions');
    const formats = path.join(root, 'src/main/formats');
    for (const [from, to] of [
      ['pi/samples/v3.jsonl', 'pi/2026-11-20.jsonl'],
      ['pi/samples/harness-v4.jsonl', 'pi/2026-08-21.jsonl'],
      ['codex/samples/legacy.jsonl', 'codex/2026/01/20/rollout.jsonl'],
      ['codex/samples/compressed.jsonl.zst', 'codex/2026/01/19/rollout.jsonl.zst'],
      ['codex/samples/bare-2025-07.jsonl', 'codex/2025/07/25/rollout.jsonl'],
      ['claude-code/samples', 'claude/projects/sails'],
      ['gemini/samples/session.jsonl', 'gemini/tmp/seeds/chats/session.jsonl'],
      ['qwen/samples/session.jsonl', 'qwen/tmp/hives/chats/session.jsonl'],
    ] as const)
      cpSync(path.join(formats, from), path.join(home, to), { recursive: true });
    for (const sample of ['theway-sample.db', 'vv-agent-sample.sqlite3'])
      cpSync(path.join(root, 'out/samples', sample), path.join(home, sample));
    mkdirSync(path.join(home, 'notes'));
    for (const name of ['one', 'two', 'three']) writeFileSync(path.join(home, `notes/${name}.md`), '# Notes');
    writeFileSync(path.join(home, 'codex/state.db'), 'SQLite format 3\0');
    const { page } = await start({ theme, files: [home] });
    await expect(page.getByText('4 other files')).toBeVisible();
    const view = page.getByRole('main');
    await view.screenshot({ path: path.join(root, folder, `folder-${theme}.png`), animations: 'disabled' });
  });

  test(`picture of what is wrong with a file, ${theme}`, async ({ start, folder: own }) => {
    const file = path.join(own, 'broken.jsonl');
    writeBrokenSession(file);
    const { page } = await start({ theme, files: [file] });
    await page.getByRole('tab', { name: 'Checks' }).click();
    await page.getByRole('button', { name: /7 damaged lines/ }).click();
    await page.getByRole('button', { name: /^line 10 · byte / }).click();
    await expect(page.getByRole('region', { name: 'Transcript' })).toContainText('"id":"d1"');
    await page.screenshot({ path: path.join(root, folder, `problems-${theme}.png`), animations: 'disabled' });
  });

  test(`pictures of tool calls, ${theme}`, async ({ start, folder: own }) => {
    const file = path.join(own, 'tools.db');
    writeToolSession(
      file,
      CALLS.filter(({ name, isError }) => ['bash', 'edit', 'grep'].includes(name) && !isError).slice(0, 3),
    );
    const { page } = await start({ theme, files: [file] });
    for (const tool of [/^grep/, /^edit/, /^bash/])
      await page.getByRole('region', { name: 'Conversation' }).getByRole('button', { name: tool }).click();
    await page.screenshot({ path: path.join(root, folder, `tools-${theme}.png`), animations: 'disabled' });
  });

  test(`pictures of a search, ${theme}`, async ({ start }) => {
    const { page } = await start({ theme, isFirstStart: true });
    await expect(
      page.getByRole('treegrid').getByRole('row').filter({ hasText: 'stored leaf' }),
    ).toBeVisible();
    await page.keyboard.press('ControlOrMeta+f');
    const bar = page.getByRole('search', { name: 'Find in session' });
    await bar.getByRole('textbox').fill('defer');
    await expect(bar).toContainText('on other branches');
    const card = page.getByRole('region', { name: 'Conversation' }).getByRole('button', { expanded: true });
    for (
      let press = 0;
      press < 20 && (await card.filter({ hasText: /^(read|edit)/ }).count()) === 0;
      press += 1
    ) {
      await page.keyboard.press('F3');
      await page.waitForTimeout(400);
    }
    await page.screenshot({ path: path.join(root, folder, `find-${theme}.png`), animations: 'disabled' });
  });

  test(`picture of the files of a path, ${theme}`, async ({ start, folder: own }) => {
    const file = path.join(own, 'tools.db');
    writeToolSession(file);
    const { page } = await start({ theme, files: [file] });
    await page.getByRole('tab', { name: 'Files' }).click();
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: /cart\.ts read/ })
      .click();
    await page.getByTitle('Go to this call').nth(1).click();
    await expect(page.getByRole('group', { name: 'What changes' })).toBeInViewport();
    // The pointer leaves, and with it what it points at.
    await page.mouse.move(0, 0);
    await page.screenshot({ path: path.join(root, folder, `files-${theme}.png`), animations: 'disabled' });
  });

  test(`pictures of the documentation, ${theme}`, async ({ start }) => {
    const { page } = await start({ theme, isFirstStart: true });
    const take = (name: string) =>
      page.screenshot({
        path: path.join(root, folder, `${name}-${theme}.png`),
        animations: 'disabled',
      });

    const tree = page.getByRole('treegrid');
    // The session opens at its stored leaf; the picture is of the first fork.
    await expect(tree.getByRole('row').filter({ hasText: 'stored leaf' })).toBeVisible();
    await tree.focus();
    await page.keyboard.press('Home');
    await tree.getByRole('row').filter({ hasText: 'There are three ways' }).click();
    await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('Stored at');
    await take('window');

    await page.getByRole('button', { name: /^All branches at this fork/ }).click();
    await expect(page.getByRole('option')).toHaveCount(3);
    await take('branches');
    await page.keyboard.press('Escape');

    await runCommand(page, 'Compare branches');
    await expect(page.locator('del').first()).toBeVisible();
    await take('compare');

    await runCommand(page, 'Context at the viewed leaf');
    await expect(page.getByRole('table', { name: 'Path and context' })).toContainText('Calls bash');
    await take('context');
    await page.getByRole('button', { name: 'Close the context' }).click();

    await page.evaluate(() => window.ramify.call('files.openSample', { sample: 'vv-agent' }));
    await page.getByRole('treeitem').filter({ hasText: 'backup host' }).click();
    await page.getByRole('tab', { name: 'Checks' }).click();
    await expect(page.getByText('unmatched', { exact: true }).first()).toBeVisible();
    await take('checks');

    const files = await page.evaluate(() => window.ramify.call('files.list', {}));
    for (const file of files.ok ? files.value : []) {
      await page.evaluate((fileId) => window.ramify.call('files.close', { fileId }), file.fileId);
    }
    await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
    await take('welcome');
  });
}
