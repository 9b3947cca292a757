import { defineConfig } from '@playwright/test';
import type { EngineName } from './engines/engine.ts';

const engines: readonly EngineName[] = ['firefox', 'webkit', 'chromium'];

/**
 * The main journeys in every engine. `FIREFOX`, `WEBKIT_DRIVER`, `MINI_BROWSER` and `CHROMIUM` name
 * the programs.
 */
export default defineConfig<object, { engine: EngineName }>({
  testDir: './engines',
  outputDir: './results/engines',
  globalSetup: './fixtures/start-server.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  reporter: [['list'], ['json', { outputFile: '../.cache/results/engines.json' }]],
  use: { baseURL: process.env['BASE_URL'] ?? '' },
  projects: engines.map((engine) => ({
    name: engine,
    use: { engine },
    // All other journeys run in Chromium, and cover the rest.
    ...(engine === 'chromium' ? { grep: /loads after the click|while its script loads/ } : {}),
    // WebKit alone failed at these.
    ...(engine === 'firefox' ? { grepInvert: /again and again|room to be written/ } : {}),
  })),
});
