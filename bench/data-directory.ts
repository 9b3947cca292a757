import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seed } from './seed.ts';
import { socketOf, startServer } from './server-process.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache/bench');
const kept = join(cache, 'seed');
const mark = join(cache, 'seeded');
const work = join(cache, 'data');

/** Changes when the schema or the data made here changes. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const folder of ['server/db/platform', 'supabase/migrations', 'supabase/seed']) {
    const path = join(root, folder);
    if (!existsSync(path)) continue;
    for (const name of readdirSync(path).sort()) {
      if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(path, name)));
    }
  }
  for (const name of ['seed.ts', 'texts.ts', 'people.ts']) {
    hash.update(readFileSync(join(import.meta.dirname, name)));
  }
  return hash.digest('hex');
}

/** Seeds once; the seeded directory is kept as long as schema and data stay what they are. */
export async function ensureSeed(fresh: boolean): Promise<void> {
  const print = fingerprint();
  const fits = existsSync(mark) && readFileSync(mark, 'utf8') === print;
  if (fits && !fresh) return;
  rmSync(mark, { force: true });
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const server = await startServer(kept, 'warn');
  try {
    await seed(socketOf(kept));
  } finally {
    await server.stop();
  }
  writeFileSync(mark, print);
}

/** A copy of the seeded directory, so that every round begins with the same rows. */
export function copySeed(): string {
  rmSync(work, { recursive: true, force: true });
  const done = spawnSync('cp', ['-a', kept, work], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (done.status !== 0) throw new Error(`The data could not be copied to ${work}.`);
  spawnSync('sync');
  return work;
}

export function removeCopy(): void {
  rmSync(work, { recursive: true, force: true });
}
