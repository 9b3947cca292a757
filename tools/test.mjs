import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findOrInstallShell, requireBrowser } from './setup/browser.mjs';
import { findEngines } from './setup/engines.mjs';
import { projectNode } from './setup/project-node.mjs';
import { buildPage } from './setup/build-page.mjs';
import { installPackages } from './setup/install-packages.mjs';
import { run } from './setup/run.mjs';
import { print } from './setup/print.mjs';
import { addUp } from './setup/tally.mjs';
import { root } from './setup/root.mjs';

/**
 * `npm test`: runs everything, also on a fresh clone. Installs missing packages and browsers. Runs
 * every check, the component tests, the browser journeys, the main ones in every engine, and
 * Lighthouse, and prints the counts. The component tests and browser journeys run in Chromium's
 * headless shell, the main journeys and Lighthouse in the Chromium that people use.
 */
const results = join(root, '.cache/results');

await installPackages();
const node = await projectNode();
await rm(results, { recursive: true, force: true });

// Downloads leave the processors to the checks.
const [{ browser, shell, engines }, checks] = await Promise.all([
  findBrowsers(),
  run(node, [join(root, 'tools/check.ts')], { cwd: root }),
]);
await buildPage(node);
const environment = { ...process.env, CHROMIUM: browser, ...engines.environment };
const shellEnvironment = { ...environment, CHROMIUM: shell };
const playwright = (env, config, ...options) =>
  run(
    node,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--config', config, ...options],
    { cwd: root, env },
  );

print('\n▸ component tests');
const components = await run(
  node,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config=web/vitest.config.ts'],
  { cwd: root, env: shellEnvironment },
);

print('\n▸ browser journeys');
const journeys = await playwright(shellEnvironment, 'e2e/playwright.config.ts');

print('\n▸ main journeys in every engine, and Lighthouse, which waits most of the time');
const [mainJourneys, lighthouse] = await Promise.all([
  playwright(
    environment,
    'e2e/playwright.engines.config.ts',
    ...engines.present.map((name) => `--project=${name}`),
  ),
  run(node, [join(root, 'bench/lighthouse.ts')], { cwd: root, env: environment }),
]);

const { passed, failed, failures } = await addUp(results);
const codes = [checks, components, journeys, mainJourneys, lighthouse];
const failedCount = (failed || codes.filter((code) => code !== 0).length) + engines.missing.length;
for (const name of engines.missing)
  print(`\nfailed: the journeys in ${name}, which is not installed`);
for (const failure of failures) print(`\n✘ ${failure.slice(0, 2_000)}`);
print(`\n${passed} passed, ${failedCount} failed`);
process.exit(failedCount === 0 && passed > 0 ? 0 : 1);

/** One after the other, since two installations of Debian's packages refuse to run at once. */
async function findBrowsers() {
  const browser = await requireBrowser();
  return { browser, shell: await findOrInstallShell(browser), engines: await findEngines() };
}
