import { Client, type ClientConfig } from 'pg';
import { insertPrompts } from '../insert-prompts.ts';
import { promptId } from '../seed-ids.ts';
import { insertPeople } from '../seed.ts';
import type { Corpus } from './corpus.ts';
import { favouritesSql, pointsSql, searchRowsSql, statsSql, versionsSql } from './derived-rows.ts';
import { fillSearchWords } from './fill-search-words.ts';
import { scaledPrompt } from './scaled-prompt.ts';
import type { Sizes } from './sizes.ts';
import { withoutIndexes } from './without-indexes.ts';

const batch = 2_000;

/** Session settings for a superuser. Durability is off: an interrupted fill starts again. */
export const bulkSettings = `set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set search_path = public`;

async function connect(login: ClientConfig): Promise<Client> {
  const client = new Client(login);
  await client.connect();
  await client.query(bulkSettings);
  return client;
}

/** Inserts all prompts over two connections: one generates texts while the other stores them. */
async function insertAllPrompts(
  pair: readonly [Client, Client],
  corpus: Corpus,
  sizes: Sizes,
): Promise<void> {
  await Promise.all(
    pair.map(async (client, half) => {
      for (let from = half * batch; from < sizes.prompts; from += 2 * batch) {
        await insertBatch(client, from, corpus, sizes);
      }
    }),
  );
}

async function insertBatch(
  client: Client,
  from: number,
  corpus: Corpus,
  sizes: Sizes,
): Promise<void> {
  const count = Math.min(batch, sizes.prompts - from);
  const rows = Array.from({ length: count }, (_, index) =>
    scaledPrompt(from + index, corpus, sizes),
  );
  await insertPrompts(client, rows);
}

export const filledTables = [
  'prompts',
  'prompt_versions',
  'prompt_stats',
  'prompt_search',
  'favorites',
];

/** Runs a statement over all prompts, one half on each of two connections. */
async function inHalves(
  [one, other]: readonly [Client, Client],
  statement: string,
  { prompts }: Sizes,
): Promise<void> {
  const middle = Math.floor(prompts / 2);
  await Promise.all([
    one.query(statement, [promptId(0), promptId(middle - 1)]),
    other.query(statement, [promptId(middle), promptId(prompts - 1)]),
  ]);
}

/**
 * Fills a migrated database as its superuser: prompts, versions and favourites as `sizes` has
 * them, and the rows that triggers derive. Reports the seconds that each part took.
 */
export async function fillDatabase(
  login: ClientConfig,
  corpus: Corpus,
  sizes: Sizes,
  onPart: (part: string, seconds: number) => void,
): Promise<void> {
  const pair = [await connect(login), await connect(login)] as const;
  const [client] = pair;
  const part = async (name: string, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    onPart(name, (performance.now() - start) / 1000);
  };
  try {
    const start = performance.now();
    await part('people', () => insertPeople(client, sizes.people));
    for (const one of pair) await one.query('set session_replication_role = replica');
    await withoutIndexes(client, filledTables, part, async () => {
      await part('prompts', () => insertAllPrompts(pair, corpus, sizes));
      await part('versions', () => inHalves(pair, versionsSql, sizes));
      await part('favourites', () =>
        client.query(favouritesSql, [
          Math.round(sizes.favourites * sizes.prompts),
          sizes.people,
          sizes.prompts,
        ]),
      );
      await part('points', () => inHalves(pair, pointsSql, sizes));
      await part('counts', () => inHalves(pair, statsSql, sizes));
      await part('search rows', () => inHalves(pair, searchRowsSql, sizes));
    });
    // Looks each person's prompts up, by an index.
    await withoutIndexes(client, ['private.search_keys'], part, () =>
      part('search words', async () => {
        await client.query('analyze public.prompt_search');
        await fillSearchWords(pair, sizes);
      }),
    );
    await part('statistics', () => client.query('vacuum analyze'));
    onPart('total', (performance.now() - start) / 1000);
  } finally {
    await Promise.all(pair.map((one) => one.end()));
  }
}
