import type { ClientConfig } from 'pg';
import { withClient } from '../with-client.ts';
import { aligned, machineLoad } from '../report.ts';
import { installLite } from '../lite.ts';
import { compareAlternatives } from './compare-alternatives.ts';
import { measureCases } from './measure-cases.ts';
import { measureGrowth } from './measure-growth.ts';
import { measureIndexCosts } from './measure-index-costs.ts';
import type { Measured } from './measure.ts';
import { startScaledServer, type ScaleSource } from './scaled-directory.ts';

const headers = ['case', 'p50 ms', 'p95 ms', 'CPU p50', 'CPU p95', 'rows', 'slowest'];

function cells(measured: Measured): string[] {
  const { name, p50, p95, cost50, cost95, rows, slowest } = measured;
  const numbers = [p50, p95, cost50, cost95, rows].map((number) => number.toFixed(1));
  return [name, ...numbers, slowest];
}

/** Returns the sizes of the tables and of the indexes that search uses. */
async function readSizes(login: ClientConfig): Promise<string[][]> {
  return withClient(login, async (client) => {
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
  });
}

/** Measures search and feeds with `prompts` prompts, as README.md describes, and prints tables. */
export async function measureScale(
  prompts: number,
  options: ScaleSource & { readonly only: readonly string[] },
): Promise<void> {
  const { server, login } = await startScaledServer(prompts, options);
  try {
    console.log(`\n${aligned([['table or index', 'rows', 'size'], ...(await readSizes(login))])}`);
    console.log(`\n${prompts} prompts, ${machineLoad()} …`);
    const rows = [headers];
    for await (const measured of measureCases(login, prompts, options.only)) {
      rows.push(cells(measured));
    }
    console.log(`\n${aligned(rows)}`);
    // `--only` selects a part of the cases and nothing else.
    if (options.only.length > 0) return;
    // They read whole tables: minutes for each search.
    if (!options.lean) {
      await installLite();
      console.log(`\n${aligned(await compareAlternatives(login, prompts))}`);
    }
    console.log(
      `\n${aligned([['CPU ms', 'create', 'update'], ...(await measureIndexCosts(login))])}`,
    );
  } finally {
    await server.stop();
  }
  if (options.only.length === 0) {
    console.log(`\n${aligned(await measureGrowth(prompts, options))}`);
  }
}
