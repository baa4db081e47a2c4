import type { ElectronApplication, Locator, Page } from '@playwright/test';

/** The rows of the tree that are in view. */
export function treeRows(page: Page): Locator {
  return page.getByRole('treegrid').getByRole('row');
}

/** What the open dialog gives from now on, as if the user chose it. */
export function chooseInDialog(app: ElectronApplication, ...files: string[]): Promise<void> {
  return app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
  }, files);
}

/** Chooses what of the session the tree shows, by the name of the filter. */
export async function showOfTree(page: Page, filter: string): Promise<void> {
  await page.getByRole('button', { name: /^Shown: / }).click();
  await page.getByRole('menuitemradio', { name: filter }).click();
}
