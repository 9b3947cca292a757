import type { ClientConfig } from 'pg';
import { median } from '../report.ts';
import { withClient } from '../with-client.ts';
import { measureWrites } from './measure-writes.ts';

/** Indexes that only search and lists use, so that writes work without them. */
const searchIndexes = [
  'prompt_search_newest_idx',
  'prompt_search_feed_idx',
  'prompt_search_library_grams_idx',
  'prompt_search_community_grams_idx',
];

async function measureCosts(login: ClientConfig): Promise<number[]> {
  const rounds = [
    await measureWrites(login, ['create', 'update']),
    await measureWrites(login, ['create', 'update']),
  ];
  return [0, 1].map((index) => median(rounds.map((round) => round[index]?.cost50 ?? Number.NaN)));
}

/**
 * Measures the CPU time of a create and an update: with all indexes, without each search index, and
 * without search. Returns a table in milliseconds.
 */
export async function measureIndexCosts(login: ClientConfig): Promise<string[][]> {
  const cells = (name: string, [create = 0, update = 0]: readonly number[]) => [
    name,
    create.toFixed(2),
    update.toFixed(2),
  ];
  return withClient(login, async (admin) => {
    const rows = [cells('with everything', await measureCosts(login))];
    const { rows: indexes } = await admin.query<{ name: string; definition: string }>(
      `select relname as name, pg_get_indexdef(oid) as definition from pg_class where relname = any ($1)`,
      [searchIndexes],
    );
    for (const { name, definition } of indexes) {
      await admin.query(`drop index public.${name}`);
      try {
        rows.push(cells(`without ${name}`, await measureCosts(login)));
      } finally {
        await admin.query(definition);
      }
    }
    await admin.query(
      'alter table public.prompts disable trigger prompts_index_new, disable trigger prompts_index',
    );
    try {
      rows.push(cells('without search', await measureCosts(login)));
    } finally {
      await admin.query(
        'alter table public.prompts enable trigger prompts_index_new, enable trigger prompts_index',
      );
    }
    return rows;
  });
}
