import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { insert, newPerson, newPrompt } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let sam: string;
let prompt: string;
beforeAll(async () => {
  ann = await newPerson(test, 'Ann');
  sam = await newPerson(test, 'Sam');
});
beforeEach(async () => {
  prompt = await newPrompt(test, ann, { title: 'Shown', is_public: true });
});

const service = (text: string, values: readonly unknown[] = []) =>
  test.asRole('service_role', { role: 'service_role' }, text, values);
const titles = async (person: string, from: string) =>
  (await test.asUser(person, `select title from ${from}`)).rows.map(({ title }) => title);

describe('taking a prompt down', () => {
  it('makes it private, tells its owner why, closes its reports, and adds a version', async () => {
    await test.asUser(sam, `insert into reports (prompt_id, reason) values ($1, 'rights')`, [
      prompt,
    ]);
    const outcome = await service(`select (take_down_prompt($1, 'Not yours')).reason`, [prompt]);
    expect(outcome).toMatchObject({ refusal: null, rows: [{ reason: 'Not yours' }] });
    expect((await test.asUser(sam, 'select id from prompts where id = $1', [prompt])).rows).toEqual(
      [],
    );
    expect((await test.asUser(null, 'select id from public_prompt($1)', [prompt])).rows).toEqual(
      [],
    );
    const own = await test.asUser(
      ann,
      `select p.is_public, p.version, t.reason, v.change_description
       from prompts p join takedowns t on t.prompt_id = p.id
       join prompt_versions v on v.prompt_id = p.id and v.version_number = p.version
       where p.id = $1`,
      [prompt],
    );
    expect(own.rows).toEqual([
      {
        is_public: 'f',
        version: '2',
        reason: 'Not yours',
        change_description: 'Taken down by the operator',
      },
    ]);
    expect((await service('select id from open_reports()')).rows).toEqual([]);
  });

  it('keeps it private until it is released, also for its owner and the service role', async () => {
    await service(`select take_down_prompt($1, 'Not yours')`, [prompt]);
    const publish = 'update prompts set is_public = true where id = $1 returning is_public';
    const refused = await test.asUser(ann, publish, [prompt]);
    expect(refused.refusal).toMatchObject({
      code: '42501',
      message: 'This prompt was taken down: Not yours',
    });
    expect((await service(publish, [prompt])).refusal?.code).toBe('42501');
    const upsert = await test.asUser(
      ann,
      `insert into prompts (id, title, content, is_public) values ($1, 'T', 'C', true)
       on conflict (id) do update set is_public = excluded.is_public`,
      [prompt],
    );
    expect(upsert.refusal?.code).toBe('42501');
    const edited = await test.asUser(ann, `update prompts set title = 'Mine' where id = $1`, [
      prompt,
    ]);
    expect(edited.refusal).toBeNull();
    await service('select release_prompt($1)', [prompt]);
    expect((await test.asUser(ann, publish, [prompt])).rows).toEqual([{ is_public: 't' }]);
  });
});

it('a report keeps the reported content, and nobody reports the same thing twice', async () => {
  const comment = await insert(test, 'comments', { prompt_id: prompt, user_id: ann, body: 'Rude' });
  const say = `insert into reports (prompt_id, comment_id, reason, note, comment_body, closed_at)
    values ($1, $2, 'abuse', 'Look', 'forged', now())`;
  await test.succeedAs(sam, say, prompt, comment);
  expect((await test.asUser(sam, say, [prompt, comment])).refusal?.code).toBe('23505');
  await test.asUser(ann, `update comments set body = 'Kind' where id = $1`, [comment]);
  const open = await service('select * from open_reports() where prompt_id = $1', [prompt]);
  expect(open.rows).toMatchObject([
    {
      reason: 'abuse',
      note: 'Look',
      reporter: 'Sam',
      prompt_title: 'Shown',
      prompt_version: '1',
      comment_body: 'Rude',
      comment_author_name: 'Ann',
    },
  ]);
});

it('open_reports() lists reports page by page', async () => {
  const people = await Promise.all([newPerson(test), newPerson(test), newPerson(test)]);
  for (const person of people) {
    await test.asUser(person, `insert into reports (prompt_id, reason) values ($1, 'spam')`, [
      prompt,
    ]);
  }
  const all = (await service('select id from open_reports()')).rows;
  const paged: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const page: readonly Record<string, string | null>[] = (
      await service('select id from open_reports($1, 2)', [after])
    ).rows;
    paged.push(...page);
    if (page.length === 0) break;
    after = page.at(-1)?.['id'] ?? null;
  }
  expect(paged).toEqual(all);
});

describe('hiding an author', () => {
  it('removes their prompts from every order and the view, and their comments everywhere', async () => {
    const reader = await newPerson(test);
    const author = await newPerson(test, 'Nora');
    const theirs = await newPrompt(test, author, { title: 'Nora’s', is_public: true });
    await insert(test, 'comments', { prompt_id: prompt, user_id: author, body: 'Hm' });
    await insert(test, 'comments', { prompt_id: prompt, user_id: sam, body: 'Ha' });
    const hide = 'insert into hidden_authors (author_id) values ($1)';
    await test.succeedAs(reader, hide, author);
    for (const sort of ['latest', 'oldest', 'trending', 'top']) {
      expect(await titles(reader, `community_feed('${sort}', page_size => 200)`)).not.toContain(
        'Nora’s',
      );
      expect(await titles(reader, `community_feed('${sort}', page_size => 200)`)).toContain(
        'Shown',
      );
      expect(await titles(sam, `community_feed('${sort}', page_size => 200)`)).toContain('Nora’s');
    }
    expect(await titles(reader, `community_feed('latest', 'nora')`)).toEqual([]);
    expect(await titles(reader, 'prompt_details_v')).not.toContain('Nora’s');
    const comments = 'select body from comments where prompt_id = $1';
    expect((await test.asUser(reader, comments, [prompt])).rows).toEqual([{ body: 'Ha' }]);
    expect((await test.asUser(sam, comments, [prompt])).rows).toHaveLength(2);
    expect(await titles(reader, `prompts where id = '${theirs}'`)).toEqual(['Nora’s']);
    await test.asUser(reader, 'delete from hidden_authors');
    expect(await titles(reader, 'prompt_details_v')).toContain('Nora’s');
  });
});
