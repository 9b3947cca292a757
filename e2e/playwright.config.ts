import { defineConfig } from '@playwright/test';
import { testFlags } from '#tools/chromium-flags.ts';

/** Journeys in a real browser against a server of their own. `CHROMIUM` names the browser. */
export default defineConfig({
  testDir: './journeys',
  outputDir: './results/journeys',
  globalSetup: './fixtures/start-server.ts',
  fullyParallel: false,
  // Journeys that wait leave their processor to the others.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Room for a busy machine: what hangs ends, what is slow passes.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/results/playwright.json' }]],
  use: {
    // Workers start after the server, so they see it.
    baseURL: process.env['BASE_URL'] ?? '',
    browserName: 'chromium',
    // A service worker would answer for the server; only the installed app's journey allows it.
    serviceWorkers: 'block',
    headless: true,
    viewport: { width: 1440, height: 900 },
    // Animations take processor time. Journeys about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // `--trace retain-on-failure` records one; recording always took a tenth of the processors.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        ...testFlags,
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages of a context share a renderer process (fixtures/context-pool.ts).
        '--process-per-site',
      ],
    },
  },
});
