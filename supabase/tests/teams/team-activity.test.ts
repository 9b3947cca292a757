import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { insert, newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let olga: string;
let ed: string;
let team: string;
beforeEach(async () => {
  olga = await newPerson(test, 'Olga');
  ed = await newPerson(test, 'Ed');
  const { rows } = await test.asUser(
    olga,
    `insert into teams (name, created_by) values ('Writers', $1) returning id`,
    [olga],
  );
  team = rows[0]?.['id'] ?? '';
  await test.sql(`insert into team_members (team_id, user_id, role) values ($1, $2, 'editor')`, [
    team,
    ed,
  ]);
});

/** Runs a statement that must succeed. */
const act = test.succeedAs;

/** The activity of the team as a person reads it, oldest first, without its first two entries. */
async function activity(reader = olga): Promise<string[]> {
  const rows = await act(
    reader,
    `select concat_ws(' ', p.full_name, a.action, m.full_name, a.role, a.label, a.title, 'v' || a.version_number) as entry
     from team_activity a left join profiles p on p.id = a.actor_id left join profiles m on m.id = a.member_id
     where a.team_id = $1 order by a.id offset 2`,
    team,
  );
  return rows.map((row) => row['entry'] ?? '');
}

describe('the activity of a team', () => {
  it('begins with its creation and names who joined', async () => {
    const rows = await test.sql(
      'select action, actor_id, member_id, title, role from team_activity where team_id = $1 order by id',
      [team],
    );
    const none = { member_id: null, title: null, role: null };
    expect(rows).toEqual([
      { ...none, action: 'team_created', actor_id: olga, title: 'Writers' },
      { ...none, action: 'member_joined', actor_id: null, member_id: ed, role: 'editor' },
    ]);
  });

  it('names who changed a prompt, and the version', async () => {
    const [made] = await act(
      ed,
      `insert into prompts (title, content, team_id) values ('Bread', 'Flour', $1) returning id`,
      team,
    );
    const id = made?.['id'];
    await act(olga, `update prompts set content = 'Rye' where id = $1`, id);
    await act(olga, `update prompts set deleted_at = now() where id = $1`, id);
    await act(ed, 'update prompts set deleted_at = null where id = $1', id);
    await act(ed, `update prompts set title = 'Rye bread' where id = $1`, id);
    await act(ed, `select move_prompt_label($1, 'production', 3)`, id);
    await act(ed, `select remove_prompt_label($1, 'production')`, id);
    await act(ed, `update prompts set team_id = null, title = 'Secret' where id = $1`, id);
    await act(ed, `update prompts set title = 'Still secret' where id = $1`, id);
    await act(ed, `update prompts set team_id = $2 where id = $1`, id, team);
    await act(ed, 'delete from prompts where id = $1', id);
    expect(await activity()).toEqual([
      'Ed prompt_added Bread v1',
      'Olga prompt_changed Bread v2',
      'Olga prompt_deleted Bread v2',
      'Ed prompt_restored Bread v2',
      'Ed prompt_changed Rye bread v3',
      'Ed label_moved production Rye bread v3',
      'Ed label_removed production Rye bread v3',
      'Ed prompt_removed Rye bread',
      'Ed prompt_added Still secret v6',
      'Ed prompt_erased Still secret',
    ]);
  });

  it('says nothing about labels of versions that the team cannot read', async () => {
    const id = await newPrompt(test, ed);
    await act(ed, `update prompts set team_id = $2 where id = $1`, id, team);
    await act(ed, `select move_prompt_label($1, 'staging', 1)`, id);
    await act(ed, `select move_prompt_label($1, 'staging', 2)`, id);
    expect(await activity()).toEqual([
      'Ed prompt_added A title v2',
      'Ed label_moved staging A title v2',
    ]);
  });

  it('names the author of an accepted proposal', async () => {
    const pat = await newPerson(test, 'Pat');
    const id = await newPrompt(test, ed, { title: 'Bread', is_public: true, team_id: team });
    const [made] = await act(pat, `select id from propose_edit($1, 1, 'Bread', 'with salt')`, id);
    await act(olga, `select accept_proposal($1, 1, 'Bread', 'with salt')`, made?.['id']);
    expect(await activity()).toEqual([
      'prompt_added Bread v1',
      'Olga proposal_accepted Pat Bread v2',
    ]);
  });

  it('names who made proposals necessary, and who ended that', async () => {
    await act(olga, 'update teams set released_by_proposal = true where id = $1', team);
    await act(olga, 'update teams set released_by_proposal = false where id = $1', team);
    await act(olga, 'update teams set updated_at = now() where id = $1', team);
    expect(await activity()).toEqual(['Olga proposals_demanded', 'Olga proposals_optional']);
  });

  it('follows members from their role to their end', async () => {
    await act(olga, `update team_members set role = 'viewer' where user_id = $1`, ed);
    await act(olga, `update teams set name = 'Poets' where id = $1`, team);
    expect(await activity()).toEqual(['Olga role_changed Ed viewer', 'Olga team_renamed Poets']);
    await act(olga, 'delete from team_members where user_id = $1', ed);
    // The profile of a former member is closed to the team.
    expect(await activity()).toEqual([
      'Olga role_changed viewer',
      'Olga team_renamed Poets',
      'Olga member_removed',
    ]);
  });

  it('keeps the names that former members had, and no later ones', async () => {
    const bread = await newPrompt(test, olga, { title: 'Bread', team_id: team });
    await act(ed, `update prompts set content = 'Rye' where id = $1`, bread);
    await act(ed, 'select leave_team($1)', team);
    await test.sql(
      `update auth.users set raw_user_meta_data = '{"full_name": "Edith"}' where id = $1`,
      [ed],
    );
    const entries = await act(
      olga,
      `select concat_ws(' ', actor_name, action, member_name) as entry from team_activity
       where team_id = $1 order by id offset 3`,
      team,
    );
    expect(entries.map(({ entry }) => entry)).toEqual(['Ed prompt_changed', 'Ed member_left Ed']);
  });

  it('names an invited person only once they have accepted', async () => {
    const sam = await newPerson(test, 'Sam');
    const invite = async () =>
      (
        await act(
          olga,
          `select id from invite_to_team($1, 'viewer', $2)`,
          team,
          `${sam}@example.com`,
        )
      )[0]?.['id'];
    await act(olga, 'select revoke_team_invitation($1)', await invite());
    await act(sam, 'select accept_team_invitation($1)', await invite());
    expect((await activity()).at(-1)).toBe('Sam member_joined Sam viewer');
    await act(sam, 'select leave_team($1)', team);
    const [offer] = await act(
      olga,
      `select id from invite_to_team($1, 'owner', user_id => $2)`,
      team,
      ed,
    );
    await act(ed, 'select decline_team_invitation($1)', offer?.['id']);
    expect(await activity()).toEqual([
      'Olga invited viewer',
      'Olga invitation_revoked viewer',
      'Olga invited viewer',
      'member_joined viewer',
      'member_left',
      'Olga invited Ed owner',
      'invitation_declined Ed owner',
    ]);
  });

  it('is closed to former members, to people who are only invited, and to programs', async () => {
    const sam = await newPerson(test, 'Sam');
    await act(olga, `select invite_to_team($1, 'viewer', $2)`, team, `${sam}@example.com`);
    expect(await activity(ed)).not.toEqual([]);
    expect(await activity(sam)).toEqual([]);
    const token = {
      sub: ed,
      role: 'authenticated',
      access_token: { scopes: ['prompts:read', 'prompts:write'], team_id: team },
    };
    const byToken = await test.asRole('authenticated', token, 'select from team_activity');
    expect(byToken.refusal?.code).toBe('42501');
    await act(ed, 'select leave_team($1)', team);
    expect(await activity(ed)).toEqual([]);
  });

  it('survives accounts without their names, and ends with the team', async () => {
    const bread = await newPrompt(test, ed, { team_id: team });
    await act(ed, `update prompts set content = 'Rye' where id = $1`, bread);
    await act(ed, 'select delete_user_account()');
    const entries = await test.sql(
      `select action, actor_id, actor_name, member_id, member_name from team_activity
       where team_id = $1 order by id offset 1`,
      [team],
    );
    const nobody = { actor_id: null, actor_name: null, member_id: null, member_name: null };
    expect(entries).toEqual([
      { ...nobody, action: 'member_joined' },
      { ...nobody, action: 'prompt_added' },
      { ...nobody, action: 'prompt_changed' },
      { ...nobody, action: 'prompt_handed_over', member_id: olga, member_name: 'Olga' },
      { ...nobody, action: 'member_left' },
    ]);
    await act(olga, 'delete from teams where id = $1', team);
    expect(await test.sql('select from team_activity where team_id = $1', [team])).toEqual([]);
  });

  it('is deleted after 180 days', async () => {
    await test.sql(
      `update team_activity set created_at = now() - interval '181 days'
       where team_id = $1 and action = 'team_created'`,
      [team],
    );
    await test.sql('select purge_deleted()');
    const left = await test.sql('select action from team_activity where team_id = $1', [team]);
    expect(left).toEqual([{ action: 'member_joined' }]);
  });

  it('is written even when many prompts change in one statement', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => newPrompt(test, olga, { team_id: team })),
    );
    await act(olga, `select tag_prompts($1, '{new}')`, ids);
    expect(
      (await activity()).filter((entry) => entry === 'Olga prompt_changed A title v2'),
    ).toHaveLength(20);
    const other = await newTeam(test, { owner: [ed] });
    await insert(test, 'prompts', { title: 'x', content: 'x', user_id: ed, team_id: other });
    expect(await activity()).toHaveLength(40);
  });
});
