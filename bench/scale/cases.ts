import { Client, type ClientConfig } from 'pg';
import { personId } from '../people.ts';
import { measure, type Measured, summary } from './measure.ts';
import { queriesOf } from './words.ts';

const feed = `select * from public.community_feed($1, $2, $3, 20, $4::text[], $5)`;
const library = `select * from public.search_prompts($1, 'library', null, null, 50)`;

/** Logs in as a person, as a request does. */
export async function signedIn(login: ClientConfig, person: number): Promise<Client> {
  const client = new Client(login);
  await client.connect();
  await client.query(`select set_config('request.jwt.claims', $1, false)`, [
    JSON.stringify({ sub: personId(person), role: 'authenticated' }),
  ]);
  await client.query('set role authenticated');
  return client;
}

/** The cursor behind a page, without reading all the pages before it. */
async function cursorAt(admin: Client, sort: string, row: number): Promise<string | null> {
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

/** Searches of every kind, and what they take together. */
async function* eachAndAll(
  where: string,
  only: string,
  kinds: Readonly<Record<string, readonly string[]>>,
  search: (name: string, words: readonly string[]) => Promise<Measured>,
): AsyncGenerator<Measured> {
  const each: Measured[] = [];
  for (const [kind, words] of Object.entries(kinds)) {
    const name = `${where}: ${kind}`;
    if (!name.includes(only)) continue;
    const measured = await search(name, words);
    each.push(measured);
    yield measured;
  }
  if (each.length > 1) {
    yield summary(
      `${where}: all of these`,
      each.flatMap(({ runs }) => runs),
    );
  }
}

/** Everything that the aims speak of, one after the other. `only` is a part of the names of what is wanted. */
export async function* measureAll(
  login: ClientConfig,
  prompts: number,
  only: string,
): AsyncGenerator<Measured> {
  const admin = new Client(login);
  await admin.connect();
  const reader = await signedIn(login, 2);
  const owner = await signedIn(login, 1);
  try {
    const mine = await queriesOf(admin, 'library_text', `user_id = '${personId(1)}'`, 100);
    yield* eachAndAll('library', only, mine, (name, words) =>
      measure(
        owner,
        name,
        library,
        words.map((word) => [word]),
      ),
    );
    const share = Math.min(100, 2_000_000 / prompts);
    const all = await queriesOf(admin, 'community_text', 'is_public', share);
    for (const sort of ['latest', 'trending', 'top']) {
      yield* eachAndAll(`community, ${sort}`, only, all, (name, words) =>
        measure(
          reader,
          name,
          feed,
          words.map((word) => [sort, word, null, '{}', null]),
        ),
      );
    }
    const page = Math.min(5_000, Math.floor(prompts / 25));
    for (const sort of ['latest', 'oldest', 'trending', 'top']) {
      for (const [name, row] of [
        [`feed, ${sort}: page 1`, 0],
        [`feed, ${sort}: page ${page}`, page * 20],
      ] as const) {
        if (!name.includes(only)) continue;
        const cursor = row === 0 ? null : await cursorAt(admin, sort, row);
        yield await measure(reader, name, feed, [[sort, '', cursor, '{}', null]]);
      }
      const common = all['common'] ?? [];
      const rare = all['rare'] ?? [];
      const filtered = {
        'a tag': [['', '{writing}', null]],
        'a category': [['', '{}', 'Research']],
        'two tags, a category': [['', '{writing,code}', 'Research']],
        'a tag, a category, a common word': common.map((word) => [word, '{writing}', 'Research']),
        'a tag, a category, a rare word': rare.map((word) => [word, '{writing}', 'Research']),
      };
      for (const [kind, values] of Object.entries(filtered)) {
        const name = `feed, ${sort}: ${kind}`;
        if (!name.includes(only)) continue;
        yield await measure(
          reader,
          name,
          feed,
          values.map(([word = '', tags = '{}', category = null]) => [
            sort,
            word,
            null,
            tags,
            category,
          ]),
        );
      }
    }
  } finally {
    for (const client of [admin, reader, owner]) await client.end();
  }
}
