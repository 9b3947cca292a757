import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { insert, newPerson, newPrompt, newTeam, newTeamOfThree } from '../world.ts';

const test = await setUpTestDatabase();
let olga: string;
let ed: string;
let vic: string;
let sam: string;
let team: string;
/** In the team, of ed and of olga. */
let eds: string;
let olgas: string;
beforeEach(async () => {
  ({ olga, ed, vic, team } = await newTeamOfThree(test));
  sam = await newPerson(test, 'Sam');
  eds = await newPrompt(test, ed, { title: 'Of Ed', team_id: team, tags: ['old'] });
  olgas = await newPrompt(test, olga, { title: 'Of Olga', team_id: team, tags: ['old'] });
});

async function call(person: string, expression: string, ...values: unknown[]): Promise<unknown> {
  const text = `select to_jsonb(${expression}) as result`;
  const rows = await test.succeedAs(person, text, ...values);
  return JSON.parse(rows[0]?.['result'] ?? 'null');
}

async function row(id: string) {
  const [found] = await test.sql(
    'select tags, category, group_id, team_id, is_public, deleted_at is not null as is_deleted from prompts where id = $1',
    [id],
  );
  return found;
}

/** Ed's private prompt and one of a team of sam's: no change of the team's prompts reaches them. */
async function outside() {
  const samsTeam = await newTeam(test, { owner: [sam] });
  return [
    await newPrompt(test, ed, { tags: ['old'] }),
    await newPrompt(test, sam, { team_id: samsTeam, tags: ['old'] }),
  ];
}

describe('tags and category of many prompts of a team', () => {
  it.each([
    ['an owner', () => olga],
    ['an editor', () => ed],
  ])('are changed by %s, also of prompts of others', async (_who, person) => {
    const [own, sams] = await outside();
    const ids = [eds, olgas, sams];
    expect(await call(person(), `tag_prompts($1, '{new}', '{old}')`, ids)).toEqual({
      [eds]: 2,
      [olgas]: 2,
    });
    expect(await call(person(), `categorize_prompts($1, 'Sales')`, ids)).toEqual({
      [eds]: 3,
      [olgas]: 3,
    });
    for (const id of [eds, olgas]) {
      expect(await row(id)).toMatchObject({ tags: ['new'], category: 'Sales' });
    }
    for (const id of [own, sams]) expect(await row(id ?? '')).toMatchObject({ tags: ['old'] });
    const [version] = await test.sql(
      'select created_by, change_description from prompt_versions where prompt_id = $1 and version_number = 2',
      [olgas],
    );
    expect(version).toEqual({ created_by: person(), change_description: 'Changed tags' });
  });

  it.each([
    ['a viewer', () => vic],
    ['a stranger', () => sam],
  ])('stay as they are for %s', async (_who, person) => {
    const ids = [eds, olgas];
    expect(await call(person(), `tag_prompts($1, '{new}')`, ids)).toEqual({});
    expect(await call(person(), `categorize_prompts($1, 'Sales')`, ids)).toEqual({});
    expect(await call(person(), `rename_tags('{old}', 'new', $1)`, team)).toEqual({});
    expect(await row(eds)).toMatchObject({ tags: ['old'], category: null });
  });

  it('stay as they are for an editor who was removed, except of own prompts', async () => {
    await test.asUser(olga, 'delete from team_members where user_id = $1', [ed]);
    expect(await call(ed, `tag_prompts($1, '{new}')`, [eds, olgas])).toEqual({ [eds]: 2 });
  });

  it('are undone by the editor who changed them', async () => {
    const changes = await call(ed, `tag_prompts($1, '{new}', '{old}')`, [eds, olgas]);
    expect(await call(ed, 'undo_prompt_changes($1)', JSON.stringify(changes))).toBe(2);
    expect(await row(olgas)).toMatchObject({ tags: ['old'] });
  });

  it('are counted and renamed within the team', async () => {
    const [own] = await outside();
    expect(await call(vic, 'my_tags($1)', team)).toEqual([{ tag: 'old', prompts: 2 }]);
    expect(await call(sam, 'my_tags($1)', team)).toEqual([]);
    expect(await call(ed, `rename_tags('{old}', 'new', $1)`, team)).toEqual({
      [eds]: 2,
      [olgas]: 2,
    });
    expect(await row(own ?? '')).toMatchObject({ tags: ['old'] });
    expect(await call(ed, 'my_tags()')).toEqual([
      { tag: 'new', prompts: 1 },
      { tag: 'old', prompts: 1 },
    ]);
  });
});

describe('what stays with the owner of each prompt', () => {
  it.each([
    ['an owner', () => olga, () => olgas],
    ['an editor', () => ed, () => eds],
  ])('is changed by %s of the team for own prompts only', async (_who, person, own) => {
    const ids = [eds, olgas];
    const me = person();
    expect(await call(me, 'publish_prompts($1, true)', ids)).toEqual({ [own()]: 2 });
    expect(await call(me, 'publish_prompts($1, false)', ids)).toEqual({ [own()]: 3 });
    expect(await call(me, 'set_prompts_deleted($1, true)', ids)).toEqual([own()]);
    expect(await call(me, 'set_prompts_deleted($1, false)', ids)).toEqual([own()]);
    expect(await call(me, 'move_prompts_to_team($1, null)', ids)).toEqual({ [own()]: 4 });
    const other = own() === eds ? olgas : eds;
    expect(await row(other)).toMatchObject({ team_id: team, is_public: false, is_deleted: false });
  });
});

describe('rights_to_prompts()', () => {
  it('returns own prompts, and those that the team changes by proposals alone', async () => {
    const [own, sams] = await outside();
    const gone = await newPrompt(test, ed, { team_id: team });
    await test.asUser(ed, 'update prompts set deleted_at = now() where id = $1', [gone]);
    const ids = [eds, olgas, own, sams, gone];
    await test.asUser(olga, `select move_prompt_label($1, 'production', 1)`, [olgas]);
    const rights = (person: string) => call(person, '(select r from rights_to_prompts($1) r)', ids);
    expect(await rights(olga)).toEqual({ own_ids: [olgas], proposal_ids: [] });
    await test.asUser(olga, 'update teams set released_by_proposal = true where id = $1', [team]);
    expect(await rights(olga)).toEqual({ own_ids: [olgas], proposal_ids: [olgas] });
    const { own_ids: owned, ...rest } = (await rights(ed)) as { own_ids: string[] };
    expect(new Set(owned)).toEqual(new Set([eds, own]));
    expect(rest).toEqual({ proposal_ids: [olgas] });
    expect(await rights(vic)).toEqual({ own_ids: [], proposal_ids: [olgas] });
  });
});

describe('copies of many prompts of a team', () => {
  it('are private prompts of the caller; those of others name their source', async () => {
    const group = await insert(test, 'groups', { name: 'Launch', team_id: team });
    await test.asUser(ed, 'select move_prompts($1, $2)', [[eds, olgas], group]);
    await test.sql(
      `insert into storage.objects (bucket_id, name, version)
       select 'attachments', id || '/' || gen_random_uuid(), gen_random_uuid() from unnest($1::uuid[]) id`,
      [[eds, olgas]],
    );
    const copies = await call(ed, 'duplicate_prompts($1)', [eds, olgas]);
    const rows = await test.sql(
      `select title, user_id, team_id, group_id, forked_from, forked_from_version,
         (select count(*)::integer from prompt_attachments a where a.prompt_id = p.id) as files
       from prompts p where id = any ($1) order by title`,
      [copies],
    );
    const copy = { user_id: ed, team_id: null, group_id: null, files: 1 };
    expect(rows).toEqual([
      { ...copy, title: 'Of Ed (Copy)', forked_from: null, forked_from_version: null },
      { ...copy, title: 'Of Olga (Fork)', forked_from: olgas, forked_from_version: 2 },
    ]);
  });

  it('are made by viewers, and not by strangers', async () => {
    expect(await call(vic, 'duplicate_prompts($1)', [eds, olgas])).toHaveLength(2);
    expect(await call(sam, 'duplicate_prompts($1)', [eds, olgas])).toEqual([]);
  });
});

it('favourites of many prompts of a team are those of each member', async () => {
  const [, sams] = await outside();
  expect(await call(vic, 'set_favorites($1, true)', [eds, olgas, sams])).toHaveLength(2);
  expect(await call(sam, 'set_favorites($1, true)', [eds, olgas])).toEqual([]);
  expect(await call(vic, 'set_favorites($1, false)', [eds])).toEqual([eds]);
});

describe('matching_prompts() of a team', () => {
  it("returns the team's matches alone, and none to people outside", async () => {
    await outside();
    expect(await call(vic, `matching_prompts('', $1)`, team)).toEqual([olgas, eds]);
    expect(await call(vic, `matching_prompts('olga', $1)`, team)).toEqual([olgas]);
    expect(await call(ed, `matching_prompts('tag:old', $1)`, team)).toEqual([olgas, eds]);
    expect(await call(sam, `matching_prompts('', $1)`, team)).toEqual([]);
    expect(await call(sam, `matching_prompts('olga', $1)`, team)).toEqual([]);
  });
});

describe("the orders of a team's prompts", () => {
  const titles = async (person: string, list: string, ...values: unknown[]) => {
    const rows = await test.succeedAs(person, `select title from ${list}`, ...values);
    return rows.map(({ title }) => title);
  };

  it('are those of all its prompts, by title and by the own last use', async () => {
    const group = await insert(test, 'groups', { name: 'Launch', team_id: team });
    const mail = await newPrompt(test, vic, { title: 'émail', team_id: team });
    await newPrompt(test, ed, { title: 'Zoo', group_id: group });
    await outside();
    await test.asUser(vic, 'insert into prompt_uses (prompt_id) values ($1)', [eds]);
    await test.asUser(ed, 'insert into prompt_uses (prompt_id) values ($1)', [mail]);
    const scope = `team:${team}`;
    const byTitle = 'prompts_by_title(scope => $1)';
    expect(await titles(vic, byTitle, scope)).toEqual(['émail', 'Of Ed', 'Of Olga', 'Zoo']);
    expect(await titles(vic, 'prompts_by_title($2, $3, scope => $1)', scope, 'Of Ed', eds)).toEqual(
      ['Of Olga', 'Zoo'],
    );
    const byUse = 'prompts_by_last_use(scope => $1)';
    expect(await titles(vic, byUse, scope)).toEqual(['Of Ed', 'Zoo', 'émail', 'Of Olga']);
    expect(await titles(ed, byUse, scope)).toEqual(['émail', 'Zoo', 'Of Olga', 'Of Ed']);
    for (const list of ['prompts_by_title', 'prompts_by_last_use']) {
      const ofGroup = `${list}(scope => $1, in_group => $2)`;
      expect([list, await titles(vic, ofGroup, scope, group)]).toEqual([list, ['Zoo']]);
      expect([list, await titles(sam, `${list}(scope => $1)`, scope)]).toEqual([list, []]);
    }
  });

  it('are read from indexes', async () => {
    await test.sql(
      `insert into prompts (title, content, user_id, team_id)
       select 'Letter ' || n, 'x', $1, $2 from generate_series(1, 2000) n`,
      [olga, team],
    );
    await test.sql('analyze prompts, prompt_search');
    const plan = async (text: string) => JSON.stringify(await test.sql(`explain ${text}`, [team]));
    expect(
      await plan(
        `select prompt_id from prompt_search s where s.team_id = $1 order by title collate "C", prompt_id limit 50`,
      ),
    ).toContain('prompt_search_team_title_idx');
    expect(
      await plan(
        'select id from prompts where team_id = $1 and deleted_at is null order by updated_at desc, id desc limit 50',
      ),
    ).toContain('prompts_team_updated_idx');
  });
});
