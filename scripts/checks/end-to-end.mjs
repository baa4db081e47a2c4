import { withDisplay } from '../support/display.mjs';
import { packageTool, runInteractively } from '../support/processes.mjs';
import { forgetReport, playwrightReport } from './reports.mjs';

/** Runs the end-to-end tests on the built app, with Playwright's own arguments, and resolves to its exit code. */
export function runEndToEnd(args, settings = {}) {
  forgetReport(playwrightReport);
  const reporters = '--reporter=list,json';
  const [command, toolArgs] = packageTool(
    '@playwright/test/cli.js',
    'test',
    '--config=e2e/playwright.config.ts',
    reporters,
    ...args,
  );
  return withDisplay((env) =>
    runInteractively(command, toolArgs, {
      env: { ...env, ...settings, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    }),
  );
}
