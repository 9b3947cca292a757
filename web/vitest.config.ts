import { playwright } from '@vitest/browser-playwright';
import { defineConfig, mergeConfig } from 'vitest/config';
import type { BrowserCommand } from 'vitest/node';
import { testFlags } from '#tools/chromium-flags.ts';
import { ResultsReporter } from '#tools/setup/results-reporter.ts';
import page from './vite.config.ts';

const emulateMedia: BrowserCommand<[media: 'print' | null]> = async ({ page }, media) =>
  page.emulateMedia({ media });

/**
 * Component tests: one form or dialog at a time, in Chromium, with a fake backend. `CHROMIUM` names
 * the browser.
 */
export default mergeConfig(
  page,
  defineConfig({
    // Found before the first test: a package found later would bring a second React.
    optimizeDeps: { entries: ['src/**/*.{ts,tsx}'] },
    cacheDir: '../.cache/vite-components',
    test: {
      include: ['src/**/*.component.test.tsx'],
      reporters: ['default', new ResultsReporter('.cache/results/components.json')],
      setupFiles: ['src/testing/setup-components.ts'],
      testTimeout: 180_000,
      expect: { poll: { timeout: 60_000 } },
      // Each worker's pages have a storage of their own; files of a worker share it, one by one.
      maxWorkers: 4,
      browser: {
        enabled: true,
        headless: true,
        // A busy machine prepares the packages of a fresh clone for longer than a minute.
        connectTimeout: 600_000,
        screenshotFailures: false,
        // By Playwright's page, which keeps what else it emulates, such as reduced motion.
        commands: { emulateMedia },
        viewport: { width: 1280, height: 900 },
        provider: playwright({
          contextOptions: { reducedMotion: 'reduce' },
          launchOptions: {
            executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
            args: [...testFlags],
          },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }),
);
