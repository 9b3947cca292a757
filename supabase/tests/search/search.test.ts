import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { findVariables } from '#templating/variables.ts';
import { duringTransaction, insert, newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let sam: string;
let writing: string;
beforeAll(async () => {
  ann = await newPerson(test, 'Ann');
  sam = await newPerson(test, 'Sam');
  writing = await insert(test, 'groups', { name: 'Writing École', user_id: ann });
  const make = (title: string, content: string, more: Readonly<Record<string, unknown>> = {}) =>
    newPrompt(test, ann, { title, content, ...more });
  await make('Linux Terminal', 'I want you to act as a shell.', {
    is_public: true,
    tags: ['Dev', 'two words'],
    description: 'Pretends to be a console',
  });
  await test.sql(
    `insert into prompt_uses (user_id, prompt_id, used_at)
     select $1, id, now() - interval '2 days' from prompts where title = 'Linux Terminal'`,
    [ann],
  );
  await make('Shell helper', 'Explains a linux command, 50% shorter, with {{name}} and a\\b_c.', {
    tags: ['dev'],
  });
  await make('Café à la carte', 'ÉTÉ 漢字の説明 日', { group_id: writing });
  await make('Kanji', '漢字を教えて', { group_id: writing });
  const gone = await make('Linux gone', 'deleted');
  await test.sql('update prompts set deleted_at = now() where id = $1', [gone]);
  await newPrompt(test, sam, { title: "Sam's linux", content: 'private' });
  const shown = await newPrompt(test, sam, {
    title: "Sam's public linux",
    content: 'terminal',
    is_public: true,
    description: 'A console',
  });
  await test.sql('insert into favorites (user_id, prompt_id) values ($1, $2)', [ann, shown]);
});

type Arguments = Readonly<Record<string, string | number | null>>;

async function call(person: string | null, name: string, args: Arguments) {
  const names = Object.keys(args);
  const outcome = await test.asUser(
    person,
    `select * from ${name}(${names.map((key, i) => `${key} => $${i + 1}`).join(', ')})`,
    Object.values(args).map((value) => (value === null ? null : String(value))),
  );
  expect(outcome.refusal).toBeNull();
  return outcome.rows;
}
const search = async (query: string, args: Arguments = {}, person = ann) =>
  (await call(person, 'search_prompts', { query, ...args })).map(({ title }) => title);

const contents = [
  'no {name} {{1st}} {{#if}} {{> 00000000-0000-4000-8000-000000000001}} {{a  b}} {{a|b}} {{a\n}} {{a',
  '{{name}}, {{ name }} and {{name:Ann}}',
  '{{first name}} {{größe|number:10}} {{नाम}} {{a.b-c_1}} {{_}}',
  '{{a|choice:x, y}}{{b:{x} y}}} {{c:}} {{\td\t|\tlong\t}} {{{{e}}}} {{a:x{{f}}}}',
];
it.each(['search_prompts', 'community_feed'])(
  '%s() counts variables as the page does',
  async (name) => {
    const author = await newPerson(test);
    for (const [number, content] of contents.entries()) {
      await newPrompt(test, author, {
        title: `Counted${number}`,
        content: 'none',
        is_public: true,
      });
      await test.sql('update prompts set content = $1 where user_id = $2 and title = $3', [
        content,
        author,
        `Counted${number}`,
      ]);
    }
    const rows = await call(author, name, { query: 'counted', page_size: contents.length });
    expect(
      Object.fromEntries(rows.map(({ title, variable_count: count }) => [title, Number(count)])),
    ).toEqual(
      Object.fromEntries(
        contents.map((content, number) => [`Counted${number}`, findVariables(content).length]),
      ),
    );
  },
);

it('counts up to 10,000 variables of a prompt', async () => {
  const author = await newPerson(test);
  const title = 'Full of variables';
  const content = Array.from({ length: 10_001 }, (_, number) => `{{v${number}}}`).join(' ');
  await newPrompt(test, author, { title, content });
  const rows = await call(author, 'search_prompts', { query: 'full' });
  expect(rows).toMatchObject([{ title, variable_count: '10000' }]);
});

describe('search_prompts()', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['a word in title or content, title first', 'linux', ['Linux Terminal', 'Shell helper']],
    ['a word in any case', 'LINUX', ['Linux Terminal', 'Shell helper']],
    ['part of a word', 'inu', ['Linux Terminal', 'Shell helper']],
    ['every word, wherever it is', 'shell linux', ['Shell helper', 'Linux Terminal']],
    ['a phrase in quotes', '"act as a"', ['Linux Terminal']],
    ['accents or none', 'cafe ete', ['Café à la carte']],
    ['accents for none', 'términal', ['Linux Terminal']],
    ["a pattern's signs as they are", '50%', ['Shell helper']],
    ['an underscore and a backslash as they are', 'a\\b_c', ['Shell helper']],
    ['punctuation alone', '{{', ['Shell helper']],
    ['two letters', 'sh', ['Shell helper', 'Linux Terminal']],
    ['one Chinese character', '字', ['Kanji', 'Café à la carte']],
    ['two Chinese characters', '漢字', ['Kanji', 'Café à la carte']],
    ['a single character of its own', '日', ['Café à la carte']],
    ['three Chinese characters', '漢字を', ['Kanji']],
    [
      'everything for nothing',
      '  ',
      ['Kanji', 'Café à la carte', 'Shell helper', 'Linux Terminal'],
    ],
    ['nothing for nonsense', 'xyzzyx', []],
    ['a tag', 'tag:dev', ['Shell helper', 'Linux Terminal']],
    ['a tag of two words', 'tag:"Two Words"', ['Linux Terminal']],
    ['two tags, both', 'tag:dev tag:"two words"', ['Linux Terminal']],
    ['a group', 'group:ecole', ['Kanji', 'Café à la carte']],
    ['a word in a group', 'kanji group:"writing É"', ['Kanji']],
    ['a group that is none', 'group:none', []],
    ['either of two groups', 'group:none group:ecole', ['Kanji', 'Café à la carte']],
    ['either of two paths', 'in:none in:"writing école"', ['Kanji', 'Café à la carte']],
    ['what is public', 'is:public', ['Linux Terminal']],
    ['what is private', 'linux is:private', ['Shell helper']],
    ['a filter still being typed', 'tag: kanji', ['Kanji']],
    ['a word that looks like a filter', 'is:odd', []],
    ['what asks for a variable', 'has:variable', ['Shell helper']],
    ['what was used of late', 'used:<7d', ['Linux Terminal']],
    ['what was not used of late', 'linux used:>7d', ['Shell helper']],
    ['what was used this hour', 'used:<1h', []],
    ['what was used at any time', 'used:<9999y', ['Linux Terminal']],
    ['what was not used since before there was time', 'linux used:>9999y', ['Shell helper']],
    ['what was used in many months', 'used:<9999m', ['Linux Terminal']],
    ['what was never used', 'used:never linux', ['Shell helper']],
    ['a time that is none', 'used:<soon', []],
    ['an author', 'author:ANN kanji', ['Kanji']],
    ['either of two authors', 'author:sam author:ann kanji', ['Kanji']],
    ['an author who is another', 'author:sam', []],
    ['more filters still being typed', 'kanji has: used: author:', ['Kanji']],
    ['quotation marks and semicolons', `'; drop table prompts; --`, []],
  ];
  it.each(cases)('finds %s', async (_what, query, titles) => {
    expect(await search(query)).toEqual(titles);
  });

  it.each([
    ['{{name}}', true],
    ['{{ année|number:10 }}', true],
    ['{{名前}} and more', true],
    ['{{tone|choice:formal,friendly}}', true],
    ['{{#if x}} {{/if}}', false],
    ['{{2}} {{}} { {a} }', false],
    ['{{two  spaces}} ｛｛wide｝｝', false],
  ])('knows whether %s is a variable', async (content, found) => {
    const person = await newPerson(test);
    await newPrompt(test, person, { title: 'A {{title}}', content });
    expect(await search('has:variable', {}, person)).toHaveLength(found ? 1 : 0);
  });

  const typos: readonly (readonly [string, string])[] = [
    ['a wrong letter', 'terminel'],
    ['a wrong letter in a short word', 'lixux'],
    ['a missing letter', 'termnal'],
    ['a letter too many', 'terrminal'],
    ['two swapped letters', 'temrinal'],
    ['one wrong word of two', 'linux termonal'],
  ];
  it.each(typos)('forgives %s', async (_what, query) => {
    const rows = await call(ann, 'search_prompts', { query });
    expect(rows.map(({ title }) => title)).toContain('Linux Terminal');
    expect(rows.every(({ typo_forgiven }) => typo_forgiven === 't')).toBe(true);
  });

  it.each([
    ['internationalisation', 'internationalissation'],
    ['internationalisation', 'internatioanlisation'],
    ['responsibilities', 'responsibilitiees'],
    ['configuration', 'confiugration'],
    ['50%_of{all}(it)', '50%_of{alx}(it)'],
    ['back\\slashes', 'back\\slaches'],
  ])('finds %s for %s, in a library and in the community', async (word, typed) => {
    const person = await newPerson(test);
    const more = { is_public: true, description: `About ${word}` };
    await newPrompt(test, person, { title: 'Long word', content: `A ${word}.`, ...more });
    expect(await search(typed, {}, person)).toEqual(['Long word']);
    const rows = await call(person, 'community_feed', { query: typed });
    expect(rows.map(({ title }) => title)).toContain('Long word');
  });

  it('forgives a typo in four letters where a word begins', async () => {
    expect(await search('tarm')).toEqual(await search('term'));
    expect(await search('term')).not.toEqual([]);
    expect(await search('inyx')).toEqual([]);
    expect(await search('inux')).not.toEqual([]);
  });

  it('forgives no typo if something matches exactly, and never two', async () => {
    const rows = await call(ann, 'search_prompts', { query: 'linux' });
    expect(rows.some(({ typo_forgiven }) => typo_forgiven === 't')).toBe(false);
    expect(await search('tremonal')).toEqual([]);
  });

  it('finds favourites of others, and marks them', async () => {
    const rows = await call(ann, 'search_prompts', { scope: 'favorites', query: 'linux' });
    expect(rows).toMatchObject([
      { title: "Sam's public linux", is_favorite: 't', author_name: 'Sam', group_name: null },
    ]);
    expect(await search('author:sam', { scope: 'favorites' })).toEqual(["Sam's public linux"]);
    expect(await search('author:ann', { scope: 'favorites' })).toEqual([]);
  });

  it('searches one group', async () => {
    expect(await search('', { in_group: writing })).toEqual(['Kanji', 'Café à la carte']);
    expect(await search('kanji', { in_group: writing })).toEqual(['Kanji']);
  });

  it('rejects an unknown scope', async () => {
    const { refusal } = await test.asUser(ann, `select search_prompts(scope => 'all')`);
    expect(refusal?.code).toBe('22023');
  });

  it('pages by key through title matches and the rest, also when all share a time', async () => {
    const person = await newPerson(test);
    await test.asUser(
      person,
      `insert into prompts (title, content)
       select case when n % 3 = 0 then 'Needle ' || n else 'Hay ' || n end, 'needle' from generate_series(1, 25) n`,
    );
    const seen: (string | null | undefined)[] = [];
    let after: string | null = null;
    for (;;) {
      const page: readonly Record<string, string | null>[] = await call(person, 'search_prompts', {
        query: 'needle',
        page_size: 4,
        after,
      });
      if (page.length === 0) break;
      seen.push(...page.map(({ title }) => title));
      after = page.at(-1)?.['cursor'] ?? null;
    }
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
    expect(seen.slice(0, 8).every((title) => title?.startsWith('Needle'))).toBe(true);
  });

  it('finds older prompts once each, wherever the pages end', async () => {
    const person = await newPerson(test);
    await test.sql(
      `insert into prompts (title, content, user_id, created_at)
       select 'Hay ' || n, case when n % 50 = 0 then 'needle' else 'straw' end, $1, now() - n * interval '1 minute'
       from generate_series(1, 1200) n`,
      [person],
    );
    const seen: (string | null | undefined)[] = [];
    let after: string | null = null;
    do {
      const page: readonly Record<string, string | null>[] = await call(person, 'search_prompts', {
        query: 'needle',
        page_size: 7,
        after,
      });
      seen.push(...page.map(({ title }) => title));
      after = page.at(-1)?.['cursor'] ?? null;
    } while (after !== null);
    expect(seen).toEqual(Array.from({ length: 24 }, (_, index) => `Hay ${50 * (index + 1)}`));
    expect(await search('needle', { page_size: 22 }, person)).toHaveLength(22);
    expect(await search('needl straw', {}, person)).toEqual([]);
  });

  it('continues to forgive the typo on later pages', async () => {
    const person = await newPerson(test);
    await test.asUser(
      person,
      `insert into prompts (title, content) select 'Elephant ' || n, 'c' from generate_series(1, 3) n`,
    );
    const [first] = await call(person, 'search_prompts', { query: 'elefhant', page_size: 1 });
    const rest = await call(person, 'search_prompts', {
      query: 'elefhant',
      after: first?.['cursor'] ?? null,
    });
    expect(rest).toHaveLength(2);
  });
});

describe('prompt_search rows', () => {
  it('follow every change of a prompt', async () => {
    const person = await newPerson(test);
    const prompt = await newPrompt(test, person, { title: 'Before', content: 'old' });
    const find = (query: string) => search(query, {}, person);
    const change = (set: string) =>
      test.asUser(person, `update prompts set ${set} where id = $1`, [prompt]);
    await change(`title = 'After', tags = '{x}'`);
    expect(await find('before')).toEqual([]);
    expect(await find('after tag:x')).toEqual(['After']);
    await change(`content = 'new', tags = '{y}', is_public = true`);
    expect(await find('new tag:y is:public')).toEqual(['After']);
    await change('deleted_at = now()');
    expect(await find('')).toEqual([]);
    await change('deleted_at = null');
    expect(await find('after')).toEqual(['After']);
    await test.asUser(person, 'delete from prompts where id = $1', [prompt]);
    expect(await find('')).toEqual([]);
  });

  it('contain the last word of a million characters, in any script', async () => {
    const person = await newPerson(test);
    await newPrompt(test, person, {
      title: 'Long',
      content: `${'lorem ipsum '.repeat(80_000)} zebra 畢`,
    });
    for (const query of ['zebra', '畢', 'zebrra']) {
      expect(await search(query, {}, person)).toEqual(['Long']);
    }
  });
});

it('read_search_queue() skips a prompt that is deleted meanwhile', async () => {
  const person = await newPerson(test);
  const [gone, kept] = [await newPrompt(test, person), await newPrompt(test, person)];
  const text = 'delete from prompts where id = $1';
  await duringTransaction(test, person, text, [gone], () =>
    test.sql('select read_search_queue(null, 1)'),
  );
  const indexed = await test.sql(
    'select prompt_id from private.search_keys where prompt_id = any ($1)',
    [[gone, kept]],
  );
  expect(indexed).toEqual([{ prompt_id: kept }]);
});

describe('search_prompts() and community_feed() under the policies', () => {
  // Compares the view, under its policies, with the functions that bypass them.
  const plain = `title ilike '%linux%' or content ilike '%linux%'`;
  const scopes: readonly (readonly [string, string, string])[] = [
    ['library', `search_prompts('linux', 'library')`, `user_id = auth.uid() and (${plain})`],
    [
      'teams',
      `search_prompts('linux', 'teams')`,
      `team_id in (select team_id from team_members where user_id = auth.uid()) and (${plain})`,
    ],
    [
      'favorites',
      `search_prompts('linux', 'favorites')`,
      `id in (select prompt_id from favorites where user_id = auth.uid()) and (${plain})`,
    ],
    ['templates', `search_prompts('linux', 'templates')`, `is_template and (${plain})`],
    [
      'community',
      `community_feed('latest', 'linux', null, 200)`,
      `is_public and not is_template and (title ilike '%linux%' or description ilike '%linux%')`,
    ],
    ['trending', `community_feed('trending', '', null, 200)`, 'is_public and not is_template'],
    ['top', `community_feed('top', '', null, 200)`, 'is_public and not is_template'],
  ];
  let people: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const [owner, editor, viewer, stranger] = [
      await newPerson(test),
      await newPerson(test),
      await newPerson(test),
      await newPerson(test),
    ];
    people = { owner, editor, viewer, stranger, ann, sam };
    const team = await newTeam(test, { owner: [owner], editor: [editor], viewer: [viewer] });
    // Every combination of owner, visibility, team, template and deletion; favourites of
    // everything.
    await test.sql(
      `insert into prompts (title, content, user_id, is_public, team_id, is_template, deleted_at)
       select 'Linux', 'c', owner, is_public, team, is_template, deleted
       from unnest($1::uuid[]) owner, unnest(array[true, false]) is_public, unnest(array[$2::uuid, null]) team,
         unnest(array[true, false]) is_template, unnest(array[null, now()]) deleted`,
      [[owner, editor, stranger], team],
    );
    await test.sql(
      `insert into favorites (user_id, prompt_id) select u, p.id from unnest($1::uuid[]) u, prompts p
       on conflict do nothing`,
      [Object.values(people)],
    );
  });

  it.each(scopes)(
    'return exactly the readable rows in %s',
    async (_scope, functionCall, condition) => {
      for (const [name, person] of Object.entries(people)) {
        const through = await test.asUser(person, `select id from ${functionCall} order by id`);
        const under = await test.asUser(
          person,
          `select id from readable_prompts where deleted_at is null and (${condition}) order by id`,
        );
        expect([name, through]).toEqual([name, under]);
      }
    },
  );

  it('return nothing to anon', async () => {
    for (const [, functionCall] of scopes) {
      const { refusal } = await test.asUser(null, `select id from ${functionCall}`);
      expect(refusal?.code).toBe('42501');
    }
  });

  it('leave the shared link to public prompts only', async () => {
    const { rows } = await test.asUser(
      null,
      `select array_agg(p.id order by p.id)::text as shown from unnest($1::uuid[]) u, public_prompt(u) p`,
      [
        `{${(await test.sql<{ id: string }>('select id from prompts')).map(({ id }) => id).join(',')}}`,
      ],
    );
    const [expected] = await test.sql(
      `select array_agg(id order by id)::text as shown from prompts where is_public and deleted_at is null`,
    );
    expect(rows).toEqual([expected]);
  });
});
