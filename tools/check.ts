import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** `npm run check`: runs every check that needs no browser, even after one has failed. */
const root = join(import.meta.dirname, '..');
const results = join(root, '.cache/results');
mkdirSync(results, { recursive: true });

/** The longest first, so that no processor is idle at the end. */
const checks: readonly (readonly [name: string, command: string])[] = [
  ['lint with types', 'oxlint'],
  ['size of the page', 'node tools/budgets.mjs'],
  ['format', 'oxfmt --check'],
  ['types of the server', 'tsc -p server --checkers 1'],
  ['types of the database tests', 'tsc -p supabase --checkers 1'],
  ['types of the page', 'tsc -p web --checkers 1'],
  ['types of the journeys', 'tsc -p e2e --checkers 1'],
  ['import directions', 'node tools/check-imports.ts'],
  ['unused code', 'knip --no-progress'],
  ['generated database types', 'node tools/generate-types.ts --check'],
  ['generated table of settings', 'node tools/settings-table.ts --check'],
  ['index of decision records', 'node tools/decision-index.ts --check'],
];

const environment = {
  ...process.env,
  // Collecting garbage took a third of the time of tsc and oxlint, whose memory suffices without.
  GOGC: 'off',
  GOMEMLIMIT: '3GiB',
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`,
};

interface CheckResult {
  readonly isPassed: boolean;
  readonly output: string;
}

/** Runs a command, and returns whether it passed and what it printed. */
function runCheck(command: string): Promise<CheckResult> {
  return new Promise((resolve) => {
    const child = spawn(command, { cwd: root, shell: true, env: environment });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('close', (code) =>
      resolve({ isPassed: code === 0, output: Buffer.concat(output).toString() }),
    );
  });
}

interface FailedCheck {
  readonly name: string;
  readonly output: string;
}

const failed: FailedCheck[] = [];
const waiting = [...checks];

/** Runs one check after the other, until none is left. */
async function runChecks(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, command] = next;
    const { isPassed, output } = await runCheck(command);
    process.stdout.write(`\n▸ ${name}\n${output}`);
    if (!isPassed) failed.push({ name, output });
  }
}

/** Runs the unit, database and API tests. Returns whether they passed. */
function runTests(): Promise<boolean> {
  process.stdout.write('\n▸ unit, database and API tests\n');
  return new Promise((resolve) => {
    const tests = spawn('vitest run', {
      cwd: root,
      stdio: 'inherit',
      shell: true,
      env: environment,
    });
    tests.on('close', (code) => resolve(code === 0));
  });
}

// Two checks at a time, since most use one processor. The tests start when one becomes idle.
const checking = [runChecks(), runChecks()];
await Promise.race(checking);
const [testsPassed] = await Promise.all([runTests(), ...checking]);

writeFileSync(
  join(results, 'checks.json'),
  JSON.stringify({
    passed: checks.length - failed.length,
    failed: failed.length,
    failures: failed.map(({ name, output }) => `${name}\n${output.slice(-1_500)}`),
  }),
);

for (const { name } of failed) process.stderr.write(`failed: ${name}\n`);
if (!testsPassed) process.stderr.write('failed: unit, database and API tests\n');
process.exit(failed.length === 0 && testsPassed ? 0 : 1);
