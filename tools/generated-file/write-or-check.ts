import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Writes a generated file. With --check on the command line, compares it instead, and fails if it is
 * out of date.
 */
export function writeOrCheck(file: string, text: string): void {
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${relative('.', file)} is out of date: run npm run generate.\n`);
    process.exitCode = 1;
  }
}
