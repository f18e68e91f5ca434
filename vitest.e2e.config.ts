import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The screens first: they take longest, and alone at the end would keep one of the two browsers waiting. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.endsWith('/screens.e2e.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/support/build-pages.ts'],
    testTimeout: 600_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // A journey waits as often as it works: two browsers with their servers fill two cores.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
