import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import type { Bridge } from '../../src/shared/contract/bridge';
import { chooseInDialog } from './window';

declare global {
  interface Window {
    readonly ramify: Bridge<File>;
  }
}

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '../..');

interface StartOptions {
  /** Files named on the command line. */
  readonly files?: readonly string[];
  /** Whether this counts as the first start of a new user, which opens a sample. */
  readonly isFirstStart?: boolean;
  readonly theme?: 'light' | 'dark';
  /** Starts with what the app of this test remembered so far. */
  readonly keepSettings?: boolean;
}

interface Fixtures {
  /** A folder of this test's own. */
  folder: string;
  /** Where the app of this test keeps its settings. */
  userData: string;
  /** Starts the built app; it is ended with the test. */
  start: (options?: StartOptions) => Promise<RunningApp>;
  /**
   * Opens files in an app that other tests of the same worker use too, one after the other; the page is
   * loaded anew for each. For tests that need neither a start of their own nor change what is remembered.
   */
  open: (...files: readonly string[]) => Promise<RunningApp>;
}

interface RunningApp {
  readonly app: ElectronApplication;
  readonly page: Page;
}

export const test = base.extend<Fixtures, { sharedApp: RunningApp }>({
  // Playwright finds what a fixture needs in its first parameter, which has to be a pattern.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'ramify-e2e-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above
  userData: async ({}, use) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'ramify-user-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  start: async ({ userData }, use) => {
    const started: ElectronApplication[] = [];
    await use(async ({ files = [], isFirstStart = false, theme = 'light', keepSettings = false } = {}) => {
      const settings = { theme, ...(isFirstStart ? {} : { hasStartedBefore: true }) };
      if (!keepSettings) writeSettings(userData, settings);
      const running = await launch(userData, files);
      started.push(running.app);
      return running;
    });
    for (const app of started) await app.close();
  },
  sharedApp: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const userData = mkdtempSync(path.join(os.tmpdir(), 'ramify-user-'));
      writeSettings(userData, { theme: 'light', hasStartedBefore: true });
      const running = await launch(userData, []);
      await use(running);
      await running.app.close();
      rmSync(userData, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  open: async ({ sharedApp }, use) => {
    const { app, page } = sharedApp;
    await use(async (...files) => {
      await chooseInDialog(app, ...files);
      if (files.length > 0) await page.evaluate(() => window.ramify.call('files.choose', {}));
      return sharedApp;
    });
    await page.evaluate(async () => {
      const files = await window.ramify.call('files.list', {});
      for (const { fileId } of files.ok ? files.value : [])
        await window.ramify.call('files.close', { fileId });
      await window.ramify.call('recents.clear', {});
    });
    await page.reload();
  },
});

function writeSettings(userData: string, settings: object): void {
  writeFileSync(path.join(userData, 'settings.json'), JSON.stringify(settings));
}

async function launch(userData: string, files: readonly string[]): Promise<RunningApp> {
  const app = await _electron.launch({
    // No test looks at what only a graphics card draws, and looking for one takes time at every start.
    args: ['.', '--disable-gpu', ...files],
    // Chromium refuses its sandbox to root only.
    chromiumSandbox: process.getuid?.() !== 0,
    cwd: root,
    env: { ...process.env, RAMIFY_USER_DATA: userData } as Record<string, string>,
  });
  const page = await app.firstWindow();
  // The windows of all tests are on one display, where one of them has the focus; some of what is tested needs it.
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  return { app, page };
}

export { expect };
