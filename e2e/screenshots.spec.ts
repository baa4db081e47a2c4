import path from 'node:path';
import { expect, root, test } from './support/app';
import { runCommand } from './support/comparison';

/** Set by npm run screenshots. */
const folder = process.env.RAMIFY_SCREENSHOTS ?? '';

for (const theme of ['light', 'dark'] as const) {
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
