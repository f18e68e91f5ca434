import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

const {
  FUZZ_REQUESTS = '200000',
  FUZZ_SEED = String(Math.floor(Date.now() / 1000) % 1_000_000),
  FUZZ_SEEDS = '10',
} = process.env;

/** `npm run fuzz`: the fuzzer at length, each time with other seeds. */
export default defineConfig({
  test: {
    ...config.test,
    include: ['tests/fuzz/**/*.test.ts'],
    env: { FUZZ_REQUESTS, FUZZ_SEED, FUZZ_SEEDS },
  },
});
