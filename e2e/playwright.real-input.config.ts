import { defineConfig } from '@playwright/test';
import shared from './playwright.config.ts';

/** The journey on real input: `CUEBOOK_CSV` names the file to import. */
export default defineConfig({
  ...shared,
  testDir: './real-input',
  workers: 1,
  timeout: 300_000,
  reporter: [['list'], ['json', { outputFile: '../.cache/journey/playwright.json' }]],
});
