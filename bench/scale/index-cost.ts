import { Client, type ClientConfig } from 'pg';
import { median } from '../report.ts';
import { measureWrites } from './writes.ts';

/** What stands beside a prompt only for search and lists, and can be left out for a while. */
const parts = [
  'prompt_search_newest_idx',
  'prompt_search_feed_idx',
  'prompt_search_library_grams_idx',
  'prompt_search_community_grams_idx',
];

async function costs(login: ClientConfig): Promise<number[]> {
  const rounds = [
    await measureWrites(login, ['create', 'update']),
    await measureWrites(login, ['create', 'update']),
  ];
  return [0, 1].map((at) => median(rounds.map((round) => round[at]?.cost50 ?? Number.NaN)));
}

/** Milliseconds of processor that a create and an update cost as it is, without each index of search, and without search. */
export async function indexCosts(login: ClientConfig): Promise<string[][]> {
  const admin = new Client(login);
  await admin.connect();
  const cells = (name: string, [create = 0, update = 0]: readonly number[]) => [
    name,
    create.toFixed(2),
    update.toFixed(2),
  ];
  try {
    const rows = [cells('with everything', await costs(login))];
    const { rows: there } = await admin.query<{ name: string; definition: string }>(
      `select relname as name, pg_get_indexdef(oid) as definition from pg_class where relname = any ($1)`,
      [parts],
    );
    for (const { name, definition } of there) {
      await admin.query(`drop index public.${name}`);
      try {
        rows.push(cells(`without ${name}`, await costs(login)));
      } finally {
        await admin.query(definition);
      }
    }
    await admin.query(
      'alter table public.prompts disable trigger prompts_index_new, disable trigger prompts_index',
    );
    try {
      rows.push(cells('without anything of search', await costs(login)));
    } finally {
      await admin.query(
        'alter table public.prompts enable trigger prompts_index_new, enable trigger prompts_index',
      );
    }
    return rows;
  } finally {
    await admin.end();
  }
}
