import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './support/app';
import { message } from './support/stores';
import { writeTranscript } from './support/trees';
import { treeRows } from './support/window';

test('an entry says where it is stored, and its file is shown in its folder', async ({ open, folder }) => {
  mkdirSync(path.join(folder, 'kept'));
  const file = path.join(folder, 'kept', 'session.jsonl');
  writeTranscript(file, [message('q', null, 'user', 'Where is this?')]);
  const { app, page } = await open(file);
  await app.evaluate(({ shell }) => {
    shell.showItemInFolder = (shown) => {
      process.env.RAMIFY_TEST_SHOWN = shown;
    };
  });
  await treeRows(page).first().click();
  const inspector = page.getByRole('tabpanel');
  await expect(inspector.getByRole('heading', { name: 'Provenance' })).toBeVisible();
  await expect(inspector).toContainText('session.jsonl');
  await expect(inspector).toContainText(/line 2 · bytes \d+–\d+/);
  await expect(inspector).toContainText('none found');
  await page.getByRole('tab', { name: 'Raw' }).click();
  await expect(inspector).toContainText('"Where is this?"');
  await inspector.getByRole('button', { name: 'Show file in folder' }).click();
  await expect.poll(() => app.evaluate(() => process.env.RAMIFY_TEST_SHOWN)).toBe(file);
});
