import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { needBrowser } from './setup/browser.mjs';
import { projectNode } from './setup/node-24.mjs';
import { buildPage } from './setup/page.mjs';
import { installPackages } from './setup/packages.mjs';
import { run } from './setup/run.mjs';
import { giveUp } from './setup/say.mjs';

/**
 * `npm run journey -- PATH-TO-CSV [PATH-TO-HISTORIES.jsonl]`: a person's whole way on real input, in Chromium
 * against `npm start` on an empty data directory; then real histories, lived through save by save. Screenshots
 * stay in e2e/shots.
 */
const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const [, , csv, histories] = process.argv;
if (csv === undefined) giveUp('Name a CSV file of prompts: npm run journey -- PATH-TO-CSV');

await installPackages(root);
const node = await projectNode(root);
const browser = await needBrowser();
await buildPage(root, node);
await rm(join(root, '.cache/journey'), { recursive: true, force: true });

const parameters = ['test', '--config', 'e2e/playwright.real-input.config.ts'];
process.exit(
  await run(node, [join(root, 'node_modules/@playwright/test/cli.js'), ...parameters], {
    cwd: root,
    env: {
      ...process.env,
      CHROMIUM: browser,
      CUEBOOK_CSV: resolve(csv),
      ...(histories === undefined ? {} : { CUEBOOK_VERSIONS: resolve(histories) }),
    },
  }),
);
