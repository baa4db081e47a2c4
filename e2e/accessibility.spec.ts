import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { treeRows } from './support/window';

for (const theme of ['light', 'dark'] as const) {
  test(`the ${theme} window has nothing the accessibility engine objects to`, async ({ start }) => {
    const { page } = await start({ theme });
    // The dark page is the same page in other colours.
    const violations = (shown: Page) => findViolations(shown, theme === 'light' ? 'all' : ['color-contrast']);
    await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: /A vv-agent store/ }).click();
    await page.getByRole('tab', { name: 'Checks' }).click();
    await expect(page.getByText('verified', { exact: true }).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await page.evaluate(() => window.ramify.call('files.openSample', { sample: 'theway' }));
    await page.getByRole('treeitem').filter({ hasText: 'Fair turns' }).click();
    await page.getByRole('tab', { name: 'Entry' }).click();
    await treeRows(page).nth(8).click();
    await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('Stored at');
    expect(await violations(page)).toEqual([]);

    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
