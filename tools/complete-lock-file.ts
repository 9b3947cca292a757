import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingPlatforms, readLockFile } from '#tools/lock-file/missing-platforms.ts';

/**
 * Adds the packages that npm left out of package-lock.json. Run it after `npm install` has changed
 * the file.
 */
const path = join(import.meta.dirname, '../package-lock.json');
const lock = readLockFile(readFileSync(path, 'utf8'));
const missing = missingPlatforms(lock.packages);
const all = Object.entries({ ...lock.packages, ...missing });
const packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(path, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
process.stdout.write(`${Object.keys(missing).length} entries added to package-lock.json\n`);
