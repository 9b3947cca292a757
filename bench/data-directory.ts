import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seed } from './seed.ts';
import { superuserOf, startServer } from './server-process.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache/bench');
const seeded = join(cache, 'seed');
const markFile = join(cache, 'seeded');
const workDir = join(cache, 'data');

/** Returns a hash of the schema and of the code that generates the data. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const folder of ['server/db/platform', 'supabase/migrations', 'supabase/seed']) {
    const path = join(root, folder);
    for (const name of readdirSync(path).sort()) {
      if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(path, name)));
    }
  }
  for (const name of [
    'seed.ts',
    'insert-prompts.ts',
    'prompt-text.ts',
    'random.ts',
    'seed-ids.ts',
  ]) {
    hash.update(readFileSync(join(import.meta.dirname, name)));
  }
  return hash.digest('hex');
}

/** Creates the seeded directory, unless it exists and matches the current schema and data. */
export async function ensureSeed(fresh: boolean): Promise<void> {
  const currentFingerprint = fingerprint();
  const isCurrent = existsSync(markFile) && readFileSync(markFile, 'utf8') === currentFingerprint;
  if (isCurrent && !fresh) return;
  rmSync(markFile, { force: true });
  rmSync(seeded, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const server = await startServer(seeded, 'warn');
  try {
    await seed(superuserOf(seeded));
  } finally {
    await server.stop();
  }
  writeFileSync(markFile, currentFingerprint);
}

/** Copies the seeded directory, so that every round starts with the same rows. */
export function copySeed(): string {
  rmSync(workDir, { recursive: true, force: true });
  const { status } = spawnSync('cp', ['-a', seeded, workDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`The data could not be copied to ${workDir}.`);
  spawnSync('sync');
  return workDir;
}

export function removeCopy(): void {
  rmSync(workDir, { recursive: true, force: true });
}
