import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '#server/config.ts';
import { writeOrCheck } from './generated-file/write-or-check.ts';

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

const [before, rest] = readFileSync(file, 'utf8').split(begin);
const after = rest?.split(end)[1];
if (before === undefined || after === undefined) {
  throw new Error(`README.md has no ${begin} … ${end}.`);
}
writeOrCheck(file, `${before}${begin}\n${table}\n${end}${after}`);
