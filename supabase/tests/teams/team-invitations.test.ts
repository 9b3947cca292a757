import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let olga: string;
let sam: string;
let team: string;
beforeEach(async () => {
  olga = await newPerson(test, 'Olga');
  sam = await newPerson(test, 'Sam');
  await newPrompt(test, sam, { is_public: true });
  team = await newTeam(test, { owner: [olga] });
});

const addressOf = (person: string) => `${person}@example.com`;

async function as(person: string, text: string, ...values: unknown[]) {
  return test.asUser(person, text, values);
}

async function codeOf(person: string, text: string, ...values: unknown[]): Promise<string> {
  return (await as(person, text, ...values)).refusal?.code ?? 'done';
}

/** Lets Olga invite Sam by address or id, and returns the id of the invitation. */
async function invite(role = 'editor', by: 'email' | 'user_id' = 'email'): Promise<string> {
  const text = `select id from invite_to_team($1, $2, ${by} => $3)`;
  const rows = await test.succeedAs(olga, text, team, role, by === 'email' ? addressOf(sam) : sam);
  return rows[0]?.['id'] ?? '';
}

/** Addresses that no account can have. */
const badAddresses = [
  'x@localhost',
  'x',
  'x@',
  '@example.com',
  'x y@example.com',
  'x@a..com',
  'x@1.2',
  'x@exämple.com',
];

const accept = 'select accept_team_invitation($1)';
const decline = 'select decline_team_invitation($1)';
const revoke = 'select revoke_team_invitation($1)';

const members = () =>
  test.sql(
    'select user_id, role, accepted_role from team_members where team_id = $1 and user_id <> $2',
    [team, olga],
  );
const openFor = async (person: string) =>
  (await as(person, 'select team_name, role, inviter_name from my_team_invitations()')).rows;

describe('a team invitation', () => {
  it.each(['email', 'user_id'] as const)(
    'by %s makes a member once it is accepted, and not before',
    async (by) => {
      const id = await invite('editor', by);
      expect(await members()).toEqual([]);
      expect(await openFor(sam)).toEqual([
        { team_name: 'The team', role: 'editor', inviter_name: 'Olga' },
      ]);
      expect(await codeOf(sam, accept, id)).toBe('done');
      expect(await members()).toEqual([{ user_id: sam, role: 'editor', accepted_role: 'editor' }]);
      expect(await codeOf(sam, accept, id)).toBe('PT404');
      expect(await openFor(sam)).toEqual([]);
    },
  );

  it('cannot be accepted by anybody but the invited person', async () => {
    const id = await invite();
    const stranger = await newPerson(test);
    for (const person of [stranger, olga]) {
      for (const answer of [accept, decline])
        expect(await codeOf(person, answer, id)).toBe('PT404');
    }
    expect(await codeOf(stranger, revoke, id)).toBe('PT404');
    expect((await as(stranger, 'select from team_invitations')).rows).toEqual([]);
  });

  it('needs an address confirmed in the account, whatever the token says', async () => {
    const id = await invite();
    await test.sql('update auth.users set email_confirmed_at = null where id = $1', [sam]);
    expect(await codeOf(sam, accept, id)).toBe('PT404');
    const stranger = await newPerson(test);
    const forged = await test.asRole(
      'authenticated',
      { role: 'authenticated', sub: stranger, email: addressOf(sam) },
      accept,
      [id],
    );
    expect(forged.refusal?.code).toBe('PT404');
  });

  it('finds the account whatever the case of the address', async () => {
    const upper = `  ${addressOf(sam).toUpperCase()} `;
    expect(await codeOf(olga, `select invite_to_team($1, 'viewer', $2)`, team, upper)).toBe('done');
    expect(await openFor(sam)).toHaveLength(1);
  });

  it('does not reveal whether an address has an account or belongs to a member', async () => {
    const id = await invite('viewer');
    await as(sam, accept, id);
    for (const address of [addressOf(sam), `${randomUUID()}@example.com`]) {
      expect(await codeOf(olga, `select invite_to_team($1, 'viewer', $2)`, team, address)).toBe(
        'done',
      );
    }
  });

  it('ends when it is declined, and the team cannot invite again for 30 days', async () => {
    const id = await invite();
    expect(await codeOf(sam, decline, id)).toBe('done');
    expect(await codeOf(sam, accept, id)).toBe('PT404');
    const again = `select invite_to_team($1, 'viewer', $2)`;
    expect(await codeOf(olga, again, team, addressOf(sam))).toBe('PT409');
    await test.sql(
      `update team_invitations set answered_at = now() - interval '31 days' where id = $1`,
      [id],
    );
    expect(await codeOf(olga, again, team, addressOf(sam))).toBe('done');
  });

  it.each([
    ['it expires', `update team_invitations set expires_at = now() where id = $1`],
    [
      'its sender no longer owns the team',
      `update team_members set role = 'editor' where user_id = '{olga}' and $1 <> ''`,
    ],
    [
      'its sender leaves the team',
      `delete from team_members where user_id = '{olga}' and $1 <> ''`,
    ],
  ])('ends when %s', async (_when, statement) => {
    await test.sql(`insert into team_members (team_id, user_id, role) values ($1, $2, 'owner')`, [
      team,
      await newPerson(test),
    ]);
    const id = await invite();
    await test.sql(statement.replace('{olga}', olga), [id]);
    expect(await openFor(sam)).toEqual([]);
    expect(await codeOf(sam, accept, id)).toBe('PT404');
    expect(await members()).not.toContainEqual(expect.objectContaining({ user_id: sam }));
  });

  it('ends when an owner of the team revokes it', async () => {
    const id = await invite();
    expect(await codeOf(olga, revoke, id)).toBe('done');
    expect(await openFor(sam)).toEqual([]);
    expect(await codeOf(sam, accept, id)).toBe('PT404');
  });

  it('can be sent again after it has ended', async () => {
    const id = await invite();
    await test.sql('update team_invitations set expires_at = now() where id = $1', [id]);
    expect(await codeOf(sam, accept, await invite())).toBe('done');
  });

  it('does not readmit a member who was removed or left', async () => {
    await as(sam, accept, await invite('viewer'));
    const ids = [await invite('editor'), await invite('owner', 'user_id')];
    await as(olga, 'delete from team_members where user_id = $1', sam);
    for (const id of ids) expect(await codeOf(sam, accept, id)).toBe('PT404');
    expect(await members()).toEqual([]);
  });

  it.each(badAddresses)('is refused to the address %s', async (address) => {
    const { refusal } = await as(olga, `select invite_to_team($1, 'viewer', $2)`, team, address);
    expect(refusal?.message).toContain('"an email address looks like name@example.com"');
  });

  it("is refused to the sender's own address", async () => {
    const text = `select invite_to_team($1, 'editor', $2)`;
    expect(await codeOf(olga, text, team, addressOf(olga).toUpperCase())).toBe('PT409');
  });

  it('is not listed to a person who hid its sender', async () => {
    await newPrompt(test, olga, { is_public: true });
    await invite();
    await as(sam, 'insert into hidden_authors (author_id) values ($1)', olga);
    expect(await openFor(sam)).toEqual([]);
  });
});

describe('a team invitation to more rights', () => {
  const raise = `update team_members set role = 'owner' where team_id = $1 and user_id = $2`;

  it('grants the role once the member accepts', async () => {
    await as(sam, accept, await invite('viewer'));
    expect(await codeOf(olga, raise, team, sam)).toBe('42501');
    await as(sam, accept, await invite('owner', 'user_id'));
    expect(await members()).toEqual([{ user_id: sam, role: 'owner', accepted_role: 'owner' }]);
  });

  it('lets owners lower the accepted role and raise it again', async () => {
    await as(sam, accept, await invite('owner'));
    const lower = `update team_members set role = 'viewer' where team_id = $1 and user_id = $2`;
    expect(await codeOf(olga, lower, team, sam)).toBe('done');
    expect(await codeOf(olga, raise, team, sam)).toBe('done');
  });

  it('tells the member which role they have', async () => {
    await as(sam, accept, await invite('viewer'));
    await invite('owner', 'user_id');
    const { rows } = await as(sam, 'select role, member_role from my_team_invitations()');
    expect(rows).toEqual([{ role: 'owner', member_role: 'viewer' }]);
  });

  it('ends when the role of the member is lowered', async () => {
    await as(sam, accept, await invite('editor'));
    const id = await invite('owner', 'user_id');
    await as(olga, `update team_members set role = 'viewer' where user_id = $1`, sam);
    expect(await codeOf(sam, accept, id)).toBe('PT404');
    expect(await members()).toMatchObject([{ user_id: sam, role: 'viewer' }]);
  });

  it('does not lower the role of a member who accepts one with fewer rights', async () => {
    await as(sam, accept, await invite('owner'));
    await as(sam, accept, await invite('viewer'));
    expect(await members()).toEqual([{ user_id: sam, role: 'owner', accepted_role: 'owner' }]);
  });
});

describe('a flood of team invitations', () => {
  const send = (inviter: string, to: string) =>
    codeOf(inviter, `select invite_to_team($1, 'viewer', $2)`, to, `${randomUUID()}@example.com`);

  it('stops after 50 a day, even if each team is deleted afterwards', async () => {
    for (let number = 0; number < 5; number += 1) {
      const { rows } = await as(olga, `insert into teams (name) values ('T') returning id`);
      const other = rows[0]?.['id'] ?? '';
      for (let sent = 0; sent < 10; sent += 1) expect(await send(olga, other)).toBe('done');
      await as(olga, 'delete from teams where id = $1', other);
    }
    expect(await send(olga, team)).toBe('PT429');
    await test.sql(`update private.sent_invitations set sent_at = sent_at - interval '1 day'`);
    expect(await send(olga, team)).toBe('done');
  });

  it('sends none of a guest, who has no address', async () => {
    const guest = randomUUID();
    await test.sql(
      `insert into auth.users (id, aud, role, is_anonymous) values ($1, 'authenticated', 'authenticated', true)`,
      [guest],
    );
    const [theirs] = await test.succeedAs(
      guest,
      `insert into teams (name) values ('T') returning id`,
    );
    const prompt = await newPrompt(test, guest);
    const invites = [
      [`select invite_to_team($1, 'viewer', 'x@example.com')`, theirs?.['id']],
      [`select share_prompt($1, 'x@example.com')`, prompt],
    ] as const;
    for (const [text, id] of invites) expect(await codeOf(guest, text, id)).toBe('42501');
  });

  it('stops after 200 open ones of a team', async () => {
    await test.sql(
      `insert into team_invitations (team_id, role, email, invited_by)
       select $1, 'viewer', n || '@example.com', $2 from generate_series(1, 200) n`,
      [team, olga],
    );
    expect(await send(olga, team)).toBe('PT429');
  });

  it('lets 50 of 60 simultaneous ones through', async () => {
    const codes = await Promise.all(Array.from({ length: 60 }, () => send(olga, team)));
    expect(codes.filter((code) => code === 'done')).toHaveLength(50);
    expect(codes.filter((code) => code === 'PT429')).toHaveLength(10);
  });
});

it('a person joins or creates at most 200 teams, and can still get another role in one', async () => {
  const first = await invite('viewer');
  expect(await codeOf(sam, accept, first)).toBe('done');
  const create = (count: number) =>
    codeOf(sam, `insert into teams (name) select 'T' from generate_series(1, $1::integer)`, count);
  expect(await create(200)).toBe('PT422');
  expect(await create(199)).toBe('done');
  expect(await create(1)).toBe('PT422');
  expect(await codeOf(sam, accept, await invite('editor'))).toBe('done');
  team = await newTeam(test, { owner: [olga] });
  expect(await codeOf(sam, accept, await invite('editor'))).toBe('PT422');
});

it('purge_deleted() deletes an invitation a month after it was answered or expired', async () => {
  const ids = [await invite('viewer'), await invite('viewer', 'user_id')];
  await test.sql(
    `update team_invitations set expires_at = now() - interval '31 days' where id = $1`,
    [ids[0]],
  );
  await test.sql('select purge_deleted()');
  const left = await test.sql('select id from team_invitations where team_id = $1', [team]);
  expect(left).toEqual([{ id: ids[1] }]);
});
