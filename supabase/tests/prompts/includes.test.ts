import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { whileTransactionIsOpen } from '#server/testing/while-transaction-is-open.ts';
import { referenceKeys } from '#templating/references.ts';
import { duringTransaction, insert, newPerson, newPrompt, newTeam, sendImport } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let sam: string;
beforeAll(async () => {
  ann = await newPerson(test, 'Ann');
  sam = await newPerson(test, 'Sam');
});

const save = (person: string, id: string, content: string) =>
  test.asUser(person, 'update prompts set content = $2 where id = $1 returning version', [
    id,
    content,
  ]);

const edges = async (id: string) =>
  (
    await test.sql<{ included_id: string; pinned_version: number | null }>(
      'select included_id, pinned_version from prompt_includes where prompt_id = $1 order by position',
      [id],
    )
  ).map((edge) => [edge.included_id, edge.pinned_version]);

/** Returns what a person reads of references: text or gap, by key. */
async function read(
  person: string | null,
  ...keys: string[]
): Promise<Record<string, string | null>> {
  const { rows, refusal } = await test.asUser(
    person,
    'select ref, coalesce(content, gap) as text from included_texts($1)',
    [`{${keys.join(',')}}`],
  );
  if (refusal) throw new Error(refusal.message);
  return Object.fromEntries(rows.map((row) => [row['ref'] ?? '', row['text'] ?? null]));
}

describe('references of a prompt', () => {
  it('are stored from its content, as the page reads them', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const content = [
      `{{> ${one}}} {{>${two.toUpperCase()}@3 tone="{{> ${one}@9}}" "first name"="\\"}}"}}`,
      `{{> ${one}@0}} {{> Brand voice}} {{> ${two} x}} {{> ${one}\n}} {{> ${two}@12 a="b"}}`,
    ].join('\n');
    const id = await newPrompt(test, ann, { content });
    expect(await edges(id)).toEqual([
      [one, null],
      [two, 3],
      [two, 12],
    ]);
    expect(referenceKeys(content)).toEqual([one, `${two}@12`, `${two}@3`].toSorted());
  });

  it('change with the content, and go with the prompt', async () => {
    const included = await newPrompt(test, ann);
    const id = await newPrompt(test, ann, { content: 'Plain' });
    await save(ann, id, `{{> ${included}}}`);
    expect(await edges(id)).toEqual([[included, null]]);
    await save(ann, id, `{{> ${included}@1}} {{> ${included}@1}}`);
    expect(await edges(id)).toEqual([
      [included, 1],
      [included, 1],
    ]);
    await save(ann, id, 'Plain again');
    expect(await edges(id)).toEqual([]);
  });

  it('stay when the other prompt is removed, and count at most 200', async () => {
    const included = await newPrompt(test, ann);
    const id = await newPrompt(test, ann, { content: `{{> ${included}}}`.repeat(300) });
    await test.asUser(ann, 'delete from prompts where id = $1', [included]);
    expect(await edges(id)).toHaveLength(200);
  });

  it('are found in a million characters', async () => {
    const content = `{{> ${randomUUID()}}} {{> "`.repeat(20_000).slice(0, 999_000);
    const id = await newPrompt(test, ann, { content });
    expect(await edges(id)).toHaveLength(200);
  });
});

describe('private.map_references()', () => {
  it('gives references the new ids of their prompts', async () => {
    const [old, made, other] = [randomUUID(), randomUUID(), randomUUID()];
    const content = `$& {{> ${old}@2 tone="{{> ${old}}}"}} {{> Brand voice "a b"="c"}} {{>Brand voice}} {{> ${other}}} {{> No}}`;
    const [mapped] = await test.sql('select private.map_references($1, $2, $3) as content', [
      content,
      { [old]: made },
      { 'Brand voice': made },
    ]);
    expect(mapped?.['content']).toBe(
      `$& {{> ${made}@2 tone="{{> ${old}}}"}} {{> ${made} "a b"="c"}} {{> ${made}}} {{> ${other}}} {{> No}}`,
    );
  });

  // Each took minutes to hours while the time grew with the square of the length.
  it.each([
    ['blanks', `{{> a${' '.repeat(990_000)}x}}`],
    ['bindings before the end', `{{> a${' a="b"'.repeat(160_000)} x}}`],
  ])('ends soon with a million characters of %s', async (_what, content) => {
    const [mapped] = await test.sql('select private.map_references($1, $2, $2) as content', [
      content,
      {},
    ]);
    expect(mapped?.['content']).toBe(content);
  });
});

describe('an import', () => {
  async function importFile(person: string, prompts: unknown[], versions: unknown[] = []) {
    const id = await sendImport(test, person, { prompts, versions });
    await test.succeedAs(person, 'select import_library($1)', id);
  }
  const byTitle = async (person: string, title: string) =>
    (
      await test.sql<{ id: string; content: string }>(
        'select id, content from prompts where user_id = $1 and title = $2',
        [person, title],
      )
    )[0];

  it('gives references the new ids, and knows its prompts when it is repeated', async () => {
    const person = await newPerson(test);
    const [voice, letter, foreign] = [randomUUID(), randomUUID(), randomUUID()];
    const own = await newPrompt(test, person, { title: 'Mine' });
    const file = [
      { key: voice, title: 'Voice', content: 'Be brief.' },
      {
        key: letter,
        title: 'Letter',
        content: `{{> ${voice}@1}} {{> Mine}} {{>Voice}} {{> ${foreign}}}`,
      },
    ];
    const past = { prompt: letter, title: 'Letter', content: `Old {{> ${voice}}}` };
    await importFile(person, file, [past]);
    const made = await byTitle(person, 'Voice');
    const stored = await byTitle(person, 'Letter');
    expect(stored?.content).toBe(
      `{{> ${made?.id}@1}} {{> ${own}}} {{> ${made?.id}}} {{> ${foreign}}}`,
    );
    expect(await edges(stored?.id ?? '')).toEqual([
      [made?.id, 1],
      [own, null],
      [made?.id, null],
      [foreign, null],
    ]);
    expect(
      await test.sql(
        'select content from prompt_versions where prompt_id = $1 and version_number = 1',
        [stored?.id],
      ),
    ).toEqual([{ content: `Old {{> ${made?.id}}}` }]);
    await importFile(person, file, [past]);
    const [count] = await test.sql('select count(*)::int from prompts where user_id = $1', [
      person,
    ]);
    expect(count).toEqual({ count: 3 });
  });

  it('keeps a file with a cycle, which is a gap', async () => {
    const person = await newPerson(test);
    const [one, two] = [randomUUID(), randomUUID()];
    await importFile(person, [
      { key: one, title: 'One', content: `1 {{> ${two}}}` },
      { key: two, title: 'Two', content: `2 {{> ${one}}}` },
    ]);
    const made = await byTitle(person, 'One');
    expect(Object.keys(await read(person, made?.id ?? ''))).toHaveLength(2);
  });
});

describe('included_texts()', () => {
  it('reads the whole tree at once: latest texts and versions', async () => {
    const leaf = await newPrompt(test, ann, { content: 'Leaf one' });
    await save(ann, leaf, 'Leaf two');
    const middle = await newPrompt(test, ann, { content: `{{> ${leaf}}} {{> ${leaf}@1}}` });
    expect(await read(ann, middle)).toEqual({
      [middle]: `{{> ${leaf}}} {{> ${leaf}@1}}`,
      [leaf]: 'Leaf two',
      [`${leaf}@1`]: 'Leaf one',
    });
  });

  it('tells nothing of prompts that the caller may not read', async () => {
    const hidden = await newPrompt(test, ann, { content: 'Secret' });
    const none = randomUUID();
    for (const person of [sam, null]) {
      const { rows } = await test.asUser(
        person,
        'select to_jsonb(t) - $2 - $3 as row from included_texts($1) t order by ref',
        [`{${hidden},${none},${hidden}@1}`, 'ref', 'prompt_id'],
      );
      expect(new Set(rows.map(({ row }) => row)).size).toBe(1);
      expect(await read(person, hidden, `${hidden}@1`)).toEqual({
        [hidden]: 'missing',
        [`${hidden}@1`]: 'missing',
      });
    }
  });

  it('reads public prompts for everybody, also those in a group, without the private ones in them', async () => {
    const hidden = await newPrompt(test, ann, { content: 'Secret' });
    const group_id = await insert(test, 'groups', { name: 'G', user_id: ann });
    const content = `Shown {{> ${hidden}}}`;
    const shown = await newPrompt(test, ann, { content, is_public: true, group_id });
    for (const person of [sam, null]) {
      expect(await read(person, shown)).toEqual({ [shown]: content, [hidden]: 'missing' });
    }
  });

  it("reads a team's prompts, and their versions since they were shared", async () => {
    const team = await newTeam(test, { owner: [ann], viewer: [sam] });
    const id = await newPrompt(test, ann, { content: 'Before' });
    await save(ann, id, 'Shared');
    await test.asUser(ann, 'update prompts set team_id = $2 where id = $1', [id, team]);
    expect(await read(sam, id, `${id}@1`, `${id}@3`)).toEqual({
      [id]: 'Shared',
      [`${id}@1`]: 'missing',
      [`${id}@3`]: 'Shared',
    });
  });

  it('marks a deleted prompt, except at a version of it', async () => {
    const id = await newPrompt(test, ann, { content: 'Kept' });
    await test.asUser(ann, 'update prompts set deleted_at = now() where id = $1', [id]);
    expect(await read(ann, id, `${id}@1`)).toEqual({ [id]: 'deleted', [`${id}@1`]: 'Kept' });
    expect(await read(sam, id, `${id}@1`)).toEqual({ [id]: 'missing', [`${id}@1`]: 'missing' });
  });

  it('reads past versions for strangers only where a public prompt of the owner includes them', async () => {
    const id = await newPrompt(test, ann, { content: 'Private once' });
    await test.asUser(ann, 'update prompts set is_public = true, content = $2 where id = $1', [
      id,
      'Public once',
    ]);
    await save(ann, id, 'Public now');
    const pins = `{{> ${id}@1}} {{> ${id}@2}}`;
    const own = await newPrompt(test, sam, { content: pins, is_public: true });
    const gaps = { [`${id}@1`]: 'missing', [`${id}@2`]: 'missing' };
    expect(await read(null, own)).toEqual({ [own]: pins, ...gaps });
    const includer = await newPrompt(test, ann, { content: pins });
    expect(await read(sam, `${id}@2`, `${id}@3`)).toEqual({
      [`${id}@2`]: 'missing',
      [`${id}@3`]: 'Public now',
    });
    await test.asUser(ann, 'update prompts set is_public = true where id = $1', [includer]);
    const published = { [includer]: pins, [`${id}@1`]: 'missing', [`${id}@2`]: 'Public once' };
    expect(await read(null, includer)).toEqual(published);
    await test.asUser(ann, 'update prompts set deleted_at = now() where id = $1', [id]);
    expect(await read(null, includer)).toEqual(published);
  });

  it('reads at most ten levels, 200 texts and a million characters', async () => {
    const chain: string[] = [];
    for (let level = 0; level < 12; level += 1) {
      const content = chain[0] === undefined ? 'End' : `{{> ${chain[0]}}}`;
      chain.unshift(await newPrompt(test, ann, { content }));
    }
    const texts = await read(ann, chain[0] ?? '');
    expect(Object.keys(texts)).toHaveLength(11);
    expect(texts[chain[10] ?? '']).toBe('limit');

    const many = Array.from({ length: 250 }, () => randomUUID());
    const wide = await newPrompt(test, ann, {
      content: many.map((id) => `{{> ${id}}}`).join(''),
    });
    expect(Object.keys(await read(ann, wide))).toHaveLength(201);

    const long = [];
    for (const letter of ['a', 'b']) {
      long.push(await newPrompt(test, ann, { content: letter.repeat(600_000) }));
    }
    const { rows } = await test.asUser(
      ann,
      'select gap from included_texts($1) order by gap nulls first',
      [`{${long.join(',')}}`],
    );
    expect(rows.map(({ gap }) => gap)).toEqual([null, 'limit']);
  });

  it('ignores what is no reference', async () => {
    expect(await read(ann, 'x', '@1', `${randomUUID()}@0`)).toEqual({});
  });
});

describe('a cycle', () => {
  it("is looked for without waiting for another person's save", async () => {
    const included = await newPrompt(test, ann);
    const [anns, sams] = [await newPrompt(test, ann), await newPrompt(test, sam)];
    const own = await newPrompt(test, sam);
    let wasSavedMeanwhile = false;
    await whileTransactionIsOpen(
      test,
      (client) =>
        client.query('update prompts set content = $2 where id = $1', [anns, `{{> ${included}}}`]),
      () => save(sam, sams, `{{> ${own}}}`),
      async (_client, hasEnded) => {
        wasSavedMeanwhile = hasEnded;
      },
    );
    expect(wasSavedMeanwhile).toBe(true);
  });

  let a: string;
  let b: string;
  let c: string;
  beforeEach(async () => {
    c = await newPrompt(test, ann, { title: 'C', content: 'c' });
    b = await newPrompt(test, ann, { title: 'B', content: `b {{> ${c}}}` });
    a = await newPrompt(test, ann, { title: 'A', content: `a {{> ${b} x="y"}}` });
  });

  it('is refused with its path, and nothing is saved', async () => {
    const { refusal } = await save(ann, c, `c {{> ${a}}}`);
    expect(refusal?.message).toBe("Prompts can't include each other: C → A → B → C");
    expect(refusal?.code).toBe('23514');
    expect(await edges(c)).toEqual([]);
    expect((await test.sql('select version from prompts where id = $1', [c]))[0]).toEqual({
      version: 1,
    });
  });

  it('is refused for a prompt that includes itself, now or when it is made', async () => {
    expect((await save(ann, a, `{{> ${a}}}`)).refusal?.message).toMatch(/: A → A$/);
    const id = randomUUID();
    const made = await test.asUser(
      ann,
      'insert into prompts (id, title, content) values ($1, $2, $3)',
      [id, 'Self', `{{> ${id}}}`],
    );
    expect(made.refusal?.message).toMatch(/: Self → Self$/);
  });

  it('is refused over a version that another prompt is pinned to', async () => {
    await save(ann, a, `a {{> ${b}@1}}`);
    expect((await save(ann, c, `c {{> ${a}}}`)).refusal?.message).toMatch(/: C → A → B → C$/);
  });

  it('is refused over a deleted prompt, which can come back', async () => {
    await test.asUser(ann, 'update prompts set deleted_at = now() where id = $1', [b]);
    expect((await save(ann, c, `c {{> ${a}}}`)).refusal?.message).toMatch(/: C → A → B → C$/);
  });

  it('is refused when a version is restored', async () => {
    await save(ann, a, 'nothing');
    await save(ann, c, `c {{> ${a}}}`);
    const { refusal } = await test.asUser(ann, 'select restore_prompt_version($1, 1)', [a]);
    expect(refusal?.message).toMatch(/: A → B → C → A$/);
  });

  it('does not include a pinned earlier version of itself, nor its prompts twice', async () => {
    expect((await save(ann, c, `c {{> ${c}@1}}`)).refusal).toBeNull();
    expect((await save(ann, a, `{{> ${b}}} {{> ${c}}} {{> ${b}}}`)).refusal).toBeNull();
  });

  it('over a prompt that the writer may not read is not told, and is a gap', async () => {
    const mine = await newPrompt(test, sam, { title: 'Mine', content: 'm', is_public: true });
    const hidden = await newPrompt(test, ann, { title: 'Hidden', content: `{{> ${mine}}}` });
    const shown = await newPrompt(test, ann, { content: `{{> ${hidden}}}`, is_public: true });
    expect((await save(sam, mine, `{{> ${shown}}}`)).refusal).toBeNull();
    expect((await read(sam, mine))[hidden]).toBe('missing');
    expect(Object.keys(await read(ann, mine))).toHaveLength(3);
  });

  it('is refused to the later of two saves that close it together', async () => {
    await save(ann, a, 'a');
    await save(ann, b, 'b');
    const text = 'update prompts set content = $2 where id = $1';
    const later = await duringTransaction(test, ann, text, [a, `a {{> ${b}}}`], () =>
      test.asUser(ann, text, [b, `b {{> ${a}}}`]),
    );
    expect(later.refusal?.message).toContain("Prompts can't include each other: B → A → B");
    expect(await edges(b)).toEqual([]);
  });
});

describe('prompt_usage()', () => {
  async function usage(person: string, ...ids: string[]) {
    const { rows } = await test.asUser(person, 'select prompt_usage($1) as usage', [
      `{${ids.join(',')}}`,
    ]);
    return JSON.parse(rows[0]?.['usage'] ?? 'null') as {
      used_count: number;
      prompt_count: number;
      prompts: { title: string; follows: boolean; is_direct: boolean; may_edit: boolean }[];
      chain_count: number;
      chains: { title: string }[];
      steps: { title: string; content: string }[];
      released_count: number;
      released: { title: string; labels: string[] }[];
    };
  }

  it('names the labels of the prompts, to those who may read them', async () => {
    const ids = [];
    for (const title of ['B', 'A', 'Plain']) ids.push(await newPrompt(test, ann, { title }));
    const [b, a] = ids;
    for (const [id, label] of [
      [b, 'production'],
      [a, 'staging'],
      [a, 'production'],
    ]) {
      await test.asUser(ann, 'select move_prompt_label($1, $2, 1)', [id, label]);
    }
    expect(await usage(ann, ...ids)).toMatchObject({
      prompt_count: 0,
      released_count: 2,
      released: [
        { title: 'A', labels: ['production', 'staging'] },
        { title: 'B', labels: ['production'] },
      ],
    });
    expect(await usage(sam, ...ids)).toMatchObject({ released_count: 0, released: [] });
  });

  it('lists what follows a prompt, directly or not, what is pinned, and the chains', async () => {
    const ed = await newPerson(test, 'Ed');
    const team = await newTeam(test, { owner: [ann], editor: [ed], viewer: [sam] });
    const id = await newPrompt(test, ann, { title: 'Used' });
    const direct = await newPrompt(test, ann, { title: 'Direct', content: `{{> ${id}}}` });
    await newPrompt(test, ann, { title: 'Far', content: `{{> ${direct}}}`, team_id: team });
    const pinned = await newPrompt(test, ann, { title: 'Pinned', content: `{{> ${id}@1}}` });
    await newPrompt(test, ann, { title: 'Apart', content: `{{> ${pinned}}}` });
    const gone = await newPrompt(test, ann, { title: 'Gone', content: `{{> ${id}}}` });
    await test.asUser(ann, 'update prompts set deleted_at = now() where id = $1', [gone]);
    await newPrompt(test, sam, { title: 'Sam', content: `{{> ${id}}}` });
    for (const [title, prompt_id] of [
      ['Chain', direct],
      ['Other', pinned],
    ] as const) {
      const chain_id = await insert(test, 'chains', { title, user_id: ann });
      await insert(test, 'chain_prompts', { chain_id, prompt_id, sequence_order: 1 });
    }
    for (const [title, content] of [
      ['Written', `{{> ${id}}}`],
      ['Written far', `{{> ${direct}}}`],
      ['Written pinned', `{{> ${id}@1}}`],
      ['Written apart', `{{> ${direct}@1}}`],
    ] as const) {
      const chain_id = await insert(test, 'chains', { title, user_id: ann });
      await insert(test, 'chain_prompts', { chain_id, title: 'T', content, sequence_order: 1 });
    }
    const { prompts, ...rest } = await usage(ann, id);
    expect(prompts.map((p) => [p.title, p.follows, p.is_direct, p.may_edit])).toEqual([
      ['Direct', true, true, true],
      ['Pinned', false, true, true],
      ['Far', true, false, true],
    ]);
    expect(rest).toMatchObject({
      used_count: 1,
      prompt_count: 3,
      chain_count: 4,
      chains: ['Chain', 'Written', 'Written far', 'Written pinned'].map((title) => ({
        title,
        follows: title !== 'Written pinned',
        has_step: false,
      })),
    });
    expect(rest.steps.map(({ content }) => content)).toEqual([`{{> ${id}}}`, `{{> ${id}@1}}`]);
    expect((await usage(sam, id)).steps).toEqual([]);
    expect((await usage(sam, id)).prompts.map(({ title }) => title)).toEqual(['Sam']);
    expect((await usage(sam, direct)).prompts).toMatchObject([{ title: 'Far', may_edit: false }]);
    expect((await usage(ed, direct)).prompts).toMatchObject([{ title: 'Far', may_edit: true }]);
  });
});

describe('prompt_usage() of several prompts', () => {
  it('lists all texts of chains, so that a deletion can change each', async () => {
    const person = await newPerson(test);
    const id = await newPrompt(test, person);
    const steps = Array.from({ length: 201 }, () => ({ title: 'T', content: `{{> ${id}}}` }));
    await test.asUser(person, 'select save_chain(title => $1, steps => $2)', [
      'Long',
      JSON.stringify(steps),
    ]);
    const { rows } = await test.asUser(person, 'select prompt_usage($1) as usage', [`{${id}}`]);
    const { steps: listed } = JSON.parse(rows[0]?.['usage'] ?? 'null') as { steps: unknown[] };
    expect(listed).toHaveLength(201);
  });

  it('lists every prompt that includes one directly, before the first of the others', async () => {
    const person = await newPerson(test);
    const id = await newPrompt(test, person, { title: 'Used' });
    const direct = await newPrompt(test, person, { title: 'Z', content: `{{> ${id}}}` });
    await test.asUser(
      person,
      `insert into prompts (user_id, title, content)
       select $1, 'Far ' || n, '{{> ' || $2::text || '}}' from generate_series(1, 250) n`,
      [person, direct],
    );
    await test.asUser(
      person,
      `insert into prompts (user_id, title, content)
       select $1, 'Direct ' || n, '{{> ' || $2::text || '}}' from generate_series(1, 249) n`,
      [person, id],
    );
    const { rows } = await test.asUser(person, 'select prompt_usage($1) as usage', [`{${id}}`]);
    const { prompt_count, prompts } = JSON.parse(rows[0]?.['usage'] ?? 'null') as {
      prompt_count: number;
      prompts: { is_direct: boolean }[];
    };
    expect(prompt_count).toBe(500);
    expect(prompts).toHaveLength(250);
    expect(prompts.every(({ is_direct }) => is_direct)).toBe(true);
  });

  it('leaves out uses among themselves, and counts those that others use', async () => {
    const person = await newPerson(test);
    const inner = await newPrompt(test, person, { title: 'Inner' });
    const outer = await newPrompt(test, person, { title: 'Outer', content: `{{> ${inner}}}` });
    const unused = await newPrompt(test, person);
    const chained = await newPrompt(test, person);
    const user = await newPrompt(test, person, { title: 'User', content: `{{> ${outer}}}` });
    const chain_id = await insert(test, 'chains', { title: 'Chain', user_id: person });
    await insert(test, 'chain_prompts', { chain_id, prompt_id: chained, sequence_order: 1 });
    const { rows } = await test.asUser(person, 'select prompt_usage($1) as usage', [
      `{${[inner, outer, unused, chained].join(',')}}`,
    ]);
    expect(JSON.parse(rows[0]?.['usage'] ?? 'null')).toMatchObject({
      used_count: 2,
      prompt_count: 1,
      prompts: [{ id: user, follows: true, is_direct: true, may_edit: true }],
      chain_count: 1,
      chains: [{ title: 'Chain', has_step: true }],
      steps: [],
    });
  });
});

describe('deleting included prompts', () => {
  async function newStep(person: string, content: string) {
    const chain_id = await insert(test, 'chains', { title: 'Chain', user_id: person });
    const fields = { chain_id, title: 'Step', content, sequence_order: 1 };
    return await insert(test, 'chain_prompts', fields);
  }
  const removeAll = (person: string, steps: unknown, ids: string[], group: string | null = null) =>
    test.asUser(
      person,
      'select delete_included_prompts($1, $2, $3, step_changes => $4, group_id => $5) as done',
      [`{${ids.join(',')}}`, '[]', 'Text put in', JSON.stringify(steps), group],
    );
  const stepContent = async (id: string) =>
    (await test.sql('select content from chain_prompts where id = $1', [id]))[0]?.['content'];
  const living = async (...ids: string[]) =>
    (
      await test.sql('select id from prompts where id = any ($1) and deleted_at is null', [ids])
    ).map(({ id }) => id);

  it('changes texts written in chains, refuses saves based on them, and can be undone', async () => {
    const [one, two] = [await newPrompt(test, ann), await newPrompt(test, ann)];
    const before = `{{> ${one}}}`;
    const step = await newStep(ann, before);
    const chain =
      'select updated_at::text from chains where id = (select chain_id from chain_prompts where id = $1)';
    const [loaded] = await test.sql(chain, [step]);
    const { rows } = await removeAll(ann, [{ id: step, before, content: 'Text' }], [one, two]);
    const done = JSON.parse(rows[0]?.['done'] ?? '') as { prompts: string[] };
    expect(done).toEqual({ prompts: expect.any(Array) as unknown, saved: {} });
    expect(done.prompts.toSorted()).toEqual([one, two].toSorted());
    expect(await stepContent(step)).toBe('Text');
    expect((await test.sql(chain, [step]))[0]).not.toEqual(loaded);
    expect(await living(one, two)).toEqual([]);
    await test.asUser(ann, 'select restore_included_prompts($1, $2, $3)', [
      `{${one},${two}}`,
      '{}',
      JSON.stringify([{ id: step, before: 'Text', content: before }]),
    ]);
    expect(await stepContent(step)).toBe(before);
    expect(await living(one, two)).toHaveLength(2);
  });

  it("deletes nothing when a chain was changed meanwhile, or is somebody else's", async () => {
    const id = await newPrompt(test, ann);
    const own = await newStep(ann, `{{> ${id}}}`);
    const foreign = await newStep(sam, `{{> ${id}}}`);
    for (const change of [
      { id: own, before: 'Other', content: 'Text' },
      { id: foreign, before: `{{> ${id}}}`, content: 'Text' },
    ]) {
      expect((await removeAll(ann, [change], [id])).refusal?.code).toBe('PT409');
    }
    expect(await stepContent(foreign)).toBe(`{{> ${id}}}`);
    expect(await living(id)).toEqual([id]);
  });

  it('deletes and restores a group with its prompts', async () => {
    const group_id = await insert(test, 'groups', { name: 'G', user_id: ann });
    const id = await newPrompt(test, ann, { group_id });
    const before = `{{> ${id}}}`;
    const step = await newStep(ann, before);
    const change = { id: step, before, content: 'Text' };
    expect((await removeAll(sam, [], [id], group_id)).refusal?.code).toBe('PT404');
    await removeAll(ann, [change], [id], group_id);
    expect(await living(id)).toEqual([]);
    await test.asUser(ann, 'select restore_included_prompts($1, $2, $3, $4)', [
      `{${id}}`,
      '{}',
      JSON.stringify([{ id: step, before: 'Text', content: before }]),
      group_id,
    ]);
    expect(await living(id)).toEqual([id]);
    expect(await stepContent(step)).toBe(before);
    expect(
      await test.sql('select group_id from prompts where id = $1 and group_id = $2', [
        id,
        group_id,
      ]),
    ).toHaveLength(1);
  });

  it('keeps them for good while a chain of the owner includes a version', async () => {
    const id = await newPrompt(test, ann);
    const step = await newStep(ann, `{{> ${id}@1}}`);
    await removeAll(ann, [], [id]);
    await test.sql(`update prompts set deleted_at = now() - interval '31 days' where id = $1`, [
      id,
    ]);
    await test.sql('select purge_deleted()');
    expect(await test.sql('select from prompts where id = $1', [id])).toHaveLength(1);
    await test.sql('delete from chain_prompts where id = $1', [step]);
    await test.sql('select purge_deleted()');
    expect(await test.sql('select from prompts where id = $1', [id])).toEqual([]);
  });
});

describe('deleting an included prompt', () => {
  const remove = (person: string, id: string, changes: unknown) =>
    test.asUser(person, 'select delete_included_prompts($1, $2, $3) as done', [
      `{${id}}`,
      JSON.stringify(changes),
      'Text put in',
    ]);
  const stateOf = async (id: string) =>
    (
      await test.sql(
        'select content, version, deleted_at is null as lives from prompts where id = $1',
        [id],
      )
    )[0];

  it('changes the prompts that include it in one transaction, and can be undone', async () => {
    const id = await newPrompt(test, ann, { content: 'Text' });
    const includer = await newPrompt(test, ann, { content: `{{> ${id}}}` });
    const changed = [{ id: includer, version: 1, content: 'Text' }];
    const { rows } = await remove(ann, id, changed);
    expect(JSON.parse(rows[0]?.['done'] ?? '')).toEqual({
      prompts: [id],
      saved: { [includer]: 2 },
    });
    expect(await stateOf(includer)).toEqual({ content: 'Text', version: 2, lives: true });
    expect(await stateOf(id)).toMatchObject({ lives: false });
    await test.asUser(ann, 'select restore_included_prompts($1, $2)', [
      `{${id}}`,
      JSON.stringify({ [includer]: 2 }),
    ]);
    expect(await stateOf(includer)).toMatchObject({ content: `{{> ${id}}}`, version: 3 });
    expect(await stateOf(id)).toMatchObject({ lives: true });
  });

  it('does nothing when one of them was changed meanwhile, or may not be changed', async () => {
    const id = await newPrompt(test, ann, { content: 'Text' });
    const includer = await newPrompt(test, ann, { content: `{{> ${id}}}` });
    const foreign = await newPrompt(test, sam, { content: `{{> ${id}}}` });
    const moved = await remove(ann, id, [{ id: includer, version: 2, content: 'Text' }]);
    expect(moved.refusal?.code).toBe('PT409');
    const refused = await remove(ann, id, [
      { id: includer, version: 1, content: 'Text' },
      { id: foreign, version: 1, content: 'Text' },
    ]);
    expect(refused.refusal?.code).toBe('PT409');
    expect((await remove(sam, id, [])).refusal?.code).toBe('PT404');
    expect(await stateOf(includer)).toMatchObject({ version: 1 });
    expect(await stateOf(id)).toMatchObject({ lives: true });
  });

  it('keeps it for good while a prompt includes a version of it', async () => {
    const id = await newPrompt(test, ann, { content: 'Text' });
    const includer = await newPrompt(test, ann, { content: `{{> ${id}@1}}` });
    await newPrompt(test, sam, { content: `{{> ${includer}@1}}` });
    await remove(ann, id, []);
    const age = `update prompts set deleted_at = now() - interval '31 days' where id = $1`;
    await test.sql(age, [id]);
    await test.sql('select purge_deleted()');
    expect(await read(ann, includer)).toMatchObject({ [`${id}@1`]: 'Text' });
    await test.sql(age, [includer]);
    await test.sql('select purge_deleted()');
    expect(await test.sql('select from prompts where id in ($1, $2)', [id, includer])).toHaveLength(
      1,
    );
    await test.sql('select purge_deleted()');
    expect(await test.sql('select from prompts where id in ($1, $2)', [id, includer])).toEqual([]);
  });
});
