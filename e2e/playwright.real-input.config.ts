import { defineConfig } from '@playwright/test';
import shared from './playwright.config.ts';

/**
 * The journeys on real input: `CUEBOOK_CSV` names the file to import, `CUEBOOK_VERSIONS` one of histories (JSON Lines,
 * `{title, versions: [{content}]}`) to live through; without it, that journey is not made.
 */
export default defineConfig({
  ...shared,
  testDir: './real-input',
  testIgnore: process.env['CUEBOOK_VERSIONS'] === undefined ? 'real-versions.spec.ts' : [],
  workers: 1,
  timeout: 300_000,
  reporter: [['list'], ['json', { outputFile: '../.cache/journey/playwright.json' }]],
});
