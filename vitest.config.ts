import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Component tests have a configuration of their own. */
const outside = ['**/*.component.test.tsx', '**/node_modules/**'];

const shared: TestProjectInlineConfiguration['test'] = {
  setupFiles: ['server/testing/fail-on-console-error.ts'],
  // Room for a busy machine: what hangs ends, what is slow passes.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 50_000 } },
  pool: 'forks',
};

/**
 * Starts the longest tests first, so that no processor is idle at the end. The runner knows how long
 * a test takes only after a first run, and goes by the size of its file.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes('/search-policy');
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Unit, API and database tests. One embedded PostgreSQL serves the run; each test file gets a
 * database of its own.
 */
export default defineConfig({
  test: {
    // Tests that wait for a time limit leave their processor to the others.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'isolated',
          include: [
            '{cli,server,tools,web/src/app,web/src/data}/**/*.test.{ts,tsx}',
            'supabase/tests/**/*.test.ts',
          ],
          exclude: outside,
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'pure',
          include: ['{contract,templating,text,web/src}/**/*.test.{ts,tsx}'],
          exclude: ['web/src/{app,data}/**', ...outside],
          // Code without state. Loading its modules for each file took longer than the tests.
          isolate: false,
        },
      },
    ],
  },
});
