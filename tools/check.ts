import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run check`: runs every check that needs no browser, even after one has failed. */
const root = join(import.meta.dirname, '..');
const results = join(root, '.cache/results');
mkdirSync(results, { recursive: true });

const checks: readonly (readonly [name: string, command: string])[] = [
  ['format', 'oxfmt --check'],
  ['lint with types', 'oxlint'],
  ['types of the server', 'tsc -p server'],
  ['types of the database tests', 'tsc -p supabase'],
  ['types of the page', 'tsc -p web'],
  ['types of the journeys', 'tsc -p e2e'],
  ['import directions', 'node tools/check-imports.ts'],
  ['unused code', 'knip --no-progress'],
  ['generated database types', 'node tools/generate-types.ts --check'],
  ['generated table of settings', 'node tools/settings-table.ts --check'],
  ['index of decision records', 'node tools/decision-index.ts --check'],
  ['size of the page', 'node tools/budgets.mjs'],
];

const environment = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env['PATH']}`,
};

function passes(command: string): boolean {
  return (
    spawnSync(command, { cwd: root, stdio: 'inherit', shell: true, env: environment }).status === 0
  );
}

const failed = checks.filter(([name, command]) => {
  process.stdout.write(`\n▸ ${name}\n`);
  return !passes(command);
});
writeFileSync(
  join(results, 'checks.json'),
  JSON.stringify({
    passed: checks.length - failed.length,
    failed: failed.length,
    failures: failed.map(([name]) => name),
  }),
);

process.stdout.write('\n▸ unit, database and API tests\n');
const report = join(results, 'vitest.json');
const testsPassed = passes(
  `vitest run --reporter=default --reporter=json --outputFile.json=${report}`,
);

for (const [name] of failed) process.stderr.write(`failed: ${name}\n`);
if (!testsPassed) process.stderr.write('failed: unit, database and API tests\n');
process.exit(failed.length === 0 && testsPassed ? 0 : 1);
