import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson, newTeam } from '../world.ts';

/**
 * Strategies change no rows: these tests keep the table in docs/search.md true, and all strategies
 * in use.
 */
const test = await setUpTestDatabase();
const client = new Client(test.login());
beforeAll(() => client.connect());
afterAll(() => client.end());

/** Returns the strategies of a search as the person, as an operator reads them. */
async function explain(person: string, call: string): Promise<string[]> {
  await client.query(`select set_config('request.jwt.claims', $1, false)`, [
    JSON.stringify({ sub: person, role: 'authenticated' }),
  ]);
  const { rows } = await client.query<{ strategy: string }>(
    `select strategy from private.${call} order by step`,
  );
  return rows.map(({ strategy }) => strategy);
}

/**
 * Adds prompts that all contain 'paint'. Ten share a word of their own, and each has a number in
 * its title.
 */
async function addPrompts(person: string, count: number, isPublic = false): Promise<void> {
  await test.sql(
    `insert into public.prompts (title, content, description, is_public, user_id)
     select 'Number ' || n, 'paint word' || n / 10 || 'x', case when $3 then 'paint word' || n / 10 || case n % 3 when 0 then 'x mortar' else 'x' end end, $3, $1
     from generate_series(1, $2::integer) n`,
    [person, count, isPublic],
  );
  await test.sql('select public.read_search_queue(null)');
  await test.sql('vacuum analyze private.search_keys');
}

describe('private.explain_search()', () => {
  const people = new Map<number, string>();
  beforeAll(async () => {
    for (const count of [20, 400, 1200]) {
      const person = await newPerson(test);
      await addPrompts(person, count);
      people.set(count, person);
    }
  });

  it.each([
    ['a library without a word list', 20, `'paint'`, ['ranks 3 to 0: fetch by key']],
    ['a rare word', 1200, `'word7x'`, ['ranks 3 to 0: fetch by key']],
    [
      'a word of 400 prompts',
      400,
      `'paint'`,
      ['ranks 3 to 1: skip', 'ranks 0 to 0: scan index for ids'],
    ],
    [
      'a word of more than 1,000 prompts',
      1200,
      `'paint'`,
      ['ranks 3 to 1: skip', 'ranks 0 to 0: scan index'],
    ],
    ['a word with many in the titles', 1200, `'number'`, ['ranks 3 to 3: scan index']],
    [
      'a digit that hundreds of words contain',
      1200,
      `'1', page_size => 200`,
      ['ranks 3 to 3: scan index'],
    ],
    ['a word that no prompt has', 1200, `'zzz'`, ['ranks 3 to 0: skip']],
    [
      'a typo',
      1200,
      `'word7xx'`,
      ['ranks 3 to 0: skip', 'forgive a typo', 'ranks 3 to 0: fetch by key'],
    ],
    ['no words', 1200, `''`, ['ranks 3 to 0: scan index']],
    [
      'templates',
      1200,
      `'paint', 'templates'`,
      ['ranks 3 to 0: as planned', 'forgive a typo', 'ranks 3 to 0: as planned'],
    ],
  ])('returns the strategies for %s', async (_case, count, query, strategies) => {
    expect(await explain(people.get(count) ?? '', `explain_search(${query})`)).toEqual(strategies);
  });
});

describe('private.explain_search() in a team', () => {
  let viewer: string;
  let scope: string;
  beforeAll(async () => {
    const [owner, reader] = [await newPerson(test), await newPerson(test)];
    const team = await newTeam(test, { owner: [owner], viewer: [reader] });
    await addPrompts(owner, 1200);
    await test.sql('update public.prompts set team_id = $1 where user_id = $2', [team, owner]);
    await test.sql('select public.read_search_queue(null)');
    await test.sql('vacuum analyze private.search_keys');
    viewer = reader;
    scope = `team:${team}`;
  });

  it.each([
    ['a rare word', 'word7x', ['ranks 3 to 0: fetch by key']],
    [
      'a word of more than 1,000 prompts',
      'paint',
      ['ranks 3 to 1: skip', 'ranks 0 to 0: scan index'],
    ],
    ['a word with many in the titles', 'number', ['ranks 3 to 3: scan index']],
    ['no words', '', ['ranks 3 to 0: scan index']],
  ])('returns those of a library for %s', async (_case, query, strategies) => {
    expect(await explain(viewer, `explain_search('${query}', '${scope}')`)).toEqual(strategies);
  });
});

describe('private.explain_feed()', () => {
  let person: string;
  beforeAll(async () => {
    person = await newPerson(test);
    await addPrompts(person, 4500, true);
  });

  it.each([
    ['no words', `'latest'`, ['scan the order']],
    ['a common word', `'latest', 'paint'`, ['scan some rows of the order']],
    ['a common word by points', `'top', 'paint'`, ['scan some rows of the order for ids']],
    [
      'a word of more than 1,000 prompts',
      `'latest', 'mortar'`,
      ['scan some rows of the order for ids, in 1 parts'],
    ],
    ['a rare word', `'latest', 'word7x'`, ['fetch by key']],
    ['a pair of characters', `'latest', '漢字'`, ['as planned']],
  ])('returns the strategies for %s', async (_case, query, strategies) => {
    const taken = await explain(person, `explain_feed(${query})`);
    expect(taken.map((strategy) => strategy.replace(/\d+ rows/, 'some rows'))).toEqual(strategies);
  });

  it('uses the word list even if a person saves a prompt again and again', async () => {
    await test.sql(
      `do $$ begin for n in 1..1200 loop
         update public.prompts set description = 'paint often' || n
           where title = 'Number 71' and user_id = '${person}';
         -- New replication slots, which other tests wait for, wait for open transactions.
         commit;
       end loop; end $$`,
    );
    expect(await explain(person, `explain_feed('latest', 'word8x')`)).toEqual(['fetch by key']);
    const rows = await test.sql(`select title from community_feed('latest', 'often1200')`);
    expect(rows).toEqual([{ title: 'Number 71' }]);
    await test.sql('select public.read_search_queue(null)');
  });
});
