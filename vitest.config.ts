import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'tests/{accounts,attacks,faults,fuzz,guards,platform,races,year}/**/*.test.ts',
    ],
    environment: 'node',
    globalSetup: ['tests/support/global-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // Long, so that only what never comes fails.
    expect: { poll: { timeout: 20_000 } },
    // Each file owns an embedded database in its own worker; two at a time fit two cores.
    maxWorkers: 2,
  },
});
