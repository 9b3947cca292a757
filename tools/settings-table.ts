import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '#server/config.ts';

/**
 * Writes the table of settings into the README. With --check it fails if the table is out of date.
 */
const file = join(import.meta.dirname, '../README.md');
const [begin, end] = ['<!-- settings -->', '<!-- /settings -->'];

const rows = Object.entries(settings).map(
  ([name, { fallback, meaning }]) =>
    `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${meaning.replaceAll('|', '\\|')} |`,
);
const table = ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');

const readme = readFileSync(file, 'utf8');
const [before, rest] = readme.split(begin);
const after = rest?.split(end)[1];
if (before === undefined || after === undefined) {
  throw new Error(`README.md has no ${begin} … ${end}.`);
}
const expected = `${before}${begin}\n${table}\n${end}${after}`;

if (!process.argv.includes('--check')) writeFileSync(file, expected);
else if (expected !== readme) {
  process.stderr.write(
    "The README's settings are out of date: run node tools/settings-table.ts.\n",
  );
  process.exit(1);
}
