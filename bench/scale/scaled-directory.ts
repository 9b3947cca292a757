import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { type ServerProcess, socketOf, startServer } from '../server-process.ts';
import { readCorpus } from './corpus.ts';
import { fill } from './fill.ts';
import { sizesFor } from './sizes.ts';

const cache = join(import.meta.dirname, '../../.cache/bench');

/** While it is filled: an interrupted filling is begun anew, so nothing need survive one. */
const hasty = { fsync: 'off', full_page_writes: 'off', max_wal_size: '16GB' };

export interface Scaled {
  readonly server: ServerProcess;
  /** As the superuser. */
  readonly login: ClientConfig;
}

async function fillHastily(login: ClientConfig, work: () => Promise<void>): Promise<void> {
  const client = new Client(login);
  await client.connect();
  try {
    for (const [name, value] of Object.entries(hasty)) {
      await client.query(`alter system set ${name} = '${value}'`);
    }
    await client.query('select pg_reload_conf()');
    await work();
    for (const name of Object.keys(hasty)) await client.query(`alter system reset ${name}`);
    await client.query('select pg_reload_conf()');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** What autovacuum does some minutes after a migration has read all prompts anew. */
async function settle(login: ClientConfig): Promise<void> {
  const client = new Client(login);
  await client.connect();
  try {
    for (const table of ['private.search_keys', 'public.prompt_search', 'public.prompt_stats']) {
      await client.query(`vacuum (analyze) ${table}`);
    }
  } finally {
    await client.end();
  }
}

/** The most prompts that were made and kept, and what their words were taken from; a hundred thousand where none were. */
export function keptScale(): { readonly prompts: number; readonly csv: string | null } {
  for (const prompts of [1_000_000, 100_000]) {
    const mark = join(cache, `scale-${prompts}.filled`);
    if (!existsSync(mark)) continue;
    const told: unknown = JSON.parse(readFileSync(mark, 'utf8'));
    const csv = typeof told === 'object' && told !== null && 'csv' in told ? told.csv : null;
    return { prompts, csv: typeof csv === 'string' ? csv : null };
  }
  return { prompts: 100_000, csv: null };
}

/**
 * A server on as many prompts, made where they are not there yet; new migrations run at its start. `csv` as in
 * {@link readCorpus}.
 */
export async function startScaled(
  prompts: number,
  csv: string | null,
  fresh: boolean,
): Promise<Scaled> {
  const folder = join(cache, `scale-${prompts}`);
  const mark = `${folder}.filled`;
  const told = JSON.stringify({ csv });
  const fits = !fresh && existsSync(mark) && readFileSync(mark, 'utf8') === told;
  if (!fits) {
    rmSync(mark, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
  const server = await startServer(folder, 'warn');
  const login = { ...socketOf(folder), user: 'postgres', database: 'postgres' };
  if (!fits) {
    console.log(`Making ${prompts} prompts, once …`);
    await fillHastily(login, () =>
      fill(login, readCorpus(csv), sizesFor(prompts), (part, seconds) =>
        console.log(`  ${part.padEnd(44)} ${seconds.toFixed(1).padStart(7)} s`),
      ),
    );
    writeFileSync(mark, told);
  }
  await settle(login);
  return { server, login };
}
