import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { duringTransaction, newPeople, newPerson, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let olga: string;
let sam: string;
let team: string;
beforeEach(async () => {
  olga = await newPerson(test, 'Olga');
  sam = await newPerson(test, 'Sam');
  team = await newTeam(test, { owner: [olga] });
});

async function codeOf(person: string | null, text: string, ...values: unknown[]): Promise<string> {
  return (await test.asUser(person, text, values)).refusal?.code ?? 'done';
}

async function makeLink(role = 'editor', uses = 1): Promise<string> {
  const text = 'select create_team_link($1, $2, $3, 7) as token';
  const rows = await test.succeedAs(olga, text, team, role, uses);
  return rows[0]?.['token'] ?? '';
}

const accept = 'select accept_team_link($1)';
const look = 'select team_name, role, inviter_name, member_role from team_link($1)';
const revoke = `select revoke_team_link(id) from team_links where team_id = $1`;

const members = () =>
  test.sql('select user_id, role from team_members where team_id = $1 and user_id <> $2', [
    team,
    olga,
  ]);
const uses = async () =>
  (await test.sql('select uses from team_links where team_id = $1', [team])).map(
    (link) => link['uses'],
  );

describe('a link to a team', () => {
  it('shows who invites to what, and makes a member once it is accepted', async () => {
    const token = await makeLink();
    expect(token).toMatch(/^[0-9a-f]{40}$/);
    expect((await test.asUser(sam, look, [token])).rows).toEqual([
      { team_name: 'The team', role: 'editor', inviter_name: 'Olga', member_role: null },
    ]);
    expect(await members()).toEqual([]);
    expect(await codeOf(sam, accept, token)).toBe('done');
    expect(await members()).toEqual([{ user_id: sam, role: 'editor' }]);
    expect(await uses()).toEqual([1]);
    const late = await newPerson(test);
    expect(await codeOf(late, accept, token)).toBe('PT404');
    expect(await codeOf(late, look, token)).toBe('PT404');
  });

  it('is stored as a hash, and listed for owners with its uses', async () => {
    const token = await makeLink('viewer', 3);
    const [stored] = await test.sql(
      'select team_links::text as row from team_links where team_id = $1',
      [team],
    );
    expect(stored?.['row']).not.toContain(token);
    await codeOf(sam, accept, token);
    const { rows } = await test.asUser(
      olga,
      'select role, uses, max_uses, revoked_at from team_links where team_id = $1',
      [team],
    );
    expect(rows).toEqual([{ role: 'viewer', uses: '1', max_uses: '3', revoked_at: null }]);
    expect((await test.asUser(sam, 'select id from team_links')).rows).toEqual([]);
  });

  it('gives the last use to one of two people', async () => {
    const people = await newPeople(test, 8);
    const token = await makeLink('viewer', 3);
    const codes = await Promise.all(people.map((person) => codeOf(person, accept, token)));
    expect(codes.filter((code) => code === 'done')).toHaveLength(3);
    expect(await uses()).toEqual([3]);
    expect(await members()).toHaveLength(3);
  });

  it('costs a member no use, and never takes rights', async () => {
    const token = await makeLink('editor');
    const weaker = await makeLink('viewer');
    await codeOf(sam, accept, token);
    expect(await codeOf(sam, accept, weaker)).toBe('done');
    expect(await members()).toEqual([{ user_id: sam, role: 'editor' }]);
    expect(await uses()).toEqual([1, 0]);
    expect((await test.asUser(sam, look, [weaker])).rows[0]?.['member_role']).toBe('editor');
  });

  it('leads a member to the team when it is used up or revoked', async () => {
    const token = await makeLink();
    await codeOf(sam, accept, token);
    expect((await test.asUser(sam, look, [token])).rows[0]?.['member_role']).toBe('editor');
    await test.asUser(olga, revoke, [team]);
    expect((await test.asUser(sam, look, [token])).rows[0]?.['member_role']).toBe('editor');
    expect(await codeOf(sam, accept, token)).toBe('done');
    expect(await uses()).toEqual([1]);
    await codeOf(sam, 'select leave_team($1)', team);
    expect(await codeOf(sam, look, token)).toBe('PT404');
    expect(await codeOf(sam, accept, token)).toBe('PT404');
  });

  it('gives a viewer who accepts it the rights of an editor', async () => {
    await test.sql(`insert into team_members (team_id, user_id, role) values ($1, $2, 'viewer')`, [
      team,
      sam,
    ]);
    expect(await codeOf(sam, accept, await makeLink('editor'))).toBe('done');
    expect(await members()).toEqual([{ user_id: sam, role: 'editor' }]);
  });

  it.each([
    ['it is revoked', (): Promise<unknown> => test.asUser(olga, revoke, [team])],
    [
      'it has expired',
      () =>
        test.sql(
          `update team_links set created_at = now() - interval '9 days', expires_at = now() where team_id = $1`,
          [team],
        ),
    ],
    [
      'its maker no longer owns the team',
      async () => {
        const other = await newPerson(test);
        await test.sql(
          `insert into team_members (team_id, user_id, role) values ($1, $2, 'owner')`,
          [team, other],
        );
        await test.asUser(other, `update team_members set role = 'viewer' where user_id = $1`, [
          olga,
        ]);
      },
    ],
    ['its team is deleted', () => test.asUser(olga, 'delete from teams where id = $1', [team])],
    [
      "its maker's account is deleted",
      () => test.sql('delete from auth.users where id = $1', [olga]),
    ],
  ])('ends when %s', async (_case, end) => {
    const token = await makeLink();
    await end();
    expect(await codeOf(sam, accept, token)).toBe('PT404');
    expect(await codeOf(sam, look, token)).toBe('PT404');
  });

  it('does not let a removed member back in, unless it is newer', async () => {
    const token = await makeLink('viewer', 5);
    await codeOf(sam, accept, token);
    await test.asUser(olga, 'delete from team_members where user_id = $1', [sam]);
    expect(await codeOf(sam, accept, token)).toBe('PT404');
    expect(await codeOf(sam, accept, await makeLink('viewer'))).toBe('done');
  });

  it('does not let a member back in who accepts it while being removed', async () => {
    await codeOf(sam, accept, await makeLink('viewer'));
    const token = await makeLink('editor');
    const remove = 'delete from team_members where user_id = $1';
    expect(
      await duringTransaction(test, olga, remove, [sam], () => codeOf(sam, accept, token)),
    ).toBe('PT404');
    expect(await members()).toEqual([]);
  });

  it('does not give back a role that was lowered, unless it is newer', async () => {
    const token = await makeLink('editor', 5);
    await codeOf(sam, accept, token);
    await test.asUser(olga, `update team_members set role = 'viewer' where user_id = $1`, [sam]);
    expect(await codeOf(sam, accept, token)).toBe('PT404');
    expect(await members()).toEqual([{ user_id: sam, role: 'viewer' }]);
    expect(await codeOf(sam, accept, await makeLink('editor'))).toBe('done');
    expect(await members()).toEqual([{ user_id: sam, role: 'editor' }]);
  });

  it('lets a member who left by themselves back in', async () => {
    const token = await makeLink('viewer', 5);
    await codeOf(sam, accept, token);
    await codeOf(sam, 'select leave_team($1)', team);
    expect(await codeOf(sam, accept, token)).toBe('done');
  });

  it.each([
    ['a guess', 'a'.repeat(40)],
    ['nothing', ''],
    ['null', null],
  ])('refuses %s', async (_case, token) => {
    await makeLink();
    expect(await codeOf(sam, accept, token)).toBe('PT404');
    expect(await codeOf(sam, look, token)).toBe('PT404');
  });

  it('needs an account, and no program accepts it', async () => {
    const token = await makeLink();
    expect(await codeOf(null, accept, token)).toBe('42501');
    const claims = {
      sub: sam,
      role: 'authenticated',
      access_token: { scopes: ['prompts:read', 'prompts:write'] },
    };
    for (const text of [accept, look, `select create_team_link($1::uuid, 'viewer')`]) {
      const value = text.includes('uuid') ? team : token;
      const { refusal } = await test.asRole('authenticated', claims, text, [value]);
      expect(refusal?.code).toBe('42501');
    }
    expect(await members()).toEqual([]);
  });

  it('has limits', async () => {
    const make = 'select create_team_link($1, $2, $3, $4)';
    expect(await codeOf(olga, make, team, 'viewer', 0, 7)).toBe('PT422');
    expect(await codeOf(olga, make, team, 'viewer', 101, 7)).toBe('PT422');
    expect(await codeOf(olga, make, team, 'viewer', 1, 31)).toBe('PT422');
    expect(await codeOf(olga, make, team, 'viewer', null, 7)).toBe('PT422');
    expect(await codeOf(olga, make, team, null, 1, 7)).toBe('PT422');
    const made = await Promise.all(
      Array.from({ length: 25 }, () => codeOf(olga, make, team, 'viewer', 1, 7)),
    );
    expect(made.filter((code) => code === 'done')).toHaveLength(20);
    expect(new Set(made)).toEqual(new Set(['done', 'PT429']));
  });

  it('is revoked by owners of the team alone', async () => {
    const token = await makeLink();
    const [link] = await test.sql('select id from team_links where team_id = $1', [team]);
    expect(await codeOf(sam, 'select revoke_team_link($1)', link?.['id'])).toBe('PT404');
    expect(await codeOf(olga, 'select revoke_team_link($1)', link?.['id'])).toBe('done');
    expect(await codeOf(olga, 'select revoke_team_link($1)', link?.['id'])).toBe('PT404');
    expect(await codeOf(sam, accept, token)).toBe('PT404');
  });
});
