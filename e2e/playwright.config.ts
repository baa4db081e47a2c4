import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  // Pictures are taken by a run of their own: npm run screenshots.
  ...(process.env.RAMIFY_SCREENSHOTS
    ? { testMatch: /screenshots\.spec\.ts$/ }
    : { testIgnore: /screenshots\.spec\.ts$/ }),
  outputDir: '../test-results',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // Each test starts an app of its own; two at a time is what two cores carry.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A machine that others use may starve a window once. A test that needed its second try is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  use: { screenshot: 'only-on-failure' },
});
