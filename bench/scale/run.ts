import { loadavg } from 'node:os';
import { Client, type ClientConfig } from 'pg';
import { aligned } from '../report.ts';
import { installLite } from '../lite.ts';
import { beside } from './beside.ts';
import { measureAll } from './cases.ts';
import { growth } from './growth.ts';
import { indexCosts } from './index-cost.ts';
import type { Measured } from './measure.ts';
import { startScaled } from './scaled-directory.ts';

const heads = ['case', 'p50 ms', 'p95 ms', 'cost p50', 'cost p95', 'rows', 'slowest'];

function cells(measured: Measured): string[] {
  const { name, p50, p95, cost50, cost95, rows, slowest } = measured;
  const numbers = [p50, p95, cost50, cost95, rows].map((number) => number.toFixed(1));
  return [name, ...numbers, slowest];
}

/** Tables and the indexes of search, with their sizes. */
async function sizes(login: ClientConfig): Promise<string[][]> {
  const client = new Client(login);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; rows: string; size: string }>(
      `select c.relname as name, c.reltuples::bigint::text as rows,
         pg_size_pretty(case c.relkind when 'r' then pg_table_size(c.oid) else pg_relation_size(c.oid) end) as size
       from pg_class c left join pg_index i on i.indexrelid = c.oid
       where coalesce(i.indrelid, c.oid) in ('public.prompts'::regclass, 'public.prompt_versions'::regclass,
         'public.prompt_stats'::regclass, 'public.favorites'::regclass, 'public.prompt_search'::regclass,
         'private.search_words'::regclass, 'private.search_keys'::regclass)
       order by c.relkind desc, c.relname`,
    );
    return rows.map(({ name, rows: count, size }) => [name, count, size]);
  } finally {
    await client.end();
  }
}

/** Prints what search and feeds cost in so many prompts; see README.md, 'Search and feeds'. */
export async function measureScale(
  prompts: number,
  options: {
    readonly csv: string | null;
    readonly fresh: boolean;
    readonly only: readonly string[];
  },
): Promise<void> {
  const { server, login } = await startScaled(prompts, options.csv, options.fresh);
  try {
    console.log(`\n${aligned([['table or index', 'rows', 'size'], ...(await sizes(login))])}`);
    console.log(`\n${prompts} prompts, load ${loadavg()[0]?.toFixed(1) ?? '?'} …`);
    const rows = [heads];
    for await (const measured of measureAll(login, prompts, options.only.join(','))) {
      rows.push(cells(measured));
    }
    console.log(`\n${aligned(rows)}`);
    // A part of the cases is asked for by its name, and nothing else.
    if (options.only.length > 0) return;
    await installLite();
    console.log(`\n${aligned(await beside(login, prompts))}`);
    console.log(
      `\n${aligned([['processor ms', 'create', 'update'], ...(await indexCosts(login))])}`,
    );
  } finally {
    await server.stop();
  }
  if (options.only.length === 0) {
    console.log(`\n${aligned(await growth(prompts, options.csv))}`);
  }
}
