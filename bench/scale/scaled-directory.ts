import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { withClient } from '../with-client.ts';
import { type ServerProcess, superuserOf, startServer } from '../server-process.ts';
import { readCorpus } from './corpus.ts';
import { fillDatabase } from './fill-database.ts';
import { sizesFor } from './sizes.ts';

const cache = join(import.meta.dirname, '../../.cache/bench');

/** Server settings during a fill. An interrupted fill starts again, so nothing has to survive. */
const nonDurable = { fsync: 'off', full_page_writes: 'off', max_wal_size: '4GB' };

export interface ScaleSource {
  /** A CSV file of prompts whose words and lengths the generated prompts use. */
  readonly csv: string | null;
  /** Whether prompts are short, with one version each. */
  readonly lean: boolean;
  /** Whether to fill the database again even if it is current. */
  readonly fresh: boolean;
}

export interface ScaledServer {
  readonly server: ServerProcess;
  /** Logs in as the superuser. */
  readonly login: ClientConfig;
}

async function withoutDurability(login: ClientConfig, work: () => Promise<void>): Promise<void> {
  await withClient(login, async (client) => {
    for (const [name, value] of Object.entries(nonDurable)) {
      await client.query(`alter system set ${name} = '${value}'`);
    }
    await client.query('select pg_reload_conf()');
    await work();
    for (const name of Object.keys(nonDurable)) await client.query(`alter system reset ${name}`);
    await client.query('select pg_reload_conf()');
    await client.query('checkpoint');
  });
}

/** Vacuums, as autovacuum would some minutes after a migration has rewritten all search rows. */
async function vacuum(login: ClientConfig): Promise<void> {
  await withClient(login, async (client) => {
    for (const table of ['private.search_keys', 'public.prompt_search', 'public.prompt_stats']) {
      await client.query(`vacuum (analyze) ${table}`);
    }
  });
}

/**
 * Returns the largest scale that was filled before, and its CSV; 100,000 prompts if there is none.
 */
export function findStoredScale(): { readonly prompts: number; readonly csv: string | null } {
  for (const prompts of [1_000_000, 100_000]) {
    const markFile = join(cache, `scale-${prompts}.filled`);
    if (!existsSync(markFile)) continue;
    const mark: unknown = JSON.parse(readFileSync(markFile, 'utf8'));
    const csv = typeof mark === 'object' && mark !== null && 'csv' in mark ? mark.csv : null;
    return { prompts, csv: typeof csv === 'string' ? csv : null };
  }
  return { prompts: 100_000, csv: null };
}

/**
 * Starts a server on a database of `prompts` prompts. Fills the database first unless it was filled
 * before from the same `csv` ({@link readCorpus}).
 */
export async function startScaledServer(
  prompts: number,
  { csv, lean, fresh }: ScaleSource,
): Promise<ScaledServer> {
  const folder = join(cache, `scale-${prompts}${lean ? '-lean' : ''}`);
  const markFile = `${folder}.filled`;
  const source = JSON.stringify({ csv });
  const isCurrent = !fresh && existsSync(markFile) && readFileSync(markFile, 'utf8') === source;
  if (!isCurrent) {
    rmSync(markFile, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
  const server = await startServer(folder, 'warn');
  const login = superuserOf(folder);
  if (!isCurrent) {
    console.log(`Filling a database with ${prompts} prompts (once) …`);
    await withoutDurability(login, () =>
      fillDatabase(login, readCorpus(csv), sizesFor(prompts, lean), (part, seconds) =>
        console.log(`  ${part.padEnd(44)} ${seconds.toFixed(1).padStart(7)} s`),
      ),
    );
    writeFileSync(markFile, source);
  }
  await vacuum(login);
  return { server, login };
}
