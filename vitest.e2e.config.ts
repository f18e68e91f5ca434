import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/support/build-pages.ts'],
    testTimeout: 600_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // A journey waits as often as it works: two browsers with their servers fill two cores.
    maxWorkers: 2,
  },
});
