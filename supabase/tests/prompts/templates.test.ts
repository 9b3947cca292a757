import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { limits, officialAccountId } from '#contract/limits.ts';
import { templateCategories } from '#contract/template-categories.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { parseVariables } from '#templating/variables.ts';
import { newPerson } from '../world.ts';

const folder = join(import.meta.dirname, '../../seed');
const seed = readdirSync(folder)
  .filter((file) => file.startsWith('templates-'))
  .toSorted()
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

interface Template extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly icon: string;
  readonly template_category: string;
}

const test = await setUpTestDatabase();
let reader: string;
let templates: readonly Template[];
beforeAll(async () => {
  reader = await newPerson(test);
  templates = await test.sql<Template>('select * from prompts where is_template order by id');
});

describe('the shipped templates', () => {
  it('has three or more in each category, in no other, and nothing that is not in the files', () => {
    const counts = Map.groupBy(templates, (each) => each.template_category);
    expect([...counts.keys()]).toEqual(templateCategories);
    expect([...counts].filter(([, those]) => those.length < 3)).toEqual([]);
    expect(seed.match(/private\.upsert_template/g)).toHaveLength(templates.length);
  });

  it('belongs to the official account, is public, and no two are alike', () => {
    for (const each of templates) {
      expect(each).toMatchObject({ user_id: officialAccountId, is_public: true, version: 1 });
    }
    expect(new Set(templates.map(({ title }) => title)).size).toBe(templates.length);
    expect(new Set(templates.map(({ icon }) => icon)).size).toBe(templates.length);
  });

  it('is of a size that is read, with a line of description, an emoji and a few tags', () => {
    expect(templates.filter((each) => !isWellMade(each)).map(({ title }) => title)).toEqual([]);
  });

  it('asks for its inputs by variables that the product understands, each with one meaning', () => {
    expect(templates.filter(({ content }) => !asksWell(content))).toEqual([]);
  });
});

function isWellMade({ title, description, content, tags, icon }: Template): boolean {
  const words = content.split(/\s+/).length;
  return (
    title.length <= 70 &&
    /^[A-Z][^\n]{30,140}\.$/.test(description) &&
    words >= 80 &&
    words <= 300 &&
    content === content.trim() &&
    /^\p{RGI_Emoji}$/v.test(icon) &&
    tags.length >= 1 &&
    tags.length <= 4 &&
    tags.every((tag) => tag.length <= limits.tagLength)
  );
}

/** Checks for two variables or more, only valid ones in double braces, and valid choices. */
function asksWell(content: string): boolean {
  const parts = parseVariables(content);
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const found = parts.flatMap((part) => (part.kind === 'variable' ? [part.variable] : []));
  return (
    !/\{\{|\}\}/.test(text) &&
    found.length >= 2 &&
    found.every(({ kind, choices }) => kind !== 'choice' || choices.length >= 2)
  );
}

describe('the seed of templates', () => {
  const state = `select p.*, (select count(*) from prompt_versions v where v.prompt_id = p.id) as versions
    from prompts p where is_template order by id`;

  it('changes nothing when it runs again', async () => {
    const before = await test.sql(state);
    await test.sql(seed);
    expect(await test.sql(state)).toEqual(before);
  });

  it('adds one version to a template whose text was edited, and no second template', async () => {
    const [first] = templates;
    const title = `${first?.title}, today`;
    await test.sql(seed.replace(`'${first?.title}'`, `'${title}'`));
    const [edited, ...others] = await test.sql<Template>(state);
    expect(edited).toMatchObject({ id: first?.id, title, version: 2, versions: '2' });
    expect(others).toHaveLength(templates.length - 1);
    expect(others.every(({ version }) => version === 1)).toBe(true);
    const found = await test.asUser(reader, `select id from search_prompts($1, 'templates')`, [
      title,
    ]);
    expect(found.rows).toEqual([{ id: first?.id }]);
  });
});

describe('permissions on templates', () => {
  it('let every signed-in person read them, and nobody else', async () => {
    const seen = await test.asUser(reader, 'select id from prompts where is_template');
    expect(seen.rows).toHaveLength(templates.length);
    expect((await test.asUser(null, 'select id from prompts')).refusal?.code).toBe('42501');
  });

  it.each([
    ['change', `update prompts set title = 'Mine' where is_template returning id`],
    ['take back', 'update prompts set deleted_at = now() where is_template returning id'],
    ['remove', 'delete from prompts where is_template returning id'],
  ])('lets nobody %s them', async (_what, statement) => {
    expect(await test.asUser(reader, statement)).toMatchObject({ rows: [], refusal: null });
  });

  it('let only the service role create one', async () => {
    const make = `insert into prompts (title, content, is_template, user_id)
      values ('Mine', 'x', true, $1) returning is_template`;
    expect((await test.asUser(reader, make, [reader])).refusal?.code).toBe('42501');
    const keep = `select private.upsert_template(gen_random_uuid(), 'Sales', '📎', 'Mine', 'x', '{}', 'x')`;
    expect((await test.asUser(reader, keep)).refusal?.code).toBe('42501');
    const made = await test.asRole('service_role', { role: 'service_role' }, make, [reader]);
    expect(made.rows).toEqual([{ is_template: 't' }]);
    await test.sql(`delete from prompts where title = 'Mine'`);
  });

  it.each(['latest', 'oldest', 'trending', 'top'])(
    'keeps them out of the order %s',
    async (sort) => {
      const feed = await test.asUser(reader, 'select id from community_feed($1)', [sort]);
      expect(feed).toMatchObject({ rows: [], refusal: null });
    },
  );

  it('hide them from the community, but not behind their link', async () => {
    const found = await test.asUser(reader, `select id from community_feed('top', 'write')`);
    expect(found.rows).toEqual([]);
    expect((await test.asUser(reader, 'select id from prompt_details_v')).rows).toEqual([]);
    const id = templates[0]?.id;
    const shared = await test.asUser(null, 'select id, author_name from public_prompt($1)', [id]);
    expect(shared.rows).toEqual([{ id, author_name: 'Cuebook' }]);
  });
});
