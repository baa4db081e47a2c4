import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './support/app';
import { writeBranchedSession } from './support/stores';
import { treeRows } from './support/window';

/** Ends the process of the page. */
async function endPage(app: ElectronApplication): Promise<void> {
  const pid = await pageProcess(app);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => pageProcess(app)).not.toBe(pid);
}

function pageProcess(app: ElectronApplication): Promise<number> {
  return app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
  );
}

/** The text of the page. Playwright lets go of a page whose process ended, so the app is asked. */
function textOfPage(app: ElectronApplication): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents || contents.isCrashed()) return '';
    return String(await contents.executeJavaScript('document.body.innerText'));
  });
}

test('a page whose process ends comes back with the files that were open', async ({ start, folder }) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { app, page } = await start({ files: [file] });
  await expect(treeRows(page)).toHaveCount(7);
  await endPage(app);
  await expect.poll(() => textOfPage(app)).toContain('It is largest.bin.');
});

test('a page that ends again at once asks what to do, and can close what is open', async ({
  start,
  folder,
}) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  const { app, page } = await start({ files: [file] });
  await expect(treeRows(page)).toHaveCount(7);
  await app.evaluate(({ dialog }) => {
    // The overloads of the real one are not told apart here.
    dialog.showMessageBox = ((_window: unknown, options: { buttons: string[] }) => {
      Object.assign(globalThis, { asked: options.buttons });
      return Promise.resolve({ response: 0, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
  });
  await endPage(app);
  await expect.poll(() => textOfPage(app)).toContain('It is largest.bin.');
  await endPage(app);
  await expect.poll(() => textOfPage(app)).toContain('Open file…');
  const asked = await app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  expect(asked).toContain('Close all files');
});

test('settings that can be neither read nor written keep nothing from working', async ({
  start,
  folder,
  userData,
}) => {
  const file = path.join(folder, 'session.db');
  writeBranchedSession(file);
  mkdirSync(path.join(userData, 'settings.json'));
  const { page } = await start({ keepSettings: true, files: [file] });
  await expect(treeRows(page)).toHaveCount(7);
});

const ODD_SETTINGS: Record<string, unknown> = {
  'of another shape': [1, 2],
  'of wrong types': { theme: 5, bounds: { x: 'left' }, recents: 'none', hasStartedBefore: 'yes' },
  'with a window larger than any screen': {
    bounds: { x: 0, y: 0, width: 900_000, height: 900_000, isMaximized: false },
    hasStartedBefore: true,
  },
  'with a window far off every screen': {
    bounds: { x: 99_999, y: -99_999, width: 800, height: 600, isMaximized: false },
    hasStartedBefore: true,
  },
};

for (const [what, settings] of Object.entries(ODD_SETTINGS)) {
  test(`settings ${what} are put right`, async ({ start, userData }) => {
    writeFileSync(path.join(userData, 'settings.json'), JSON.stringify(settings));
    const { app, page } = await start({ keepSettings: true });
    await expect(page.getByRole('button', { name: /Open/ }).first()).toBeVisible();
    const isOnScreen = await app.evaluate(({ BrowserWindow, screen }) => {
      const bounds = BrowserWindow.getAllWindows()[0]?.getBounds();
      const { workArea } = screen.getPrimaryDisplay();
      return bounds && bounds.x < workArea.width && bounds.width <= workArea.width + bounds.x;
    });
    expect(isOnScreen).toBe(true);
  });
}

test('one recent file that cannot be understood does not take the others along', async ({
  start,
  userData,
}) => {
  const recents = [{ path: '/home/dev/good.db', openedAt: '2026-03-01T10:00:00Z' }, { path: 7 }, 'x'];
  writeFileSync(path.join(userData, 'settings.json'), JSON.stringify({ recents, hasStartedBefore: true }));
  const { page } = await start({ keepSettings: true });
  await expect(page.getByText('good.db').first()).toBeVisible();
});
