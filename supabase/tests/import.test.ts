import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  type Outcome,
  type TestDatabase,
} from '#server/testing/test-database.ts';

let test: TestDatabase;
let ann: string;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function newPerson(): Promise<string> {
  const id = randomUUID();
  await test.sql('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.com`]);
  return id;
}

function importAs(person: string | null, items: unknown, includeKnown = false): Promise<Outcome> {
  return test.asUser(person, 'select import_prompts($1, $2) as answer', [
    JSON.stringify(items),
    String(includeKnown),
  ]);
}

async function answerOf(outcome: Promise<Outcome>): Promise<unknown> {
  const { rows, refusal } = await outcome;
  expect(refusal).toBeNull();
  return JSON.parse(rows[0]?.['answer'] ?? 'null');
}

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

describe('import_prompts', () => {
  beforeAll(async () => {
    ann = await newPerson();
  });

  it('stores every field as it came, in the order of the file', async () => {
    const content = ' “x” \r\n\ttwo\n🙂 e\u0301 {{name}} \\ " \' ';
    const answer = await answerOf(
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
        { title: 'Second', content: '2', tags: null, group: ' plays ' },
        { title: 'Third', content: '3' },
      ]),
    );
    expect(answer).toEqual({ imported: 3, known: [], new_groups: 1 });
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

  it('leaves out what is there already, unless told otherwise', async () => {
    const ben = await newPerson();
    const items = [
      { title: 'A', content: '1' },
      { title: 'B', content: '2' },
    ];
    await answerOf(importAs(ben, items));
    const again = [items[1], { title: 'A', content: '1 ' }, items[0]];
    expect(await answerOf(importAs(ben, again))).toEqual({
      imported: 1,
      known: [0, 2],
      new_groups: 0,
    });
    expect(await answerOf(importAs(ben, items, true))).toEqual({
      imported: 2,
      known: [],
      new_groups: 0,
    });
    expect(await promptsOf(ben)).toHaveLength(5);
  });

  it('takes the groups that are there, and makes the others', async () => {
    const ida = await newPerson();
    await test.sql(
      `insert into public.groups (name, user_id, created_at)
       values ('Plays', $1, '2026-01-01'), ('plays', $1, '2026-02-01'), ('Other', $1, '2026-01-01')`,
      [ida],
    );
    const answer = await answerOf(
      importAs(ida, [
        { title: 'A', content: '1', group: 'PLAYS' },
        { title: 'B', content: '2', group: 'Poems' },
        { title: 'C', content: '3', group: 'poems' },
        { title: 'D', content: '4', group: 'Songs' },
      ]),
    );
    expect(answer).toEqual({ imported: 4, known: [], new_groups: 2 });
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
    await answerOf(importAs(cat, items));
    await test.sql('update public.prompts set is_public = true where user_id = $1', [cat]);
    expect(await answerOf(importAs(dan, items))).toEqual({ imported: 1, known: [], new_groups: 1 });
    await test.asUser(dan, 'update prompts set deleted_at = now() where user_id = $1', [dan]);
    await test.asUser(dan, 'update groups set deleted_at = now() where user_id = $1', [dan]);
    expect(await answerOf(importAs(dan, items))).toEqual({ imported: 1, known: [], new_groups: 1 });
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

  it.each([[{ title: 'A', content: '1' }], ['text'], [null], [[1]], [[null]]])(
    'refuses %j, which is no list of prompts',
    async (items) => {
      const { refusal } = await importAs(ann, items);
      expect(refusal?.code).toBe('22023');
    },
  );

  it('is closed to people who are not signed in', async () => {
    expect((await importAs(null, [])).refusal?.code).toBe('42501');
  });
});

describe('known_prompts', () => {
  const ask = async (person: string, prints: readonly string[]): Promise<unknown> => {
    const { rows } = await test.asUser(
      person,
      'select array_to_json(known_prompts($1)) as answer',
      [`{${prints.join(',')}}`],
    );
    return JSON.parse(rows[0]?.['answer'] ?? 'null');
  };

  it('tells which prompts the caller has, and nobody else', async () => {
    const [fay, gus] = [await newPerson(), await newPerson()];
    const mine = fingerprint('Ä🙂', 'text\r\n');
    const other = fingerprint('Ä', '🙂text\r\n');
    await answerOf(importAs(fay, [{ title: 'Ä🙂', content: 'text\r\n' }]));
    await test.sql('update public.prompts set is_public = true where user_id = $1', [fay]);
    expect(await ask(fay, [other, mine, mine])).toEqual([mine]);
    expect(await ask(fay, [])).toEqual([]);
    expect(await ask(gus, [mine])).toEqual([]);
    await test.asUser(fay, 'update prompts set deleted_at = now() where user_id = $1', [fay]);
    expect(await ask(fay, [mine])).toEqual([]);
  });

  it('is closed to people who are not signed in', async () => {
    const { refusal } = await test.asUser(null, "select known_prompts('{}')");
    expect(refusal?.code).toBe('42501');
  });
});
