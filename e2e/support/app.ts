import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import type { Bridge } from '../../src/shared/contract/bridge';

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
  start: (options?: StartOptions) => Promise<{ app: ElectronApplication; page: Page }>;
}

export const test = base.extend<Fixtures>({
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
      if (!keepSettings) writeFileSync(path.join(userData, 'settings.json'), JSON.stringify(settings));
      const app = await _electron.launch({
        args: ['.', ...files],
        // Chromium refuses its sandbox to root only.
        chromiumSandbox: process.getuid?.() !== 0,
        cwd: root,
        env: { ...process.env, RAMIFY_USER_DATA: userData } as Record<string, string>,
      });
      started.push(app);
      const page = await app.firstWindow();
      return { app, page };
    });
    for (const app of started) await app.close();
  },
});

export { expect };
