import { defineConfig } from '@playwright/test';
import shared from './playwright.config.ts';

/**
 * Journeys on real input. `CUEBOOK_CSV` names the file to import. `CUEBOOK_VERSIONS` names a file
 * of histories (JSON Lines, `{title, versions: [{content}]}`) to replay; without it, that journey is
 * skipped.
 */
export default defineConfig({
  ...shared,
  testDir: './real-input',
  outputDir: './results/real-input',
  projects: [
    {
      name: 'real input',
      testIgnore: process.env['CUEBOOK_VERSIONS'] === undefined ? 'real-versions.spec.ts' : [],
    },
  ],
  workers: 1,
  reporter: [['list'], ['json', { outputFile: '../.cache/journey/playwright.json' }]],
});
