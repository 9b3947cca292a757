import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { requireBrowser } from './setup/browser.mjs';
import { projectNode } from './setup/project-node.mjs';
import { buildPage } from './setup/build-page.mjs';
import { installPackages } from './setup/install-packages.mjs';
import { run } from './setup/run.mjs';
import { exitWithError } from './setup/print.mjs';
import { root } from './setup/root.mjs';

/**
 * `npm run journey -- PATH-TO-CSV [PATH-TO-HISTORIES.jsonl]`: takes a library of real prompts
 * through the page, in Chromium against `npm start` on an empty data directory. Then it replays
 * real histories save by save. Screenshots go to e2e/shots.
 */
const [, , csv, histories] = process.argv;
if (csv === undefined) exitWithError('Pass a CSV file of prompts: npm run journey -- PATH-TO-CSV');

await installPackages();
const node = await projectNode();
const browser = await requireBrowser();
await buildPage(node);
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
