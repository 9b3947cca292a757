import { Client, type ClientConfig } from 'pg';
import { promptId } from '../people.ts';
import { addPeople } from '../seed.ts';
import type { Corpus } from './corpus.ts';
import { favourites, points, searchQueue, searchRows, stats, versions } from './derived.ts';
import { scaledPrompt } from './scaled-prompt.ts';
import type { Sizes } from './sizes.ts';
import { withoutIndexes } from './without-indexes.ts';

const batch = 2_000;
const favouritesEach = 5.3;

/** Superusers only; for this session. What is lost when the machine stops is made anew. */
const settings = `set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set search_path = public`;

async function connect(login: ClientConfig): Promise<Client> {
  const client = new Client(login);
  await client.connect();
  await client.query(settings);
  return client;
}

/** A half of them on each of two connections, so that one makes texts while the other stores them. */
async function addPrompts(
  pair: readonly [Client, Client],
  corpus: Corpus,
  sizes: Sizes,
): Promise<void> {
  await Promise.all(
    pair.map(async (client, half) => {
      for (let from = half * batch; from < sizes.prompts; from += 2 * batch) {
        await addBatch(client, from, corpus, sizes);
      }
    }),
  );
}

async function addBatch(client: Client, from: number, corpus: Corpus, sizes: Sizes): Promise<void> {
  const count = Math.min(batch, sizes.prompts - from);
  const rows = Array.from({ length: count }, (_, at) => scaledPrompt(from + at, corpus, sizes));
  await client.query(
    `insert into public.prompts (id, title, content, description, tags, category, is_public, user_id,
         created_at, updated_at, deleted_at, version, forked_from, forked_from_version)
       select id, title, content, description, tags, category, is_public, user_id,
         created_at, updated_at, deleted_at, version, forked_from, forked_from_version
       from json_populate_recordset(null::public.prompts, $1)`,
    [JSON.stringify(rows)],
  );
}

/** Runs a statement over all prompts, a half of them on each of two connections. */
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
 * Fills a migrated database, as its superuser, with prompts, their versions (three each on average), favourites (five
 * each) and all that triggers make of them. `tell` hears how long each part took, in seconds.
 */
export async function fill(
  login: ClientConfig,
  corpus: Corpus,
  sizes: Sizes,
  tell: (part: string, seconds: number) => void,
): Promise<void> {
  const pair = [await connect(login), await connect(login)] as const;
  const [client] = pair;
  const part = async (name: string, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    tell(name, (performance.now() - start) / 1000);
  };
  try {
    const start = performance.now();
    await part('people', () => addPeople(client, sizes.people));
    for (const one of pair) await one.query('set session_replication_role = replica');
    await withoutIndexes(client, part, async () => {
      await part('prompts', () => addPrompts(pair, corpus, sizes));
      await part('versions', () => inHalves(pair, versions, sizes));
      await part('favourites', () =>
        client.query(favourites, [
          Math.round(favouritesEach * sizes.prompts),
          sizes.people,
          sizes.prompts,
        ]),
      );
      await part('points', () => inHalves(pair, points, sizes));
      await part('counts', () => inHalves(pair, stats, sizes));
      await part('search rows', () => inHalves(pair, searchRows, sizes));
      await part('words of search', async () => {
        await client.query(searchQueue);
        await client.query('select public.read_search_queue(null)');
      });
    });
    await part('statistics', () => client.query('vacuum analyze'));
    tell('everything', (performance.now() - start) / 1000);
  } finally {
    await Promise.all(pair.map((one) => one.end()));
  }
}
