import path from 'node:path';
import { expect, test } from './support/app';
import { writeChain } from './support/stores';
import { chooseInDialog } from './support/window';

const ENTRIES = 100_000;

test('a chain of 100,000 entries opens, and no body out of view crosses the bridge', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'chain.db');
  writeChain(file, ENTRIES);
  const { app, page } = await start();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));

  // Electron keeps the handlers of `ipcMain.handle` in this map; wrapping one is the only way to watch the bridge.
  await app.evaluate(({ ipcMain }) => {
    type Handler = (event: unknown, name: string, input: { rows?: number[] }) => unknown;
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers;
    const original = handlers.get('ramify:operation');
    if (!original) throw new Error('the operations have no handler');
    const asked = new Set<number>();
    Object.assign(globalThis, { askedRows: asked });
    handlers.set('ramify:operation', (event, name, input) => {
      for (const row of name === 'session.bodies' ? (input.rows ?? []) : []) asked.add(row);
      return original(event, name, input);
    });
  });
  await chooseInDialog(app, file);
  const askedRows = () =>
    app.evaluate(() => [...(globalThis as unknown as { askedRows: Set<number> }).askedRows]);

  await page.getByRole('button', { name: 'Open file…' }).click();
  await expect(page.getByText(`Entry number ${ENTRIES - 1}`).last()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('100,000 entries').first()).toBeVisible();

  // The tree has the first words from the heads; the bodies are asked for a moment later.
  await expect.poll(async () => (await askedRows()).length).toBeGreaterThan(0);
  const atLeaf = await askedRows();
  expect(atLeaf.length).toBeLessThan(200);
  expect(Math.min(...atLeaf)).toBeGreaterThan(ENTRIES - 200);

  await page.getByRole('treegrid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Entry number 0', { exact: true }).last()).toBeVisible();
  const middle = (await askedRows()).filter((row) => row > 400 && row < ENTRIES - 400);
  expect(middle).toEqual([]);
  expect(errors).toEqual([]);
});
