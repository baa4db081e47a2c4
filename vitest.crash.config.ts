import { defineConfig } from 'vitest/config';

/** The crash suite in full; `npm test` runs a few of its kills. */
export default defineConfig({
  test: {
    include: ['src/main/stores/crash.test.ts'],
    environment: 'node',
    env: { RAMIFY_CRASH_RUNS: '1000' },
  },
});
