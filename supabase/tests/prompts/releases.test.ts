import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { insert, newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let prompt: string;
beforeAll(async () => {
  ann = await newPerson(test, 'Ann');
});

/** Three versions, of which the second is in production. */
beforeEach(async () => {
  prompt = await newPrompt(test, ann, { title: 'One', content: 'First' });
  await change(`content = 'Second'`);
  await change(`content = 'Third'`);
  await move('production', 2, `note => ' Tested '`);
});

const change = (set: string) =>
  test.asUser(ann, `update prompts set ${set} where id = $1`, [prompt]);

function move(label: string, version: number | null, more = '', person = ann) {
  return test.asUser(
    person,
    `select * from move_prompt_label($1, $2, $3 ${more === '' ? '' : `, ${more}`})`,
    [prompt, label, version],
  );
}

const remove = (label: string, more = '', person = ann) =>
  test.asUser(
    person,
    `select * from remove_prompt_label($1, $2 ${more === '' ? '' : `, ${more}`})`,
    [prompt, label],
  );

const protect = (label: string, isProtected = true, person = ann) =>
  test.asUser(person, 'select * from protect_prompt_label($1, $2, $3)', [
    prompt,
    label,
    isProtected,
  ]);

const labels = (person = ann) =>
  test
    .asUser(
      person,
      `select label || ' ' || version_number as at from prompt_labels where prompt_id = $1 order by label`,
      [prompt],
    )
    .then(({ rows }) => rows.map(({ at }) => at));

const log = (person = ann) =>
  test
    .asUser(
      person,
      `select concat_ws(' ', label, coalesce(from_version, 0), coalesce(to_version, 0), note) as entry
       from prompt_label_moves where prompt_id = $1 and protection is null order by id`,
      [prompt],
    )
    .then(({ rows }) => rows.map(({ entry }) => entry));

describe('move_prompt_label', () => {
  it('moves a label, and logs who moved it, from where, to where and why', async () => {
    const { rows } = await move('production', 3);
    expect(rows).toMatchObject([
      { label: 'production', from_version: '2', to_version: '3', moved_by: ann, by_token: 'f' },
    ]);
    expect(await labels()).toEqual(['production 3']);
    expect(await log()).toEqual(['production 0 2 Tested', 'production 2 3']);
  });

  it('logs nothing when the label names the version already, and returns the last move', async () => {
    const { rows } = await move('production', 2);
    expect(rows).toMatchObject([{ from_version: null, to_version: '2', note: 'Tested' }]);
    expect(await log()).toHaveLength(1);
  });

  it('moves a label only from the version that was loaded', async () => {
    expect((await move('production', 3, 'base_version => 1')).refusal).toMatchObject({
      code: 'PT409',
      message: 'The label has been moved since it was loaded',
    });
    expect((await move('production', 3, 'base_version => 0')).refusal?.code).toBe('PT409');
    expect((await move('staging', 3, 'base_version => 2')).refusal?.code).toBe('PT409');
    expect((await move('production', 3, 'base_version => 2')).refusal).toBeNull();
    expect((await move('staging', 3, 'base_version => 0')).refusal).toBeNull();
    expect(await labels()).toEqual(['production 3', 'staging 3']);
  });

  it('lets one of two moves from the same version win', async () => {
    const moves = await Promise.all([
      move('production', 1, 'base_version => 2'),
      move('production', 3, 'base_version => 2'),
    ]);
    expect(moves.filter(({ refusal }) => refusal?.code === 'PT409')).toHaveLength(1);
    expect(await log()).toHaveLength(2);
  });

  it.each([
    ['Production', 3, '23514'],
    ['1st', 3, '23514'],
    ['', 3, '23514'],
    ['a'.repeat(64), 3, '23514'],
    ['a@b', 3, '23514'],
    ['latest', 3, '23514'],
    ['staging', 4, 'PT404'],
    ['staging', 0, 'PT404'],
    ['staging', null, 'PT404'],
    ['production', null, 'PT404'],
  ])('refuses the label «%s» on version %s', async (label, version, code) => {
    expect((await move(label, version)).refusal?.code).toBe(code);
    expect(await labels()).toEqual(['production 2']);
    expect(await log()).toHaveLength(1);
  });

  it('refuses a note of more than 500 characters', async () => {
    const { refusal } = await move('production', 3, `note => repeat('x', 501)`);
    expect(refusal).toMatchObject({ constraint: 'a note has at most 500 characters' });
    expect(await labels()).toEqual(['production 2']);
  });

  it('gives a prompt at most 20 labels', async () => {
    for (let number = 1; number < 20; number++) await move(`label-${number}`, 1);
    expect((await move('label-20', 1)).refusal?.code).toBe('PT422');
    expect((await move('label-19', 3)).refusal).toBeNull();
    expect(await labels()).toHaveLength(20);
  });

  it('moves no label of a deleted prompt, which has them again once restored', async () => {
    await change('deleted_at = now()');
    expect((await move('production', 3)).refusal).toMatchObject({ code: 'PT409' });
    await change('deleted_at = null');
    expect(await labels()).toEqual(['production 2']);
  });
});

describe('remove_prompt_label', () => {
  it('removes a label, which a move brings back', async () => {
    expect((await remove('production', 'base_version => 3')).refusal?.code).toBe('PT409');
    expect((await remove('production', `'Retired'`)).rows).toMatchObject([
      { from_version: '2', to_version: null },
    ]);
    expect(await labels()).toEqual([]);
    await move('production', 2, 'base_version => 0');
    expect(await log()).toEqual([
      'production 0 2 Tested',
      'production 2 0 Retired',
      'production 0 2',
    ]);
  });

  it('refuses a label that the prompt has not', async () => {
    expect((await remove('staging')).refusal?.code).toBe('PT404');
  });
});

describe('labels', () => {
  it.each([
    ['a save', `update prompts set content = 'New' where id = $1`],
    ['a save with its base', `update prompts set content = 'New' where id = $1 and version = 3`],
    ['restoring an old version', 'select restore_prompt_version($1, 1)'],
    ['restoring the labelled version', 'select restore_prompt_version($1, 2, 3)'],
    [
      'a checkpoint',
      `insert into prompt_versions (prompt_id, title, content, tags, is_public)
       select id, title, content, tags, is_public from prompts where id = $1`,
    ],
    ['a change of many prompts', `select categorize_prompts(array[$1]::uuid[], 'Research')`],
    ['publishing', 'update prompts set is_public = true where id = $1'],
  ])('stay where they are after %s', async (_door, statement) => {
    await test.succeedAs(ann, statement, prompt);
    const [latest] = await test.sql('select version from prompts where id = $1', [prompt]);
    expect(latest).toEqual({ version: 4 });
    expect(await labels()).toEqual(['production 2']);
    expect(await log()).toHaveLength(1);
  });

  it('are not copied by a fork', async () => {
    const fork = await newPrompt(test, ann, { forked_from: prompt });
    const copied = await test.sql('select from prompt_labels where prompt_id = $1', [fork]);
    expect(copied).toEqual([]);
  });

  it('keep their version from being deleted, until the prompt is deleted itself', async () => {
    const outcome = await test.asRole(
      'service_role',
      { role: 'service_role' },
      'delete from prompt_versions where prompt_id = $1 and version_number = 2',
      [prompt],
    );
    expect(outcome.refusal).toMatchObject({ constraint: 'prompt_labels_version_fkey' });
    expect(
      (await test.asUser(ann, 'delete from prompts where id = $1', [prompt])).refusal,
    ).toBeNull();
    expect(await test.sql('select from prompt_labels where prompt_id = $1', [prompt])).toEqual([]);
  });

  it('cannot be written but by the functions', async () => {
    for (const statement of [
      `insert into prompt_labels (prompt_id, label, version_number) values ('${prompt}', 'mine', 1)`,
      'update prompt_labels set version_number = 3',
      'delete from prompt_labels',
      `insert into prompt_label_moves (prompt_id, label) values ('${prompt}', 'mine')`,
      `update prompt_label_moves set note = ''`,
      'delete from prompt_label_moves',
    ]) {
      for (const role of ['authenticated', 'service_role']) {
        const { refusal } = await test.asRole(role, { role, sub: ann }, statement);
        expect(refusal?.code).toBe('42501');
      }
    }
  });
});

describe('a protected label', () => {
  let olga: string;
  let ed: string;
  beforeEach(async () => {
    [olga, ed] = [await newPerson(test, 'Olga'), await newPerson(test, 'Ed')];
    const team = await newTeam(test, { owner: [olga], editor: [ann, ed] });
    await change(`team_id = '${team}'`);
    await move('production', 4);
    await protect('production');
  });

  it('is moved by the owners of the prompt and the team, but by no other editor', async () => {
    await change(`content = 'Fifth'`);
    expect((await move('production', 5, '', ed)).refusal?.code).toBe('42501');
    expect((await remove('production', '', ed)).refusal?.code).toBe('42501');
    expect((await protect('production', false, ed)).refusal?.code).toBe('42501');
    expect((await move('production', 5, '', olga)).refusal).toBeNull();
    expect((await move('production', 4)).refusal).toBeNull();
  });

  it('is removed by nobody before its protection ends, and both are logged', async () => {
    expect((await remove('production')).refusal).toMatchObject({
      code: 'PT409',
      message: 'A protected label cannot be removed',
    });
    expect((await protect('production')).rows).toMatchObject([{ id: null }]);
    await protect('production', false, olga);
    expect((await move('production', 4, '', ed)).refusal).toBeNull();
    expect((await remove('production', '', ed)).refusal).toBeNull();
    const { rows } = await test.asUser(
      ann,
      'select protection, moved_by from prompt_label_moves where prompt_id = $1 and protection is not null order by id',
      [prompt],
    );
    expect(rows).toEqual([
      { protection: 't', moved_by: ann },
      { protection: 'f', moved_by: olga },
    ]);
  });

  it('has to exist', async () => {
    expect((await protect('staging')).refusal?.code).toBe('PT404');
  });
});

describe('a prompt that was shared with a team', () => {
  let olga: string;
  let team: string;
  beforeEach(async () => {
    olga = await newPerson(test, 'Olga');
    team = await newTeam(test, { owner: [olga], editor: [ann] });
    await change(`team_id = '${team}'`);
  });

  it('hides labels of older versions, and their moves, from the team', async () => {
    expect(await labels(olga)).toEqual([]);
    expect(await log(olga)).toEqual([]);
    expect((await move('staging', 3, '', olga)).refusal?.code).toBe('PT404');
    expect((await protect('production', true, olga)).refusal?.code).toBe('PT404');
    expect((await move('production', 4, 'base_version => 0', olga)).refusal).toBeNull();
    expect(await labels(olga)).toEqual(['production 4']);
    expect(await log(olga)).toEqual(['production 2 4']);
  });

  it('loses labels of versions that end with the account of its owner, with their moves, and says so', async () => {
    await move('staging', 4);
    await test.sql('delete from auth.users where id = $1', [ann]);
    expect(await labels(olga)).toEqual(['staging 4']);
    const owner = await log(olga);
    expect(owner).toEqual([
      'staging 0 4',
      'production 2 0 Its version was deleted with the account of the owner',
    ]);
    const [signed] = await test.sql(
      'select bool_or(moved_by is not null) as named from prompt_label_moves where prompt_id = $1',
      [prompt],
    );
    expect(signed).toEqual({ named: false });
    ann = await newPerson(test, 'Ann');
  });
});

describe('an access token', () => {
  const attempt = (scopes: readonly string[], statement: string, limits = {}) =>
    test.asRole(
      'authenticated',
      { sub: ann, role: 'authenticated', access_token: { id: randomUUID(), scopes, ...limits } },
      statement,
    );
  const released = (id: string) => `select * from move_prompt_label('${id}', 'production', 3)`;

  it('moves labels with the scope releases:write, which the log shows', async () => {
    const read = await attempt(['prompts:read', 'prompts:write'], released(prompt));
    expect(read.refusal).toMatchObject({
      code: '42501',
      message: 'The access token needs the scope releases:write',
    });
    const { rows } = await attempt(['prompts:read', 'releases:write'], released(prompt));
    expect(rows).toMatchObject([{ moved_by: ann, by_token: 't' }]);
  });

  it('moves none outside its group', async () => {
    const group = await insert(test, 'groups', { name: randomUUID(), user_id: ann });
    const scopes = ['prompts:read', 'releases:write'];
    const outside = await attempt(scopes, released(prompt), { group_id: group });
    expect(outside.refusal?.code).toBe('PT404');
    const seen = await attempt(scopes, 'select from prompt_labels', { group_id: group });
    expect(seen.rows).toEqual([]);
    await change(`group_id = '${group}'`);
    expect((await attempt(scopes, released(prompt), { group_id: group })).refusal).toBeNull();
  });
});
