import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ResultsReporter } from '#tools/setup/results-reporter.ts';

// Test processes start many threads and processes, as the server does, and with its cache. Without it,
// each compiles Node's transpiler for TypeScript.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache/compile');

/** Component tests have a configuration of their own. */
const outside = ['**/*.component.test.tsx', '**/node_modules/**'];

const shared: TestProjectInlineConfiguration['test'] = {
  setupFiles: ['server/testing/fail-on-console-error.ts'],
  // Room for a busy machine: what hangs ends, what is slow passes.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
  pool: 'forks',
};

/** For code without state. Loading its modules for each file took longer than many a test. */
const sharesModules = { isolate: false };

/** Tests that take long, most of them because they wait. */
const isLong =
  /search-policy|start-embedded|functions\.test|read-replica|frozen-database|realtime\/changes\/replication|lost-connections|two-servers|backup\.test|conformance|web-processes/;

/**
 * Starts the longest tests first, so that no processor is idle at the end. The runner knows how long
 * a test takes only after a first run, and goes by the size of its file. Keeps the files of a project
 * together, so that they share a process.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      if (project.name !== 'server') return 2;
      return isLong.test(moduleId) ? 0 : 1;
    };
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

/**
 * Unit, API and database tests. Two embedded PostgreSQLs serve the run; each test file gets a database
 * of its own.
 */
export default defineConfig({
  test: {
    reporters: ['default', new ResultsReporter('.cache/results/vitest.json')],
    // Tests that wait for a time limit leave their processor to the others.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: ['{cli,server,tools}/**/*.test.ts', 'supabase/tests/**/*.test.ts'],
          exclude: outside,
          globalSetup: ['server/testing/global-setup.ts'],
          ...sharesModules,
        },
      },
      {
        // Modules of the page keep state.
        test: {
          ...shared,
          name: 'page',
          include: ['web/src/{app,data}/**/*.test.{ts,tsx}'],
          exclude: outside,
        },
      },
      {
        test: {
          ...shared,
          name: 'pure',
          include: ['{contract,templating,text,web/src}/**/*.test.{ts,tsx}'],
          exclude: ['web/src/{app,data}/**', ...outside],
          ...sharesModules,
        },
      },
    ],
  },
});
