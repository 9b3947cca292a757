import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './run.mjs';
import { exitWithError, print } from './print.mjs';
import { root } from './root.mjs';

const sources = [
  'web',
  'cli',
  'contract',
  'templating',
  'text',
  'docs/cli.md',
  'package-lock.json',
  'tools/build.ts',
  'tools/build',
];

/** Build output that lies among the sources. */
const outputFolders = new Set(['dist', 'renderer', 'node_modules']);

function* filesBelow(path) {
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path).sort()) {
    if (!outputFolders.has(entry)) yield* filesBelow(join(path, entry));
  }
}

/** Returns a hash of everything the page is built from. */
function pageFingerprint() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesBelow(join(root, source))) {
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/** Builds the page if its sources changed since the last build, or a part of that is gone. */
export async function buildPage(node) {
  const record = join(root, 'web/dist/.built-from');
  const fingerprint = pageFingerprint();
  const isComplete = existsSync(record) && existsSync(join(root, 'web/renderer/files.json'));
  if (isComplete && readFileSync(record, 'utf8') === fingerprint) return;
  print('Building the page …');
  const code = await runQuietly('building', node, [join(root, 'tools/build.ts'), fingerprint], {
    cwd: root,
  });
  if (code !== 0) exitWithError('The page could not be built; see the error above.');
}
