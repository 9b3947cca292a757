import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { tryStatement } from '../try-statement.ts';
import { insert, newPerson, newPrompt, newTeam } from '../world.ts';

/**
 * Ann owns the prompts. She shares one with ed, to edit, and with vic, to view; she offered it to
 * ida, took it back from rob, and dan gave it back. Sam is a stranger.
 */
const names = ['ann', 'ed', 'vic', 'ida', 'rob', 'dan', 'sam'] as const;
type Name = (typeof names)[number];

const test = await setUpTestDatabase();
const client = new Client(test.login());
let people: Readonly<Record<Name, string>>;
let prompt: string;
let shares: Readonly<Record<'ed' | 'vic' | 'ida' | 'rob' | 'dan', string>>;
beforeAll(() => client.connect());
afterAll(() => client.end());

const addressOf = (person: string) => `${person}@example.com`;

async function as(name: Name | null, text: string, ...values: unknown[]) {
  return test.asUser(name === null ? null : people[name], text, values);
}

async function codeOf(name: Name | null, text: string, ...values: unknown[]): Promise<string> {
  return (await as(name, text, ...values)).refusal?.code ?? 'done';
}

const succeed = (name: Name, text: string, ...values: unknown[]) =>
  test.succeedAs(people[name], text, ...values);

const share = `select id from share_prompt($1, $2, $3)`;
const accept = 'select accept_prompt_share($1)';
const decline = 'select decline_prompt_share($1)';
const revoke = 'select revoke_prompt_share($1)';
const changeRole = 'select change_share_role($1, $2)';

async function offer(to: Name, role: string, of = prompt): Promise<string> {
  const rows = await succeed('ann', share, of, addressOf(people[to]), role);
  return rows[0]?.['id'] ?? '';
}

async function shareWith(to: Name, role = 'viewer'): Promise<string> {
  const id = await offer(to, role);
  await succeed(to, accept, id);
  return id;
}

beforeEach(async () => {
  const ids = await Promise.all(
    names.map(async (name) => [name, await newPerson(test, name)] as const),
  );
  // Keys are those of names.
  people = Object.fromEntries(ids) as Record<Name, string>;
  const group = await insert(test, 'groups', { name: 'Group', user_id: people.ann });
  prompt = await newPrompt(test, people.ann, { title: 'Notes', content: 'v1', group_id: group });
  await succeed('ann', `update prompts set content = 'v2' where id = $1`, prompt);
  shares = {
    ed: await shareWith('ed', 'editor'),
    vic: await shareWith('vic'),
    ida: await offer('ida', 'editor'),
    rob: await shareWith('rob', 'editor'),
    dan: await shareWith('dan', 'editor'),
  };
  await succeed('ann', revoke, shares.rob);
  await succeed('dan', decline, shares.dan);
});

describe('rights on a shared prompt', () => {
  beforeEach(async () => {
    await test.sql(
      `insert into storage.objects (bucket_id, name, version, owner_id)
       values ('attachments', $1 || '/' || gen_random_uuid(), gen_random_uuid(), null)`,
      [prompt],
    );
    await insert(test, 'comments', { prompt_id: prompt, user_id: people.ann, body: 'Mine' });
    await succeed('ann', `select move_prompt_label($1, 'production', 2)`, prompt);
    await succeed('ann', `select move_prompt_label($1, 'old', 1)`, prompt);
    const included = await newPrompt(test, people.ann);
    await test.sql(
      'insert into prompt_includes (prompt_id, position, included_id) values ($1, 1, $2)',
      [prompt, included],
    );
  });

  it.each([
    ['prompts:read', {}, 'reads', 1],
    ['prompts:read', {}, 'changes', 'no'],
    ['prompts:write', {}, 'reads', 'no'],
    ['chains:read', {}, 'reads', 'no'],
    ['prompts:read prompts:write', {}, 'changes', 1],
    ['prompts:read prompts:write', { group_id: randomUUID() }, 'reads', 0],
    ['prompts:read prompts:write', { group_id: randomUUID() }, 'changes', 0],
    ['prompts:read prompts:write', { team_id: randomUUID() }, 'reads', 0],
    ['prompts:read', { team_id: randomUUID() }, 'finds', 0],
    ['prompts:read', {}, 'finds', 1],
    ['prompts:read prompts:write', {}, 'shares', 'no'],
    ['prompts:read prompts:write', {}, 'lists people of', 'no'],
  ])(
    'with a token for %s, limited to %j, an editor %s it: %s',
    async (scopes, limit, action, expected) => {
      const statements: Readonly<Record<string, string>> = {
        reads: 'select from prompts where id = $1',
        changes: `update prompts set content = 'v3' where id = $1`,
        finds: `select from search_prompts('notes', 'shared') where id = $1`,
        shares: `select share_prompt($1, 'new@example.com')`,
        'lists people of': 'select from prompt_people($1)',
      };
      const claims = {
        role: 'authenticated',
        sub: people.ed,
        access_token: { id: randomUUID(), scopes: scopes.split(' '), ...limit },
      };
      const got = await tryStatement(client, claims, statements[action] ?? '', [prompt]);
      expect(got).toBe(expected);
    },
  );

  it('refuses an editor to give the prompt another owner, team, visibility or place', async () => {
    const team = await newTeam(test, { owner: [people.ed] });
    const group = await insert(test, 'groups', { name: 'Mine', user_id: people.ed });
    for (const [column, value] of Object.entries({
      user_id: people.ed,
      team_id: team,
      group_id: group,
      is_template: true,
      is_public: true,
      forked_from: prompt,
      deleted_at: '2026-01-01',
    })) {
      const update = `update prompts set ${column} = $2 where id = $1`;
      expect([column, await codeOf('ed', update, prompt, value)]).toEqual([column, '42501']);
    }
    const rows = await succeed(
      'ed',
      `update prompts set title = 'New', tags = '{a}' where id = $1 returning user_id`,
      prompt,
    );
    expect(rows).toEqual([{ user_id: people.ann }]);
    const made = await test.sql(
      'select created_by from prompt_versions where prompt_id = $1 and version_number = 3',
      [prompt],
    );
    expect(made).toEqual([{ created_by: people.ed }]);
  });

  it('hides a deleted prompt from everybody but its owner, and shows it again once restored', async () => {
    await succeed('ann', 'update prompts set deleted_at = now() where id = $1', prompt);
    const read = 'select from prompts where id = $1';
    expect(await succeed('ed', read, prompt)).toHaveLength(0);
    expect(await succeed('ed', 'select from readable_prompts where id = $1', prompt)).toHaveLength(
      0,
    );
    expect(
      await succeed('ed', 'select from prompt_versions where prompt_id = $1', prompt),
    ).toHaveLength(0);
    const restore = await succeed(
      'ed',
      'update prompts set deleted_at = null where id = $1 returning id',
      prompt,
    );
    expect(restore).toEqual([]);
    await succeed('ann', 'update prompts set deleted_at = null where id = $1', prompt);
    expect(await succeed('ed', read, prompt)).toHaveLength(1);
  });

  it('leaves team editors who share the prompt, too, their right to delete it', async () => {
    const team = await newTeam(test, { owner: [people.ann], editor: [people.ed] });
    await succeed('ann', 'update prompts set team_id = $2 where id = $1', prompt, team);
    expect(await codeOf('ed', 'update prompts set deleted_at = now() where id = $1', prompt)).toBe(
      'done',
    );
  });

  it('keeps what a person has from a prompt after they lost it, without the prompt', async () => {
    await succeed('vic', 'insert into favorites (prompt_id) values ($1)', prompt);
    const forked = `insert into prompts (title, content, forked_from) values ('Fork', 'mine', $1) returning id`;
    const [fork] = await succeed('vic', forked, prompt);
    const base = 'select content from fork_base($1)';
    expect(await succeed('vic', base, fork?.['id'])).toEqual([{ content: 'v2' }]);
    await succeed('ann', revoke, shares.vic);
    expect(await succeed('vic', base, fork?.['id'])).toEqual([]);
    const view = 'select content, forked_from from readable_prompts where id = $1';
    expect(await succeed('vic', view, fork?.['id'])).toEqual([
      { content: 'mine', forked_from: null },
    ]);
    const [files] = await succeed(
      'vic',
      `select count(*) as n from prompt_attachments where prompt_id = $1`,
      fork?.['id'],
    );
    expect(files).toEqual({ n: '1' });
    expect(await succeed('vic', `select from search_prompts('', 'favorites')`)).toHaveLength(0);
  });

  it('ends signed links to its files when somebody loses the right to them', async () => {
    const object = 'select object_name from prompt_attachments where prompt_id = $1';
    const before = await test.sql(object, [prompt]);
    await succeed('ann', revoke, shares.vic);
    const after = await test.sql(object, [prompt]);
    expect(after).not.toEqual(before);
    await succeed('ed', 'select delete_user_account()');
    expect(await test.sql(object, [prompt])).not.toEqual(after);
  });
});

describe('share_prompt()', () => {
  const statesOf = async (id: string) =>
    (await test.sql<{ state: string }>('select state from prompt_shares where id = $1', [id]))[0]
      ?.state;
  const offered = async (name: Name) =>
    await succeed(name, 'select title, role, inviter_name from my_offered_prompts()');

  it('shows an offer to its address alone, and no right before it is accepted', async () => {
    expect(await offered('ida')).toEqual([{ title: 'Notes', role: 'editor', inviter_name: 'ann' }]);
    for (const name of ['sam', 'vic', 'ann'] as const) expect(await offered(name)).toEqual([]);
    expect(await codeOf('sam', accept, shares.ida)).toBe('PT404');
    expect(await codeOf('sam', decline, shares.ida)).toBe('PT404');
    expect(await codeOf(null, accept, shares.ida)).toBe('42501');
    const listed = await succeed('ed', 'select full_name, email from prompt_people($1)', prompt);
    expect(listed).toEqual([
      { full_name: 'ed', email: null },
      { full_name: 'vic', email: null },
    ]);
  });

  it('needs an address confirmed in the account', async () => {
    await test.sql('update auth.users set email_confirmed_at = null where id = $1', [people.ida]);
    expect(await codeOf('ida', accept, shares.ida)).toBe('PT404');
  });

  it.each([
    ['it expires', `update prompt_shares set expires_at = now() where id = $2 and $1 <> ''`],
    ['it is revoked', `update prompt_shares set state = 'revoked' where id = $2 and $1 <> ''`],
    [
      'its prompt is deleted',
      `update prompts set deleted_at = now() where id = $1::uuid and $2 <> ''`,
    ],
  ])('makes an offer that ends when %s', async (_when, statement) => {
    await test.sql(statement, [prompt, shares.ida]);
    expect(await codeOf('ida', accept, shares.ida)).toBe('PT404');
    expect(await offered('ida')).toEqual([]);
  });

  it('refuses to offer again for 30 days what was declined or given back', async () => {
    await succeed('ida', decline, shares.ida);
    for (const name of ['ida', 'dan'] as const) {
      expect(await codeOf('ann', share, prompt, addressOf(people[name]), 'viewer')).toBe('PT409');
    }
    await test.sql(
      `update prompt_shares set answered_at = now() - interval '31 days' where id = $1`,
      [shares.ida],
    );
    expect(await codeOf('ann', share, prompt, addressOf(people.ida), 'viewer')).toBe('done');
    expect(await codeOf('ann', share, prompt, addressOf(people.rob), 'viewer')).toBe('done');
  });

  it('refuses an address twice, the own one, a role that is none, and a deleted prompt', async () => {
    expect(await codeOf('ann', share, prompt, addressOf(people.vic), 'editor')).toBe('PT409');
    expect(
      await codeOf('ann', share, prompt, ` ${addressOf(people.ida).toUpperCase()}`, 'viewer'),
    ).toBe('PT409');
    expect(await codeOf('ann', share, prompt, addressOf(people.ann), 'viewer')).toBe('PT409');
    expect(await codeOf('ann', share, prompt, 'a@example.com', 'owner')).toBe('23514');
    expect(await codeOf('ann', share, prompt, 'no address', 'viewer')).toBe('23514');
    expect(await codeOf('ann', share, prompt, 'x@localhost', 'viewer')).toBe('23514');
    await succeed('ann', 'update prompts set deleted_at = now() where id = $1', prompt);
    expect(await codeOf('ann', share, prompt, 'a@example.com', 'viewer')).toBe('PT409');
  });

  it('does not tell whether an address has an account, or a prompt exists', async () => {
    for (const address of [addressOf(people.sam), `${randomUUID()}@example.com`]) {
      expect(await codeOf('ann', share, prompt, address, 'viewer')).toBe('done');
    }
    for (const id of [prompt, randomUUID()]) {
      expect(await codeOf('sam', share, id, 'a@example.com', 'viewer')).toBe('42501');
    }
  });

  it('counts with invitations to teams: 50 a day', async () => {
    const team = await newTeam(test, { owner: [people.ann] });
    await test.sql(
      'insert into private.sent_invitations (user_id) select $1 from generate_series(1, 44)',
      [people.ann],
    );
    const invite = `select invite_to_team($1, 'viewer', $2)`;
    expect(await codeOf('ann', invite, team, 'a@example.com')).toBe('done');
    expect(await codeOf('ann', share, prompt, 'a@example.com', 'viewer')).toBe('PT429');
    expect(await codeOf('ann', invite, team, 'b@example.com')).toBe('PT429');
  });

  it('shares a prompt with at most 100 people', async () => {
    await test.sql(
      `insert into prompt_shares (prompt_id, role, email, invited_by, first_version)
       select $1, 'viewer', number || '@example.com', $2, 1 from generate_series(1, 97) number`,
      [prompt, people.ann],
    );
    expect(await codeOf('ann', share, prompt, 'a@example.com', 'viewer')).toBe('PT422');
  });

  it('does not mail or list an offer to somebody who hid its sender', async () => {
    await succeed('ida', 'insert into hidden_authors (author_id) values ($1)', people.ann);
    expect(await offered('ida')).toEqual([]);
    const other = await newPrompt(test, people.ann);
    const id = await offer('ida', 'viewer', other);
    const mails = await test.sql('select from private.invitation_mails where invitation_id = $1', [
      id,
    ]);
    expect(mails).toEqual([]);
  });

  it('lets the owner alone change roles and revoke, at once', async () => {
    for (const name of ['ed', 'vic', 'sam'] as const) {
      expect(await codeOf(name, changeRole, shares.vic, 'editor')).toBe('PT404');
      expect(await codeOf(name, revoke, shares.vic)).toBe('PT404');
    }
    const edit = `update prompts set content = content || '!' where id = $1 returning id`;
    expect(await succeed('vic', edit, prompt)).toEqual([]);
    await succeed('ann', changeRole, shares.vic, 'editor');
    expect(await succeed('vic', edit, prompt)).toHaveLength(1);
    await succeed('ann', changeRole, shares.vic, 'viewer');
    expect(await succeed('vic', edit, prompt)).toEqual([]);
    expect(await codeOf('ann', changeRole, shares.rob, 'editor')).toBe('PT404');
    await succeed('ann', revoke, shares.vic);
    expect(await succeed('vic', 'select from prompts where id = $1', prompt)).toHaveLength(0);
  });

  it('accepts a second offer to a new address of the same person in place of the first', async () => {
    const address = `${randomUUID()}@example.com`;
    await test.sql('update auth.users set email = $2 where id = $1', [people.vic, address]);
    const [made] = await succeed('ann', share, prompt, address, 'editor');
    await succeed('vic', accept, made?.['id']);
    expect(await statesOf(shares.vic)).toBe('revoked');
    const roles = await succeed(
      'vic',
      'select share_role from readable_prompts where id = $1',
      prompt,
    );
    expect(roles).toEqual([{ share_role: 'editor' }]);
  });

  it('is written by functions alone', async () => {
    const row =
      'insert into prompt_shares (prompt_id, role, email, invited_by, first_version, state, user_id)';
    for (const name of ['ann', 'sam', null] as const) {
      for (const statement of [
        `${row} values ('${prompt}', 'editor', 'a@b', '${people.ann}', 1, 'accepted', '${people.sam}')`,
        `update prompt_shares set state = 'accepted', user_id = '${people.sam}'`,
        'delete from prompt_shares',
      ]) {
        expect(await codeOf(name, statement)).toBe('42501');
      }
    }
    expect(await succeed('ed', 'select user_id from prompt_shares')).toEqual([
      { user_id: people.ed },
    ]);
    expect(await succeed('sam', 'select from prompt_shares')).toHaveLength(0);
  });
});

describe('the people of a shared prompt', () => {
  const listed = async (name: Name) =>
    (
      await succeed(name, 'select full_name, email, role, state from prompt_people($1)', prompt)
    ).map((row) => [row['full_name'] ?? row['email'], row['role'], row['state']].join(' '));

  it('are all shown to the owner, the others to editors, and a viewer sees themselves', async () => {
    expect(await listed('ann')).toEqual([
      `${addressOf(people.ida)} editor pending`,
      'ed editor accepted',
      'vic viewer accepted',
    ]);
    expect(await listed('ed')).toEqual(['ed editor accepted', 'vic viewer accepted']);
    expect(await listed('vic')).toEqual(['vic viewer accepted']);
    for (const name of ['ida', 'rob', 'dan', 'sam'] as const)
      expect(await listed(name)).toEqual([]);
    expect(await codeOf(null, 'select prompt_people($1)', prompt)).toBe('42501');
  });

  it('read names of each other, and nobody reads the name of somebody who never accepted', async () => {
    const seen = async (name: Name) => {
      const rows = await succeed(
        name,
        'select full_name from profiles where id = any ($1) order by 1',
        Object.values(people),
      );
      return rows.map((row) => row['full_name']).join(' ');
    };
    expect(await seen('ann')).toBe('ann dan ed rob vic');
    expect(await seen('ed')).toBe('ann dan ed rob vic');
    expect(await seen('ida')).toBe('ann ida');
    expect(await seen('rob')).toBe('rob');
    expect(await seen('sam')).toBe('sam');
  });

  it('go with their account, and with that of the owner', async () => {
    await test.sql('delete from auth.users where id = any ($1)', [[people.vic, people.ida]]);
    expect(await listed('ann')).toEqual(['ed editor accepted']);
    await test.sql('delete from auth.users where id = $1', [people.ann]);
    expect(await test.sql('select from prompt_shares where prompt_id = $1', [prompt])).toEqual([]);
    expect(await succeed('ed', 'select from prompts where id = $1', prompt)).toHaveLength(0);
  });

  it('are not handed over with a prompt of a team', async () => {
    const heir = await newPerson(test, 'Heir');
    const team = await newTeam(test, { owner: [heir], editor: [people.ann] });
    await succeed('ann', 'update prompts set team_id = $2 where id = $1', prompt, team);
    await test.sql('delete from auth.users where id = $1', [people.ann]);
    expect(await test.sql('select user_id from prompts where id = $1', [prompt])).toEqual([
      { user_id: heir },
    ]);
    expect(await succeed('ed', 'select from prompts where id = $1', prompt)).toHaveLength(0);
  });

  it('and the owner are told on their own topics of offers, and when rights change', async () => {
    const told = async (name: Name) =>
      (
        await test.sql<{ payload: { prompt_id: string } }>(
          `select payload from realtime.messages where topic = $1 and event = 'shares'`,
          [`user:${people[name]}`],
        )
      ).filter(({ payload }) => payload.prompt_id === prompt).length;
    expect(await told('ida')).toBe(1);
    const [owner, viewer] = [await told('ann'), await told('vic')];
    await succeed('ann', changeRole, shares.vic, 'editor');
    await succeed('ann', revoke, shares.vic);
    await succeed('ida', accept, shares.ida);
    expect([(await told('ann')) - owner, (await told('vic')) - viewer, await told('ida')]).toEqual([
      3, 2, 2,
    ]);
  });

  it('are told on the topic of the prompt when it is deleted', async () => {
    await succeed('ann', 'update prompts set deleted_at = now() where id = $1', prompt);
    const told = await test.sql('select event from realtime.messages where topic = $1', [
      `prompt:${prompt}`,
    ]);
    expect(told).toEqual([{ event: 'changed' }]);
  });
});
