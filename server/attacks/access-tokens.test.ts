import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { attack } from '#server/testing/attacker.ts';
import { createAccessToken, insert, type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

const server = await setUpTestServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUp(server, 'owner@example.com');
});

const createToken = (scopes = ['prompts:read']) => createAccessToken(owner, scopes);

const readPrompts = (token: string) =>
  attack(server, 'GET', '/rest/v1/prompts?select=id', { token });

describe('a personal access token', () => {
  it('opens /rest/v1 until it is revoked, which holds at the next request', async () => {
    const token = await createToken();
    expect((await readPrompts(token)).status).toBe(200);
    const used = await owner.db.from('access_tokens').select('last_used_at');
    expect(JSON.stringify(used.data)).toMatch(/"last_used_at":"2/);
    expect((await owner.db.from('access_tokens').delete().eq('name', 'A client')).error).toBeNull();
    const reply = await readPrompts(token);
    expect(reply.status).toBe(401);
    expect(reply.text).toContain('The access token is unknown, expired or revoked');
  });

  it('is told which scope it lacks', async () => {
    const token = await createToken();
    const reply = await attack(server, 'POST', '/rest/v1/prompts', {
      token,
      body: { title: 'Written', content: 'By a program' },
    });
    expect([reply.status, reply.code]).toEqual([403, '42501']);
    expect(reply.text).toContain('The access token needs the scope prompts:write');
  });

  it('of a viewer changes nothing of the team, and says so', async () => {
    const write = ['prompts:read', 'prompts:write', 'releases:write'];
    const viewer = await signUp(server, 'viewer@example.com');
    const token = await createAccessToken(viewer, write);
    const team_id = await insert(owner, 'teams', { name: 'Team' });
    const group_id = await insert(owner, 'groups', { name: 'Group', team_id });
    const id = await insert(owner, 'prompts', { title: 'Theirs', content: 'x', team_id, group_id });
    await server.sql(
      `insert into team_members (team_id, user_id, role) values ($1, $2, 'viewer')`,
      [team_id, viewer.id],
    );
    const send = async (method: string, path: string, body: unknown) => {
      const prefer = { prefer: 'return=representation' };
      const options = { token, body, headers: prefer };
      const { status, code, text } = await attack(server, method, `/rest/v1/${path}`, options);
      return [status, code || text];
    };
    const prompt = { title: 'New', content: 'x' };
    expect(await send('PATCH', `prompts?id=eq.${id}&version=eq.1`, prompt)).toEqual([200, '[]']);
    expect(await send('PATCH', `groups?id=eq.${group_id}`, { name: 'x' })).toEqual([200, '[]']);
    for (const [path, body] of [
      ['prompts', { ...prompt, team_id }],
      ['prompts', { ...prompt, group_id: group_id }],
      ['groups', { name: 'New', team_id }],
      ['rpc/restore_prompt_version', { prompt_id: id, version_number: 1 }],
      ['rpc/move_prompt_label', { prompt_id: id, label: 'production', version_number: 1 }],
    ] as const) {
      expect([path, ...(await send('POST', path, body))]).toEqual([path, 403, '42501']);
    }
  });

  it.each([
    ['GET', '/auth/v1/user'],
    ['PUT', '/auth/v1/user'],
    ['POST', '/auth/v1/logout'],
    ['GET', '/auth/v1/reauthenticate'],
    ['POST', '/auth/v1/factors'],
    ['GET', '/auth/v1/admin/users'],
    ['GET', '/storage/v1/bucket'],
    ['POST', '/storage/v1/object/list/attachments'],
    ['POST', '/storage/v1/object/avatars/x.png'],
    ['POST', '/realtime/v1/api/broadcast'],
  ])('does not open %s %s', async (method, path) => {
    const token = await createToken(['prompts:read', 'prompts:write']);
    const reply = await attack(server, method, path, { token, body: {} });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
  });

  it.each([
    ['the query string', (token: string) => [`/rest/v1/prompts?apikey=${token}`, {}] as const],
    ['access_token', (token: string) => [`/rest/v1/prompts?access_token=${token}`, {}] as const],
    ['the header apikey', (token: string) => ['/rest/v1/prompts', { apikey: token }] as const],
    ['a cookie', (token: string) => ['/rest/v1/prompts', { cookie: `token=${token}` }] as const],
    [
      'basic authentication',
      (token: string) =>
        [
          '/rest/v1/prompts',
          { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` },
        ] as const,
    ],
  ])('is not accepted in %s', async (_where, request) => {
    const [path, headers] = request(await createToken());
    expect((await attack(server, 'GET', path, { headers })).status).toBeGreaterThanOrEqual(400);
  });

  it('creates no further token, and reads no other', async () => {
    const token = await createToken(['prompts:read', 'prompts:write']);
    const created = await attack(server, 'POST', '/rest/v1/rpc/create_access_token', {
      token,
      body: { name: 'Another', scopes: ['prompts:write'] },
    });
    expect(created.status).toBe(401);
    const listed = await attack(server, 'GET', '/rest/v1/access_tokens?select=id', {
      token,
    });
    expect(listed.status).toBe(403);
  });

  it('cannot be guessed: twenty attempts a minute from an address', async () => {
    const guess = () => {
      const digits = randomBytes(20).toString('hex');
      const checksum = createHash('sha256').update(digits).digest('hex').slice(0, 8);
      return readPrompts(`cbk_${digits}${checksum}`);
    };
    const known = await createToken();
    await readPrompts(known);
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await guess()).status),
    );
    expect(statuses).toContain(401);
    expect(statuses).toContain(429);
    expect((await readPrompts(known)).status).toBe(200);
  });
});
