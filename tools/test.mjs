import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { needBrowser } from './setup/browser.mjs';
import { projectNode } from './setup/node-24.mjs';
import { buildPage } from './setup/page.mjs';
import { installPackages } from './setup/packages.mjs';
import { run } from './setup/run.mjs';
import { say } from './setup/say.mjs';
import { addUp } from './setup/tally.mjs';

/**
 * `npm test`: everything, alone, on a fresh clone. Installs what is missing, finds or installs a
 * browser, then runs every check, the browser journeys and Lighthouse, and ends with the counts.
 */
const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const results = join(root, '.cache/results');

await installPackages(root);
const node = await projectNode(root);
const browser = await needBrowser();
await rm(results, { recursive: true, force: true });

const checks = await run(node, [join(root, 'tools/check.ts')], { cwd: root });
await buildPage(root, node);
say('\n▸ browser journeys');
const journeys = await run(
  node,
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config',
    'e2e/playwright.config.ts',
  ],
  { cwd: root, env: { ...process.env, CHROMIUM: browser } },
);

say('\n▸ Lighthouse');
const looks = await run(node, [join(root, 'bench/lighthouse.ts')], {
  cwd: root,
  env: { ...process.env, CHROMIUM: browser },
});

const { passed, failed } = await addUp(results);
const broken = failed || [checks, journeys, looks].filter((code) => code !== 0).length;
say(`\n${passed} passed, ${broken} failed`);
process.exit(broken === 0 && passed > 0 ? 0 : 1);
