import { defineConfig } from 'vitest/config';

/** Session files with their bytes changed, in full; `npm test` runs a few of them. */
export default defineConfig({
  test: {
    include: ['src/main/formats/**/*-fuzz.test.ts'],
    environment: 'node',
    env: { RAMIFY_FUZZ_CASES: '100000' },
  },
});
