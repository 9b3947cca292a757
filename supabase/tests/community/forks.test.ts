import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let sam: string;
let source: string;
let fork: string;
beforeAll(async () => {
  ann = await newPerson(test, 'Ann');
  sam = await newPerson(test, 'Sam');
});

async function as(person: string, text: string, ...values: string[]) {
  return test.asUser(person, text, values);
}
const edit = (content: string) =>
  as(ann, `update prompts set content = $2 where id = $1`, source, content);
const baseOf = async (person: string) =>
  (await as(person, 'select version, content from fork_base($1)', fork)).rows;

beforeEach(async () => {
  source = await newPrompt(test, ann, { content: 'one', is_public: true });
  const made = await as(
    sam,
    `insert into prompts (title, content, forked_from) values ('Mine', 'mine', $1) returning id`,
    source,
  );
  fork = made.rows[0]?.['id'] ?? '';
});

describe('the state of a source when it was forked', () => {
  it('is readable by the owner of the fork, also after the source has changed', async () => {
    await edit('two');
    await edit('three');
    expect(await baseOf(sam)).toEqual([{ version: '1', content: 'one' }]);
  });

  it('is not readable by a stranger, the owner of the source, or team mates of the fork', async () => {
    const other = await newPerson(test);
    const editor = await newPerson(test);
    const team = await newTeam(test, { owner: [sam], editor: [editor] });
    await as(sam, 'update prompts set team_id = $2 where id = $1', fork, team);
    for (const person of [other, ann, editor]) expect(await baseOf(person)).toEqual([]);
    expect((await test.asUser(null, 'select fork_base($1)', [fork])).refusal?.code).toBe('42501');
    const service = await test.asRole(
      'service_role',
      { role: 'service_role' },
      'select fork_base($1)',
      [fork],
    );
    expect(service.refusal?.code).toBe('42501');
  });

  it.each([
    ['private', 'update prompts set is_public = false where id = $1'],
    ['deleted', 'update prompts set deleted_at = now() where id = $1'],
    ['removed', 'delete from prompts where id = $1'],
  ])('is no longer readable once the source is %s', async (_what, change) => {
    await as(ann, change, source);
    expect(await baseOf(sam)).toEqual([]);
  });

  it('reveals no other version of the source', async () => {
    await edit('two');
    const past = await as(sam, 'select content from prompt_versions where prompt_id = $1', source);
    expect(past.rows).toEqual([]);
  });
});

describe('taking over the changes of a source', () => {
  const follow = (person: string, version: number, content = 'merged') =>
    as(
      person,
      `update prompts set content = $2, forked_from_version = $3 where id = $1 and version = 1
       returning version, forked_from_version`,
      fork,
      content,
      String(version),
    );

  it('saves the merge and the current version of the source in one statement', async () => {
    await edit('two');
    expect((await follow(sam, 2)).rows).toEqual([{ version: '2', forked_from_version: '2' }]);
    expect(await baseOf(sam)).toEqual([{ version: '2', content: 'two' }]);
  });

  it('creates no version if the text stays the same', async () => {
    await edit('two');
    expect((await follow(sam, 2, 'mine')).rows).toEqual([
      { version: '1', forked_from_version: '2' },
    ]);
  });

  it('is rejected for a past version, a future one, and one that was private', async () => {
    await as(ann, `update prompts set is_public = false, content = 'secret' where id = $1`, source);
    expect((await follow(sam, 2)).refusal?.code).toBe('PT409');
    await as(ann, `update prompts set is_public = true, content = 'three' where id = $1`, source);
    for (const version of [2, 4]) expect((await follow(sam, version)).refusal?.code).toBe('PT409');
    expect(await baseOf(sam)).toEqual([{ version: '1', content: 'one' }]);
    expect((await follow(sam, 3)).refusal).toBeNull();
  });

  it('is allowed to the owner of the fork alone, not to team editors', async () => {
    const editor = await newPerson(test);
    const team = await newTeam(test, { owner: [sam], editor: [editor] });
    await as(sam, 'update prompts set team_id = $2 where id = $1', fork, team);
    await edit('two');
    const refused = await as(
      editor,
      'update prompts set forked_from_version = 2 where id = $1',
      fork,
    );
    expect(refused.refusal?.code).toBe('PT409');
  });

  it('changes nothing when a client sends the whole row back', async () => {
    await edit('two');
    const same = await as(
      sam,
      `update prompts set title = 'New', forked_from_version = 1 where id = $1 returning forked_from_version`,
      fork,
    );
    expect(same.rows).toEqual([{ forked_from_version: '1' }]);
  });
});
