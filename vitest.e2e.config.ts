import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/support/build-pages.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
    // One browser at a time; a browser and a server fill two cores.
    fileParallelism: false,
  },
});
