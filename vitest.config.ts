import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', '{scripts,bench}/**/*.test.mjs'],
    environment: 'node',
    // Modules hold no state that one test file could leave to another, so each worker loads them once: half the time.
    isolate: false,
    testTimeout: 30_000,
  },
});
