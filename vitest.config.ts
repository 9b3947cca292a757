import { defineConfig } from 'vitest/config';

/**
 * Unit, API and database tests. One embedded PostgreSQL serves the run; each test file gets a
 * database of its own.
 */
export default defineConfig({
  test: {
    include: [
      '{contract,templating,text,cli,server,tools,web/src}/**/*.test.{ts,tsx}',
      'supabase/tests/**/*.test.ts',
    ],
    exclude: ['**/*.component.test.tsx', '**/node_modules/**'],
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['server/testing/fail-on-console-error.ts'],
    // Room for a busy machine: what hangs ends, what is slow passes.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 50_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
