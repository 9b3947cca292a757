import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Checks the direction of imports. Also checks that dependency-cruiser reads our modules, since it
 * passes silently without its parser. Every planted violation must be reported.
 */
const root = join(import.meta.dirname, '..');
const depcruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

interface Report {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

function cruise(...folders: string[]): Report {
  const parameters = ['--config', 'tools/import-rules.cjs', '--output-type', 'json', ...folders];
  const { stdout, stderr } = spawnSync(process.execPath, [depcruise, ...parameters], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (stdout === '') throw new Error(`The import check did not run: ${stderr}`);
  return JSON.parse(stdout) as Report;
}

const { summary } = cruise(
  'contract',
  'templating',
  'text',
  'cli',
  'server',
  'web/src',
  'e2e',
  'bench',
  'supabase',
  'tools',
);
const violations = summary.violations.filter(({ from }) => !from.startsWith('tools/planted/'));
for (const { from, to, rule } of violations) {
  process.stderr.write(`${rule.name}: ${from} imports ${to}\n`);
}

const planted = cruise('tools/planted').summary.violations.map(({ rule }) => rule.name);
const rules = createRequire(import.meta.url)('./import-rules.cjs') as {
  readonly forbidden: readonly { readonly name: string }[];
};
const missed = rules.forbidden.map(({ name }) => name).filter((name) => !planted.includes(name));
for (const name of missed)
  process.stderr.write(`The rule ${name} did not report its planted violation.\n`);

const hasReadEnough = summary.totalCruised > 100;
if (!hasReadEnough) process.stderr.write(`Only ${summary.totalCruised} modules were read.\n`);
process.stdout.write(`${summary.totalCruised} modules, ${violations.length} violations\n`);
process.exit(violations.length === 0 && missed.length === 0 && hasReadEnough ? 0 : 1);
