import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { insert, newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let mate: string;
let stranger: string;
let group: string;
let team: string;
let secret: string;
/** Public prompts of ann: plain, in a group, in a team, and a fork of her private prompt. */
let prompts: Readonly<Record<'plain' | 'grouped' | 'inTeam' | 'fork', string>>;
beforeAll(async () => {
  ann = await newPerson(test, 'Ann');
  mate = await newPerson(test, 'Mate');
  stranger = await newPerson(test, 'Stranger');
  group = await insert(test, 'groups', { name: 'Clients', user_id: ann });
  team = await newTeam(test, { owner: [ann], viewer: [mate] });
  secret = await newPrompt(test, ann, { title: 'Secret source' });
  prompts = {
    plain: await newPrompt(test, ann, { title: 'Plain', is_public: true }),
    grouped: await newPrompt(test, ann, { title: 'Grouped', is_public: true, group_id: group }),
    inTeam: await newPrompt(test, ann, { title: 'In a team', is_public: true, team_id: team }),
    fork: await newPrompt(test, ann, { title: 'A fork', is_public: true, forked_from: secret }),
  };
});

const read = test.succeedAs;

const ids = () => Object.values(prompts);

/** Returns everything that a person can read about ann's public prompts, from all sources. */
async function everything(person: string): Promise<string> {
  const answers = await Promise.all([
    read(person, 'select * from prompts where id = any ($1)', ids()),
    read(person, 'select * from readable_prompts where id = any ($1)', ids()),
    read(person, 'select * from prompt_details_v where id = any ($1)', ids()),
    ...ids().map((id) => read(person, 'select * from public_prompt($1)', id)),
    read(person, `select * from community_feed('latest', '', null, 200)`),
    read(person, `select * from search_prompts('', 'favorites')`),
    read(person, 'select * from prompt_stats where prompt_id = any ($1)', ids()),
  ]);
  return JSON.stringify(answers);
}

describe('public prompts of others, read by a stranger', () => {
  it('hide the group, the team and the private source, wherever they are read', async () => {
    for (const id of ids()) {
      await read(stranger, 'insert into favorites (prompt_id) values ($1)', id);
    }
    const seen = await everything(stranger);
    for (const id of ids()) expect(seen).toContain(id);
    for (const hidden of [group, team, secret]) expect(seen).not.toContain(hidden);
  });

  it('hide these columns from filters and orders, too', async () => {
    for (const relation of ['prompts', 'readable_prompts', 'prompt_details_v']) {
      const found = await read(
        stranger,
        `select id from ${relation} where group_id = $1 or team_id = $2 or forked_from = $3
           or num_nonnulls(group_id, team_id, forked_from, forked_from_version) > 0`,
        group,
        team,
        secret,
      );
      expect([relation, found]).toEqual([relation, []]);
    }
    const inGroup = await read(
      stranger,
      `select id from search_prompts('', 'favorites', $1)`,
      group,
    );
    expect(inGroup).toEqual([]);
  });

  it('are in no list that returns whole rows', async () => {
    for (const list of ['prompts_by_title', 'prompts_by_last_use']) {
      for (const scope of ['favorites', 'shared', 'teams', 'templates']) {
        const listed = await test.asUser(stranger, `select * from ${list}(scope => $1)`, [scope]);
        expect([list, scope, listed.refusal?.code]).toEqual([list, scope, '22023']);
      }
    }
  });

  it('name a source while it is public', async () => {
    const source = await newPrompt(test, mate, { title: 'Source', is_public: true });
    const fork = await newPrompt(test, ann, { is_public: true, forked_from: source });
    const sources = async () => {
      const rows = await Promise.all(
        ['prompts', 'readable_prompts', 'prompt_details_v', `public_prompt('${fork}')`].map(
          (from) =>
            read(
              stranger,
              `select forked_from, forked_from_version from ${from} where id = $1`,
              fork,
            ),
        ),
      );
      return rows.map(([row]) => (row ? [row['forked_from'], row['forked_from_version']] : null));
    };
    const named = [source, '1'];
    expect(await sources()).toEqual([named, named, named, named]);
    await test.sql('update prompts set is_public = false where id = $1', [source]);
    const none = [null, null];
    expect(await sources()).toEqual([null, none, none, none]);
  });

  it('can be marked, used, commented on, chained, forked and reported if they are in a group', async () => {
    const reader = await newPerson(test);
    const id = prompts.grouped;
    const writes = [
      'insert into favorites (prompt_id) values ($1)',
      'insert into prompt_uses (prompt_id) values ($1)',
      'update prompt_uses set uses = 2 where prompt_id = $1',
      `insert into comments (prompt_id, body) values ($1, 'Good')`,
      `select save_chain('C', array[$1]::uuid[])`,
      `insert into reports (prompt_id, reason) values ($1, 'spam')`,
    ];
    for (const statement of writes) await read(reader, statement, id);
    const forked = await read(
      reader,
      `insert into prompts (title, content, forked_from) values ('T', 'C', $1) returning forked_from_version`,
      id,
    );
    expect(forked).toEqual([{ forked_from_version: '1' }]);
    const counted = await read(
      reader,
      'select favorites_count > 0 as marked, forks_count, comments_count from prompt_stats where prompt_id = $1',
      id,
    );
    expect(counted).toEqual([{ marked: 't', forks_count: '1', comments_count: '1' }]);
    expect(await read(reader, 'select body from comments where prompt_id = $1', id)).toEqual([
      { body: 'Good' },
    ]);
    const [report] = await test.sql('select prompt_version from reports where prompt_id = $1', [
      id,
    ]);
    expect(report).toEqual({ prompt_version: 1 });
  });

  it('let a fork take over changes of a source in a group', async () => {
    const reader = await newPerson(test);
    const source = await newPrompt(test, ann, { is_public: true, group_id: group });
    const [fork] = await read(
      reader,
      `insert into prompts (title, content, forked_from) values ('T', 'C', $1) returning id`,
      source,
    );
    await test.sql(`update prompts set content = 'New' where id = $1`, [source]);
    const moved = `update prompts set forked_from_version = $2 where id = $1 returning forked_from_version`;
    const early = await test.asUser(reader, moved, [fork?.['id'], '3']);
    expect(early.refusal?.code).toBe('PT409');
    expect(await read(reader, moved, fork?.['id'], '2')).toEqual([{ forked_from_version: '2' }]);
  });
});

describe('public prompts of others, read by insiders', () => {
  const places = (person: string, relation: string) =>
    read(
      person,
      `select title, group_id, team_id, forked_from from ${relation} where id = any ($1) order by title`,
      ids(),
    );

  it.each(['prompts', 'readable_prompts', 'prompt_details_v'])(
    'show their owner the group, team and source in %s',
    async (relation) => {
      expect(await places(ann, relation)).toEqual([
        { title: 'A fork', group_id: null, team_id: null, forked_from: secret },
        { title: 'Grouped', group_id: group, team_id: null, forked_from: null },
        { title: 'In a team', group_id: null, team_id: team, forked_from: null },
        { title: 'Plain', group_id: null, team_id: null, forked_from: null },
      ]);
    },
  );

  it.each(['prompts', 'readable_prompts'])('show a member the team in %s', async (relation) => {
    expect(await places(mate, relation)).toContainEqual(
      expect.objectContaining({ title: 'In a team', team_id: team }),
    );
  });

  it('show the name of a group to its owner alone', async () => {
    const name = 'select group_name from readable_prompts where id = $1';
    expect(await read(ann, name, prompts.grouped)).toEqual([{ group_name: 'Clients' }]);
    expect(await read(stranger, name, prompts.grouped)).toEqual([{ group_name: null }]);
  });
});

it('public prompts are not readable by a password alone if the account has a second factor', async () => {
  const person = await newPerson(test);
  await test.sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
    [person],
  );
  for (const relation of ['prompts', 'readable_prompts', 'prompt_details_v']) {
    expect([relation, await read(person, `select id from ${relation}`)]).toEqual([relation, []]);
  }
});
