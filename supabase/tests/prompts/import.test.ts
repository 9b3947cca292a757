import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase, type Outcome } from '#server/testing/test-database.ts';
import { duringTransaction, newPrompt, sendImport } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;

async function newPerson(): Promise<string> {
  const id = randomUUID();
  await test.sql('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.com`]);
  return id;
}

interface Options {
  readonly includeKnown?: boolean;
  readonly publish?: boolean;
}

/** Sends the parts of an import, and stores it. */
async function importParts(
  person: string | null,
  parts: readonly unknown[],
  { includeKnown = false, publish = false }: Options = {},
): Promise<Outcome> {
  const id = randomUUID();
  for (const [part, content] of parts.entries()) {
    const sent = await test.asUser(
      person,
      'insert into import_parts (import_id, part, content) values ($1, $2, $3)',
      [id, String(part), JSON.stringify(content)],
    );
    if (sent.refusal) return sent;
  }
  return test.asUser(person, 'select import_library($1, $2, $3) as result', [
    id,
    String(includeKnown),
    String(publish),
  ]);
}

const onePrompt = { prompts: [{ key: '0', title: 'A', content: '1' }] };

interface Item {
  readonly title?: string | null;
  readonly content?: string;
  readonly group?: string;
  readonly [field: string]: unknown;
}

/** Returns prompts as a file of another product has them: keyed by position, groups by name. */
function importAs(
  person: string | null,
  items: readonly Item[],
  includeKnown = false,
): Promise<Outcome> {
  const names = [...new Set(items.flatMap(({ group }) => group ?? []))];
  return importParts(
    person,
    [
      {
        groups: names.map((name) => ({ key: name, path: [name], description: 'Imported' })),
        prompts: items.map((item, place) => ({ key: String(place), ...item })),
      },
    ],
    { includeKnown },
  );
}

async function resultOf(outcome: Promise<Outcome>): Promise<unknown> {
  const { rows, refusal } = await outcome;
  expect(refusal).toBeNull();
  return JSON.parse(rows[0]?.['result'] ?? 'null');
}

/** The result of an import that stored nothing. */
const nothing = {
  imported: 0,
  known: [],
  new_groups: 0,
  new_chains: 0,
  empty_steps: 0,
  new_runs: 0,
  new_comments: 0,
  new_uses: 0,
  prompts_with_files: {},
};

const promptsOf = (person: string) =>
  test.sql(
    `select p.title, p.content, p.description, p.tags, p.category, g.name as "group", p.is_public, p.version
     from public.prompts p left join public.groups g on g.id = p.group_id
     where p.user_id = $1 order by p.created_at desc, p.id desc`,
    [person],
  );

function fingerprint(title: string, content: string): string {
  const text = `${Buffer.byteLength(title)}:${title}${content}`;
  return createHash('sha256').update(text).digest('hex');
}

describe('import_library()', () => {
  beforeAll(async () => {
    ann = await newPerson();
  });

  it('stores every field as it came, in the order of the file', async () => {
    const content = ' “x” \r\n\ttwo\n🙂 e\u0301 {{name}} \\ " \' ';
    const result = await resultOf(
      importAs(ann, [
        {
          title: ' Ä ',
          content,
          description: 'D',
          tags: ['b', 'a'],
          category: 'K',
          group: 'Plays',
          is_public: true,
          user_id: randomUUID(),
          version: 7,
        },
        { title: 'Second', content: '2', tags: null, group: 'Plays' },
        { title: 'Third', content: '3' },
      ]),
    );
    expect(result).toEqual({ ...nothing, imported: 3, new_groups: 1 });
    const rest = { description: null, tags: [], category: null, is_public: false, version: 1 };
    expect(await promptsOf(ann)).toEqual([
      {
        ...rest,
        title: ' Ä ',
        content,
        description: 'D',
        tags: ['b', 'a'],
        category: 'K',
        group: 'Plays',
      },
      { ...rest, title: 'Second', content: '2', group: 'Plays' },
      { ...rest, title: 'Third', content: '3', group: null },
    ]);
  });

  it('gives each prompt its first version', async () => {
    const versions = await test.sql(
      `select v.version_number, v.change_description, v.created_by from public.prompt_versions v
       join public.prompts p on p.id = v.prompt_id where p.user_id = $1`,
      [ann],
    );
    const first = { version_number: 1, change_description: 'Initial version', created_by: ann };
    expect(versions).toEqual([first, first, first]);
  });

  it('leaves out prompts that the library has, unless include_known', async () => {
    const ben = await newPerson();
    const [one, two] = [
      { title: 'A', content: '1' },
      { title: 'B', content: '2' },
    ] as const;
    const items = [one, two];
    await resultOf(importAs(ben, items));
    const again = [two, { title: 'A', content: '1 ' }, one];
    expect(await resultOf(importAs(ben, again))).toEqual({
      ...nothing,
      imported: 1,
      known: [0, 2],
    });
    expect(await resultOf(importAs(ben, items, true))).toEqual({ ...nothing, imported: 2 });
    expect(await promptsOf(ben)).toHaveLength(5);
  });

  it('returns the ids of new prompts with files, and takes none of their source', async () => {
    const person = await newPerson();
    const source = await newPrompt(test, person, { title: 'Source' });
    await test.sql(
      `insert into storage.objects (bucket_id, name) values ('attachments', $1 || '/' || gen_random_uuid())`,
      [source],
    );
    const items = [
      { title: 'With', content: 'x', forked_from: source, has_files: true },
      { title: 'Without', content: 'x' },
    ];
    const result = await resultOf(importAs(person, items));
    const [made] = await test.sql<{ id: string; files: number }>(
      `select id, (select count(*) from prompt_attachments a where a.prompt_id = p.id)::integer as files
       from prompts p where user_id = $1 and title = 'With'`,
      [person],
    );
    expect(made?.files).toBe(0);
    expect(result).toMatchObject({ prompts_with_files: { 0: made?.id } });
  });

  it('uses the groups that exist and creates the others', async () => {
    const ida = await newPerson();
    await test.sql(
      `insert into public.groups (name, user_id, created_at)
       values ('Plays', $1, '2026-01-01'), ('plays', $1, '2026-02-01'), ('Other', $1, '2026-01-01')`,
      [ida],
    );
    const result = await resultOf(
      importAs(ida, [
        { title: 'A', content: '1', group: 'PLAYS' },
        { title: 'B', content: '2', group: 'Poems' },
        { title: 'C', content: '3', group: 'Poems' },
        { title: 'D', content: '4', group: 'Songs' },
      ]),
    );
    expect(result).toEqual({ ...nothing, imported: 4, new_groups: 2 });
    const groups = (await promptsOf(ida)).map(({ title, group }) => [title, group]);
    expect(groups).toEqual([
      ['A', 'Plays'],
      ['B', 'Poems'],
      ['C', 'Poems'],
      ['D', 'Songs'],
    ]);
  });

  it('does not count deleted prompts or those of others', async () => {
    const [cat, dan] = [await newPerson(), await newPerson()];
    const items = [{ title: 'A', content: '1', group: 'G' }];
    await resultOf(importAs(cat, items));
    await test.sql('update public.prompts set is_public = true where user_id = $1', [cat]);
    expect(await resultOf(importAs(dan, items))).toEqual({
      ...nothing,
      imported: 1,
      new_groups: 1,
    });
    await test.asUser(dan, 'update prompts set deleted_at = now() where user_id = $1', [dan]);
    await test.asUser(dan, 'update groups set deleted_at = now() where user_id = $1', [dan]);
    expect(await resultOf(importAs(dan, items))).toEqual({
      ...nothing,
      imported: 1,
      new_groups: 1,
    });
  });

  it.each([
    ['a title that is blank', { title: ' ', content: 'x' }, '23514'],
    ['no title', { content: 'x' }, '23502'],
    ['no content', { title: 'x', content: '' }, '23514'],
    ['a title that is too long', { title: 'x'.repeat(501), content: 'x' }, '23514'],
    ['a tag that is too long', { title: 'x', content: 'x', tags: ['y'.repeat(51)] }, '23514'],
    [
      'a group name that is too long',
      { title: 'x', content: 'x', group: 'g'.repeat(201) },
      '23514',
    ],
  ])('stores nothing of a file that holds %s', async (_, broken, code) => {
    const eve = await newPerson();
    const { refusal } = await importAs(eve, [{ title: 'A', content: '1', group: 'G' }, broken]);
    expect(refusal?.code).toBe(code);
    expect(await promptsOf(eve)).toEqual([]);
    expect(await test.sql('select from public.groups where user_id = $1', [eve])).toEqual([]);
  });

  it('rejects an import of which nothing was sent', async () => {
    expect((await importParts(ann, [])).refusal?.code).toBe('PT404');
  });

  it('rejects an import of which a part is missing, as after a crash of the database', async () => {
    const ida = await newPerson();
    const id = await sendImport(test, ida, onePrompt);
    await sendImport(test, ida, onePrompt, { id, part: 1 });
    await test.sql('delete from import_parts where import_id = $1 and part = 0', [id]);
    const { refusal } = await test.asUser(ida, 'select import_library($1)', [id]);
    expect(refusal?.code).toBe('PT409');
    expect(await promptsOf(ida)).toEqual([]);
  });

  it('ignores parts that another person sent', async () => {
    const hal = await newPerson();
    const id = await sendImport(test, ann, onePrompt, { part: 1 });
    const { refusal } = await test.asUser(hal, 'select import_library($1)', [id]);
    expect(refusal?.code).toBe('PT404');
    expect(await promptsOf(hal)).toEqual([]);
    // An import under the same id doesn't delete ann's part, either.
    await sendImport(test, hal, onePrompt, { id });
    await test.succeedAs(hal, 'select import_library($1)', id);
    expect(await test.sql('select user_id from import_parts where import_id = $1', [id])).toEqual([
      { user_id: ann },
    ]);
  });

  it('stores a file once that is imported twice at the same moment', async () => {
    const lea = await newPerson();
    const one = await sendImport(test, lea, onePrompt);
    const other = await sendImport(test, lea, onePrompt);
    const text = 'select import_library($1) as result';
    const { rows } = await duringTransaction(test, lea, text, [one], () =>
      test.asUser(lea, text, [other]),
    );
    expect(JSON.parse(rows[0]?.['result'] ?? 'null')).toMatchObject({ imported: 0, known: [0] });
    expect(await promptsOf(lea)).toHaveLength(1);
  });

  it('stores no part twice when a client repeats its request', async () => {
    const mia = await newPerson();
    const id = await sendImport(test, mia, onePrompt);
    const text = 'select import_library($1, true)';
    const { refusal } = await duringTransaction(test, mia, text, [id], () =>
      test.asUser(mia, text, [id]),
    );
    expect(refusal?.code).toBe('PT404');
    expect(await promptsOf(mia)).toHaveLength(1);
  });

  it.each(['-infinity', '0044-03-15 BC', '1969-12-31T23:59:59Z'])(
    'moves a time that pages cannot show to 1970: %s',
    async (time) => {
      const ned = await newPerson();
      const newest = { change_description: 'Old', created_at: time };
      await resultOf(
        importAs(ned, [{ title: 'A', content: '1', created_at: time, updated_at: time, newest }]),
      );
      const times = await test.sql(
        `select to_json(p.created_at) as made, to_json(p.updated_at) as changed, to_json(v.created_at) as saved
         from prompts p join prompt_versions v on v.prompt_id = p.id where p.user_id = $1`,
        [ned],
      );
      const epoch = '1970-01-01T00:00:00+00:00';
      expect(times).toEqual([{ made: epoch, changed: epoch, saved: epoch }]);
    },
  );

  it('deletes its parts, and those of an abandoned import after a day', async () => {
    const ivy = await newPerson();
    await resultOf(importAs(ivy, [{ title: 'A', content: '1' }]));
    await test.sql(
      `insert into import_parts (import_id, part, user_id, content, created_at)
       values (gen_random_uuid(), 0, $1, '{"old": 1}', now() - interval '25 hours'),
         (gen_random_uuid(), 0, $1, '{"new": 1}', now() - interval '23 hours')`,
      [ivy],
    );
    await test.sql('select purge_deleted()');
    expect(await test.sql('select content from import_parts where user_id = $1', [ivy])).toEqual([
      { content: { new: 1 } },
    ]);
  });

  it('is not available to people who are not signed in', async () => {
    expect((await importAs(null, [])).refusal?.code).toBe('42501');
    const { refusal } = await test.asUser(null, 'select import_library($1)', [randomUUID()]);
    expect(refusal?.code).toBe('42501');
  });
});

describe('an imported library', () => {
  const past = '2025-05-05T05:05:05.123456+00:00';
  const later = '2025-06-06T06:06:06.654321+00:00';
  const library = {
    groups: [
      { key: 'g1', path: ['Twins'], description: 'One', created_at: past, updated_at: later },
      { key: 'g2', path: ['twins'], description: 'Two', created_at: later, updated_at: later },
    ],
    prompts: [
      {
        key: 'p1',
        title: 'New',
        content: 'N',
        tags: ['t'],
        icon: '🎭',
        is_public: true,
        is_favorite: true,
        group: 'g2',
        created_at: past,
        updated_at: later,
        newest: { change_description: 'Third', created_at: later },
      },
      { key: 'p2', title: 'Copy', content: 'C', forked_from: 'p1', forked_from_version: 2 },
    ],
    versions: [
      {
        prompt: 'p1',
        title: 'Old',
        content: 'O',
        group: 'g1',
        change_description: 'First',
        created_at: past,
      },
      {
        prompt: 'p1',
        title: 'Mid',
        content: 'M',
        group: 'gone',
        change_description: 'Second',
        created_at: '2999-01-01',
      },
    ],
    chains: [
      {
        title: 'Chain',
        description: null,
        created_at: past,
        updated_at: later,
        steps: ['p2', randomUUID(), 'p1'].map((prompt) => ({ prompt })),
      },
    ],
  };
  const historyOf = (person: string, title: string) =>
    test.sql(
      `select v.version_number as n, v.title, v.is_public, g.description as "group", v.change_description as said,
         v.imported, v.created_by, to_json(v.created_at) #>> '{}' as at
       from prompt_versions v join prompts p on p.id = v.prompt_id left join groups g on g.id = v.group_id
       where p.user_id = $1 and p.title = $2 order by 1`,
      [person, title],
    );

  it('keeps history, groups, chains, times, sources and favourites, however it is cut into parts', async () => {
    const [jan, { groups, prompts, versions, chains }] = [await newPerson(), library];
    const parts = [
      { groups },
      { prompts: prompts.slice(1), versions: versions.slice(0, 1) },
      { prompts: prompts.slice(0, 1), versions: versions.slice(1), chains },
    ];
    expect(await resultOf(importParts(jan, parts, { publish: true }))).toEqual({
      ...nothing,
      imported: 2,
      new_groups: 2,
      new_chains: 1,
      empty_steps: 1,
    });
    const own = { imported: true, created_by: jan };
    const history = await historyOf(jan, 'New');
    expect(history).toMatchObject([
      { ...own, n: 1, title: 'Old', group: 'One', said: 'First', is_public: false, at: past },
      { ...own, n: 2, title: 'Mid', group: null, said: 'Second' },
      { ...own, n: 3, title: 'New', group: 'Two', said: 'Third', is_public: true, at: later },
    ]);
    expect(Date.parse(String(history[1]?.['at']))).toBeLessThanOrEqual(Date.now());
    const [prompt] = await test.sql(
      `select p.version, p.is_public, p.icon, to_json(p.created_at) #>> '{}' as made,
         to_json(p.updated_at) #>> '{}' as changed, p.change_description as said,
         (select count(*)::int from favorites f where f.prompt_id = p.id and f.user_id = p.user_id) as stars,
         (select forked_from_version from prompts c where c.forked_from = p.id) as forked
       from prompts p where user_id = $1 and title = 'New'`,
      [jan],
    );
    expect(prompt).toEqual({
      version: 3,
      is_public: true,
      icon: '🎭',
      made: past,
      changed: later,
      said: null,
      stars: 1,
      forked: 2,
    });
    const steps = await test.sql(
      `select s.sequence_order as n, p.title from chains c join chain_prompts s on s.chain_id = c.id
       left join prompts p on p.id = s.prompt_id where c.user_id = $1 order by 1`,
      [jan],
    );
    expect(steps).toEqual([
      { n: 1, title: 'Copy' },
      { n: 2, title: null },
      { n: 3, title: 'New' },
    ]);
    // Importing again changes nothing.
    expect(await resultOf(importParts(jan, parts))).toEqual({ ...nothing, known: [0, 1] });
  });

  it('counts its favourites and forks', async () => {
    const kim = await newPerson();
    await resultOf(importParts(kim, [library]));
    const counts = () =>
      test.sql(
        `select s.favorites_count as favorites, s.forks_count as forks
         from prompt_stats s join prompts p on p.id = s.prompt_id
         where p.user_id = $1 and p.title = 'New'`,
        [kim],
      );
    expect(await counts()).toEqual([{ favorites: 1, forks: 1 }]);
    await test.asUser(kim, 'delete from favorites where user_id = $1', [kim]);
    await test.asUser(kim, `delete from prompts where title = 'Copy'`);
    expect(await counts()).toEqual([{ favorites: 0, forks: 0 }]);
  });

  it('stays private unless it is published, which adds a version', async () => {
    const kim = await newPerson();
    await resultOf(importParts(kim, [library]));
    const history = await historyOf(kim, 'New');
    expect(
      history.map(({ n, said, is_public: open, imported }) => [n, said, open, imported]),
    ).toEqual([
      [1, 'First', false, true],
      [2, 'Second', false, true],
      [3, 'Third', true, true],
      [4, 'Imported', false, false],
    ]);
    expect(await test.sql('select from prompts where user_id = $1 and is_public', [kim])).toEqual(
      [],
    );
  });

  it('continues its history when a prompt is changed', async () => {
    const lea = await newPerson();
    await resultOf(importParts(lea, [library], { publish: true }));
    await test.asUser(lea, `update prompts set content = 'X' where title = 'New'`);
    const history = await historyOf(lea, 'New');
    expect(history.at(-1)).toMatchObject({ n: 4, imported: false, said: 'Updated prompt' });
  });

  it('does not accept history that is inserted beside it', async () => {
    const mia = await newPerson();
    await resultOf(importParts(mia, [library], { publish: true }));
    const { refusal } = await test.asUser(
      mia,
      `insert into prompt_versions (prompt_id, version_number, title, content, imported)
       select id, 9, 'Never', 'was', true from prompts where title = 'New' and user_id = auth.uid()`,
    );
    expect(refusal?.code).toBe('42501');
  });

  it('refers to prompts of other people only if its owner may read them', async () => {
    const [nia, owner] = [await newPerson(), await newPerson()];
    await resultOf(
      importAs(owner, [
        { title: 'Open', content: '1' },
        { title: 'Shut', content: '2' },
      ]),
    );
    await test.sql(`update prompts set is_public = true where title = 'Open' and user_id = $1`, [
      owner,
    ]);
    const theirs = await test.sql<{ id: string }>(
      'select id from prompts where user_id = $1 order by title',
      [owner],
    );
    const [open = '', shut = ''] = theirs.map(({ id }) => id);
    const prompts = [open, shut, 'no id'].map((forked, place) => ({
      key: String(place),
      title: `F${place}`,
      content: 'F',
      forked_from: forked,
    }));
    await resultOf(
      importParts(nia, [
        { prompts, chains: [{ title: 'C', steps: [{ prompt: shut }, { prompt: open }] }] },
      ]),
    );
    expect(
      await test.sql(
        'select title, forked_from as source from prompts where user_id = $1 order by 1',
        [nia],
      ),
    ).toEqual([
      { title: 'F0', source: open },
      { title: 'F1', source: null },
      { title: 'F2', source: null },
    ]);
    expect(
      await test.sql(
        `select prompt_id from chain_prompts s join chains c on c.id = s.chain_id where c.user_id = $1 order by sequence_order`,
        [nia],
      ),
    ).toEqual([{ prompt_id: null }, { prompt_id: open }]);
  });
});

describe('chains of an import', () => {
  const prompts = [{ key: randomUUID(), title: 'P', content: 'C' }];
  const [key] = prompts.map((prompt) => prompt.key);
  const step = (fields: object) => ({ title: null, content: null, bindings: {}, ...fields });
  const chainOf = (bindings: object, content = `On {{a}} {{> ${key}}} {{> P}} $&`) => ({
    key: 'c',
    title: 'Chain',
    description: null,
    steps: [step({ prompt: key }), step({ title: 'Own', content, bindings })],
  });
  const bindings = { a: { step: 1 }, 'b c': { text: '{{x}} \\ "$1"\r\n' } };
  const stepsOf = (person: string) =>
    test.sql<{ id: string; prompt_id: string; content: string; bindings: unknown }>(
      `select s.id, s.prompt_id, s.title, s.content, s.bindings
       from chain_prompts s join chains c on c.id = s.chain_id where c.user_id = $1
       order by c.created_at, s.sequence_order`,
      [person],
    );

  it('keep prompts written in them and values of variables, and are found again', async () => {
    const kim = await newPerson();
    const chains = [chainOf(bindings)];
    const result = await resultOf(importParts(kim, [{ prompts }, { chains }]));
    expect(result).toEqual({ ...nothing, imported: 1, new_chains: 1 });
    const [first, second] = await stepsOf(kim);
    expect(first).toMatchObject({ title: null, content: null, bindings: {} });
    const id = first?.prompt_id;
    expect(second).toMatchObject({
      prompt_id: null,
      title: 'Own',
      content: `On {{a}} {{> ${id}}} {{> ${id}}} $&`,
      bindings: { ...bindings, a: { step: first?.id } },
    });
    expect(await resultOf(importParts(kim, [{ prompts, chains }]))).toEqual({
      ...nothing,
      known: [0],
    });
    const changed = [
      chainOf({ ...bindings, a: { text: '' } }),
      chainOf(bindings, 'Other'),
      chainOf({}),
    ];
    expect(await resultOf(importParts(kim, [{ prompts, chains: changed }]))).toEqual({
      ...nothing,
      known: [0],
      new_chains: 3,
    });
  });

  it('are refused with the answer of a step that does not come before', async () => {
    const kim = await newPerson();
    for (const target of [2, 3, 0]) {
      const chains = [chainOf({ a: { step: target } })];
      const { refusal } = await importParts(kim, [{ prompts, chains }]);
      expect(refusal?.code).toBe('23514');
    }
    expect(await stepsOf(kim)).toEqual([]);
  });
});

describe('runs, comments and uses of an import', () => {
  const past = '2025-05-05T05:05:05.123456+00:00';
  const later = '2025-06-06T06:06:06.654321+00:00';
  const step = (prompt_id: string | null) => ({ prompt_id, version: 1, title: 'S', content: 'C' });
  const library = {
    prompts: [
      { key: 'p', title: 'P', content: 'C', is_public: true },
      { key: 'q', title: 'Q', content: 'C' },
    ],
    chains: [
      { key: 'c', title: 'Chain', description: null, steps: [{ prompt: 'p' }, { prompt: 'q' }] },
    ],
    runs: [
      {
        chain: 'c',
        title: 'Chain',
        state: 'stopped',
        steps: [step('p'), step('q'), step('elsewhere'), step(null)],
        answers: ['one', ''],
        created_at: past,
        updated_at: later,
      },
      {
        chain: 'gone',
        title: 'Old',
        state: 'finished',
        steps: [],
        answers: [],
        created_at: past,
        updated_at: past,
      },
    ],
    comments: [
      { prompt: 'p', body: 'Mine', created_at: past, updated_at: later },
      { prompt: 'q', body: 'Later', created_at: '2999-01-01', updated_at: null },
      { prompt: 'elsewhere', body: 'Nowhere', created_at: past, updated_at: past },
    ],
    uses: [
      { prompt: 'p', used_at: past, uses: 7, last_values: { name: 'Ada' } },
      { prompt: 'elsewhere', used_at: past, uses: 1, last_values: {} },
    ],
  };

  const runsOf = (person: string) =>
    test.sql<{ chain: string | null; steps: { prompt_id: string | null }[] }>(
      `select r.title, c.title as chain, r.state, r.steps, r.answers, to_json(r.created_at) #>> '{}' as began,
         to_json(r.updated_at) #>> '{}' as went_on
       from chain_runs r left join chains c on c.id = r.chain_id where r.user_id = $1 order by r.title`,
      [person],
    );
  const commentsOf = (person: string) =>
    test.sql(
      `select c.body, c.imported, p.title, to_json(c.created_at) #>> '{}' as said, s.comments_count as count
       from comments c join prompts p on p.id = c.prompt_id join prompt_stats s on s.prompt_id = p.id
       where c.user_id = $1 order by c.body desc`,
      [person],
    );
  const usesOf = (person: string) =>
    test.sql(
      `select p.title, u.uses, u.last_values, to_json(u.used_at) #>> '{}' as used
       from prompt_uses u join prompts p on p.id = u.prompt_id where u.user_id = $1`,
      [person],
    );

  it('are restored once, with their chain, prompts and times', async () => {
    const pam = await newPerson();
    const result = await resultOf(importParts(pam, [library], { publish: true }));
    expect(result).toEqual({
      ...nothing,
      imported: 2,
      new_chains: 1,
      new_runs: 2,
      new_comments: 2,
      new_uses: 1,
    });
    const prompts = await test.sql<{ id: string }>(
      'select id from prompts where user_id = $1 order by title',
      [pam],
    );
    const [first, second] = prompts.map(({ id }) => id);
    const [run, old] = await runsOf(pam);
    expect(run).toMatchObject({
      chain: 'Chain',
      state: 'stopped',
      answers: ['one', ''],
      began: past,
      went_on: later,
    });
    expect(run?.steps.map(({ prompt_id }) => prompt_id)).toEqual([first, second, null, null]);
    expect(old).toMatchObject({ title: 'Old', chain: null, state: 'finished' });
    const comments = await commentsOf(pam);
    expect(comments).toMatchObject([
      { body: 'Mine', imported: true, title: 'P', said: past, count: 1 },
      { body: 'Later', imported: true, title: 'Q', count: 1 },
    ]);
    expect(Date.parse(String(comments[1]?.['said']))).toBeLessThanOrEqual(Date.now());
    const uses = [{ title: 'P', uses: 7, last_values: { name: 'Ada' }, used: past }];
    expect(await usesOf(pam)).toEqual(uses);

    // A comment dated in the future gets a new time at each import, so it is left out here.
    const again = { ...library, comments: library.comments.slice(0, 1) };
    expect(await resultOf(importParts(pam, [again]))).toEqual({ ...nothing, known: [0, 1] });
    expect(await runsOf(pam)).toHaveLength(2);
    expect(await usesOf(pam)).toEqual(uses);
  });

  it('are part of one transaction: a run in an unknown state rolls everything back', async () => {
    const ron = await newPerson();
    const broken = { ...library.runs[0], state: 'flying' };
    const { refusal } = await importParts(ron, [{ ...library, runs: [broken] }]);
    expect(refusal?.code).toBe('23514');
    expect(await promptsOf(ron)).toEqual([]);
    expect(await usesOf(ron)).toEqual([]);
  });

  it('never add comments to prompts of other people, public or not', async () => {
    const [sue, owner] = [await newPerson(), await newPerson()];
    await resultOf(importAs(owner, [{ title: 'Open', content: '1' }]));
    const [open] = await test.sql<{ id: string }>(
      'update prompts set is_public = true where user_id = $1 returning id',
      [owner],
    );
    const comments = [{ prompt: open?.id, body: 'First!', created_at: past, updated_at: past }];
    const uses = [{ prompt: open?.id, used_at: past, uses: 2, last_values: { a: 'b' } }];
    expect(await resultOf(importParts(sue, [{ comments, uses }]))).toEqual({
      ...nothing,
      new_uses: 1,
    });
    expect(await commentsOf(sue)).toEqual([]);
    // The values that a person filled in are their own.
    expect(await usesOf(sue)).toMatchObject([{ title: 'Open', uses: 2, last_values: { a: 'b' } }]);
  });

  it('are marked as imported, which clients can neither set nor clear', async () => {
    const tom = await newPerson();
    await resultOf(importParts(tom, [library], { publish: true }));
    await test.asUser(
      tom,
      `update comments set imported = false, body = 'Mine, edited' where body = 'Mine'`,
    );
    await test.asUser(
      tom,
      `insert into comments (prompt_id, body, imported, created_at)
       select id, 'By hand', true, '2020-01-01' from prompts where title = 'P' and user_id = auth.uid()`,
    );
    expect((await commentsOf(tom)).map(({ body, imported }) => [body, imported])).toEqual([
      ['Mine, edited', true],
      ['Later', true],
      ['By hand', false],
    ]);
  });
});

describe('an import that names a source of somebody else', () => {
  it('becomes a fork of its current version, whatever version the file names', async () => {
    const [reader, owner] = [await newPerson(), await newPerson()];
    await resultOf(importAs(owner, [{ title: 'Kept', content: 'the past' }]));
    const [source] = await test.sql<{ id: string }>(
      `update prompts set content = 'the present', is_public = true where user_id = $1 returning id`,
      [owner],
    );
    const prompts = [
      { key: 'f', title: 'F', content: 'F', forked_from: source?.id, forked_from_version: 1 },
    ];
    await resultOf(importParts(reader, [{ prompts }]));
    const told = await test.asUser(
      reader,
      'select b.version, b.content from prompts p, fork_base(p.id) b where p.user_id = $1',
      [reader],
    );
    expect(told.rows).toEqual([{ version: '2', content: 'the present' }]);
  });
});

describe('known_prompts()', () => {
  const ask = async (person: string, prints: readonly string[]): Promise<unknown> => {
    const { rows } = await test.asUser(
      person,
      'select array_to_json(known_prompts($1)) as result',
      [`{${prints.join(',')}}`],
    );
    return JSON.parse(rows[0]?.['result'] ?? 'null');
  };

  it('returns which prompts the caller has, and no one else can ask', async () => {
    const [fay, gus] = [await newPerson(), await newPerson()];
    const mine = fingerprint('Ä🙂', 'text\r\n');
    const other = fingerprint('Ä', '🙂text\r\n');
    await resultOf(importAs(fay, [{ title: 'Ä🙂', content: 'text\r\n' }]));
    await test.sql('update public.prompts set is_public = true where user_id = $1', [fay]);
    expect(await ask(fay, [other, mine, mine])).toEqual([mine]);
    expect(await ask(fay, [])).toEqual([]);
    expect(await ask(gus, [mine])).toEqual([]);
    await test.asUser(fay, 'update prompts set deleted_at = now() where user_id = $1', [fay]);
    expect(await ask(fay, [mine])).toEqual([]);
  });

  it('is not available to people who are not signed in', async () => {
    const { refusal } = await test.asUser(null, "select known_prompts('{}')");
    expect(refusal?.code).toBe('42501');
  });
});
