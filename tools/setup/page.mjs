import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './run.mjs';
import { giveUp, say } from './say.mjs';

const sources = ['web', 'contract', 'package-lock.json', 'tools/build.ts'];

/** What is made from the sources lies among them. */
const made = new Set(['dist', 'renderer', 'node_modules']);

function* filesBelow(path) {
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path).sort()) {
    if (!made.has(entry)) yield* filesBelow(join(path, entry));
  }
}

/** A fingerprint of everything the page is built from. */
function pageFingerprint(root) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesBelow(join(root, source))) {
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/** Builds the page when its sources have changed since it was last built. */
export async function buildPage(root, node) {
  const record = join(root, 'web/dist/.built-from');
  const fingerprint = pageFingerprint(root);
  if (existsSync(record) && readFileSync(record, 'utf8') === fingerprint) return;
  say('Building the page …');
  const code = await runQuietly('building', node, [join(root, 'tools/build.ts'), fingerprint], {
    cwd: root,
  });
  if (code !== 0) giveUp('The page could not be built; the reason stands above.');
}
