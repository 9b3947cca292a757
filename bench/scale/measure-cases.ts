import { Client, type ClientConfig } from 'pg';
import { isChosen } from '../options.ts';
import { personId } from '../seed-ids.ts';
import { measure, type Measured, summarize } from './measure.ts';
import { sampleCommunity, sampleLibrary } from './sample-queries.ts';

const feedSql = `select * from public.community_feed($1, $2, $3, 20, $4::text[], $5)`;
const librarySql = `select * from public.search_prompts($1, 'library', null, null, 50)`;

/** Opens a connection with a person's role and claims, as a request has. */
export async function connectAs(login: ClientConfig, person: number): Promise<Client> {
  const client = new Client(login);
  await client.connect();
  await client.query(`select set_config('request.jwt.claims', $1, false)`, [
    JSON.stringify({ sub: personId(person), role: 'authenticated' }),
  ]);
  await client.query('set role authenticated');
  return client;
}

/** Returns the number of a page deep in the feed of `prompts` prompts. */
export const deepPage = (prompts: number): number => Math.min(5_000, Math.floor(prompts / 25));

/**
 * Returns the feed's cursor after `row` rows, without reading the pages before it; null at the
 * start.
 */
export async function readCursor(admin: Client, sort: string, row: number): Promise<string | null> {
  if (row === 0) return null;
  const [key, direction] = {
    latest: ['s.created_at', 'desc'],
    oldest: ['s.created_at', 'asc'],
    trending: ['st.hot', 'desc'],
    top: ['st.points', 'desc'],
  }[sort] ?? ['', ''];
  const { rows } = await admin.query<{ cursor: string }>(
    `select jsonb_build_object('key', ${key}, 'id', s.prompt_id, 'as_of', now(), 'forgiving', false)::text as cursor
     from public.prompt_search s join public.prompt_stats st using (prompt_id)
     where s.is_public and not s.is_template order by ${key} ${direction}, s.prompt_id ${direction} offset $1 limit 1`,
    [row],
  );
  return rows[0]?.cursor ?? null;
}

/** Returns the parameters of feedSql for each case of a feed, by name. */
async function feedCases(
  admin: Client,
  sort: string,
  page: number,
  { common = [], rare = [] }: Readonly<Record<string, readonly string[]>>,
): Promise<Record<string, (string | null)[][]>> {
  const research = (tags: string) => (query: string) => [sort, query, null, tags, 'Research'];
  return {
    'page 1': [[sort, '', null, '{}', null]],
    [`page ${page}`]: [[sort, '', await readCursor(admin, sort, page * 20), '{}', null]],
    'a tag': [[sort, '', null, '{writing}', null]],
    'a category': [research('{}')('')],
    'two tags, a category': [research('{writing,code}')('')],
    'a tag, a category, a common word': common.map(research('{writing}')),
    'a tag, a category, a rare word': rare.map(research('{writing}')),
  };
}

/** Yields the measurement of each kind of search, then their summary. */
async function* measureKinds(
  scope: string,
  only: readonly string[],
  kinds: Readonly<Record<string, readonly string[]>>,
  search: (name: string, queries: readonly string[]) => Promise<Measured>,
): AsyncGenerator<Measured> {
  const all: Measured[] = [];
  for (const [kind, queries] of Object.entries(kinds)) {
    const name = `${scope}: ${kind}`;
    if (!isChosen(name, only)) continue;
    const measured = await search(name, queries);
    all.push(measured);
    yield measured;
  }
  if (all.length > 1) {
    yield summarize(
      `${scope}: all of these`,
      all.flatMap(({ runs }) => runs),
    );
  }
}

/** Yields the measurement of every case that `only` chooses. */
export async function* measureCases(
  login: ClientConfig,
  prompts: number,
  only: readonly string[],
): AsyncGenerator<Measured> {
  const admin = new Client(login);
  await admin.connect();
  const reader = await connectAs(login, 2);
  const owner = await connectAs(login, 1);
  try {
    yield* measureKinds('library', only, await sampleLibrary(admin), (name, queries) =>
      measure(
        owner,
        name,
        librarySql,
        queries.map((query) => [query]),
      ),
    );
    const communityQueries = await sampleCommunity(admin, prompts);
    for (const sort of ['latest', 'trending', 'top']) {
      yield* measureKinds(`community, ${sort}`, only, communityQueries, (name, queries) =>
        measure(
          reader,
          name,
          feedSql,
          queries.map((query) => [sort, query, null, '{}', null]),
        ),
      );
    }
    for (const sort of ['latest', 'oldest', 'trending', 'top']) {
      const cases = await feedCases(admin, sort, deepPage(prompts), communityQueries);
      for (const [kind, values] of Object.entries(cases)) {
        const name = `feed, ${sort}: ${kind}`;
        if (isChosen(name, only)) yield await measure(reader, name, feedSql, values);
      }
    }
  } finally {
    for (const client of [admin, reader, owner]) await client.end();
  }
}
