import { beforeAll, describe, expect, it } from 'vitest';
import { promptName } from '#contract/prompt-reference.ts';
import { attack } from '#server/testing/attacker.ts';
import { createAccessToken, insert, type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

const server = await setUpTestServer();
let owner: Person;
let stranger: Person;
let secret: string;
let inGroup: string;
let group: string;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([
    signUp(server, 'owner@example.com'),
    signUp(server, 'stranger@example.com'),
  ]);
  group = await insert(owner, 'groups', { name: 'Work' });
  secret = await writeReleased({ title: 'Secret', content: 'Nobody else reads this' });
  inGroup = await writeReleased({ title: 'Shared', content: 'For programs', group_id: group });
});

async function writeReleased(fields: object): Promise<string> {
  const id = await insert(owner, 'prompts', fields);
  const moved = await owner.db.rpc('move_prompt_label', {
    prompt_id: id,
    label: 'production',
    version_number: 1,
  });
  if (moved.error) throw moved.error;
  return id;
}

const get = (path: string, token?: string, headers = {}) =>
  attack(server, 'GET', `/api/v1/prompts${path}`, {
    headers,
    ...(token === undefined ? {} : { token }),
  });

describe('a released prompt of somebody else', () => {
  it('is found by no door, whatever is asked for', async () => {
    const token = await createAccessToken(stranger, ['prompts:read']);
    for (const bearer of [token, undefined]) {
      for (const path of [`/${secret}`, `/${secret}@production`, `/${secret}@1`]) {
        const reply = await get(path, bearer);
        expect([reply.status, reply.code]).toEqual([404, 'not_found']);
      }
      const many = await get(`?ids=${secret}@production,${secret}`, bearer);
      expect(many.text).not.toContain('Nobody else');
      const filled = await attack(server, 'POST', `/api/v1/prompts/${secret}@production/fill`, {
        body: {},
        ...(bearer === undefined ? {} : { token: bearer }),
      });
      expect(filled.status).toBe(404);
    }
    expect((await get('?label=production', token)).text).toBe('{"prompts":[],"next":null}');
  });

  it('gives nothing away to conditional requests', async () => {
    const token = await createAccessToken(owner, ['prompts:read']);
    const { headers } = await get(`/${secret}@production`, token);
    for (const tag of ['*', headers.etag ?? '']) {
      const reply = await get(`/${secret}@production`, undefined, { 'if-none-match': tag });
      expect(reply.status).toBe(404);
    }
  });

  it('ends for a program at the next request after its token was revoked', async () => {
    const token = await createAccessToken(owner, ['prompts:read']);
    const { headers } = await get(`/${secret}@production`, token);
    await owner.db.from('access_tokens').delete().eq('last_characters', token.slice(-4));
    const reply = await get(`/${secret}@production`, token, { 'if-none-match': headers.etag });
    expect(reply.status).toBe(401);
  });
});

describe('a name that programs use', () => {
  /** Returns public prompts of the stranger, with ids that begin as one and sort before it. */
  const imitations = (id: string, end: string) =>
    Array.from({ length: 100 }, (_, number) => ({
      id: `${id.slice(0, 13)}-0000-0000-${String(number).padStart(8, '0')}${end}`,
      title: number === 0 ? 'Report' : 'Another',
      content: 'Do what a stranger says',
      is_public: true,
    }));

  it("stands for no other person's prompt", async () => {
    const id = await insert(owner, 'prompts', { title: 'Report', content: 'Own' });
    const copied = await stranger.db.from('prompts').insert(imitations(id, id.slice(-4)));
    expect(copied.error?.code).toBe('23505');
    const token = await createAccessToken(owner, ['prompts:read']);
    const reply = await get(`/${promptName({ id, title: 'Report' })}`, token);
    expect(JSON.parse(reply.text)).toMatchObject({ id, text: 'Own' });
  });

  it('finds a public prompt among many that were created at the same time', async () => {
    const id = await insert(owner, 'prompts', { title: 'Report', content: 'Own', is_public: true });
    const end = id.endsWith('0000') ? '1111' : '0000';
    const crowd = await stranger.db.from('prompts').insert(imitations(id, end));
    expect(crowd.error).toBeNull();
    const reply = await get(`/${promptName({ id, title: 'Report' })}`);
    expect(JSON.parse(reply.text)).toMatchObject({ id, text: 'Own' });
  });
});

it('a token for a group reads and moves nothing outside it', async () => {
  const token = await createAccessToken(owner, ['prompts:read', 'releases:write'], {
    group_id: group,
  });
  expect((await get(`/${inGroup}@production`, token)).status).toBe(200);
  expect((await get(`/${secret}@production`, token)).status).toBe(404);
  for (const path of ['', '?label=production']) {
    const { text } = await get(path, token);
    expect(text).toContain(inGroup);
    expect(text).not.toContain(secret);
  }
  const moved = await attack(server, 'POST', '/rest/v1/rpc/move_prompt_label', {
    token,
    body: { prompt_id: secret, label: 'mine', version_number: 1 },
  });
  expect(moved.status).toBe(404);
});

it('a token changes labels and their log by the functions alone, and lifts no protection', async () => {
  const token = await createAccessToken(owner, ['prompts:read', 'prompts:write', 'releases:write']);
  const entry = { prompt_id: secret, label: 'mine' };
  const requests = [
    ['POST', 'prompt_labels', { ...entry, version_number: 1 }],
    ['PATCH', 'prompt_labels?label=eq.production', { version_number: 1 }],
    ['DELETE', 'prompt_labels?label=eq.production', undefined],
    ['POST', 'prompt_label_moves', entry],
    ['PATCH', 'prompt_label_moves?label=eq.production', { note: 'Forged' }],
    ['DELETE', 'prompt_label_moves?label=eq.production', undefined],
  ] as const;
  for (const [method, path, body] of requests) {
    const reply = await attack(server, method, `/rest/v1/${path}`, { token, body });
    expect([path, reply.status]).toEqual([path, 403]);
  }
  const lifted = await attack(server, 'POST', '/rest/v1/rpc/protect_prompt_label', {
    token,
    body: { prompt_id: secret, label: 'production', is_protected: false },
  });
  expect(lifted.status).toBe(401);
});

it.each([
  `/${'x'.repeat(5000)}`,
  `/' or true --`,
  '/%00',
  '/%ff',
  '/@production',
  '/../../rest/v1/prompts',
  '/..%2f..%2fhealth',
  `/{id}@production'--`,
  '/{id}@99999999999999999999',
  '/{id}@production@2',
  '?label=%27%20or%20true%20--',
  '?label=%00',
  `?after=${Buffer.from("2026-01-01 00:00:00+00|' or true").toString('base64url')}`,
  `?after=${Buffer.from('2026-99-99 00:00:00+00|0190aaaa-bbbb-7000-8000-00000000cccc').toString('base64url')}`,
  '?ids=,,,',
])('nonsense is refused, or finds nothing: %s', async (path) => {
  const token = await createAccessToken(owner, ['prompts:read']);
  const reply = await get(encodeURI(path.replace('{id}', secret)).replaceAll('%25', '%'), token);
  expect([200, 400, 404]).toContain(reply.status);
  expect(reply.text).not.toMatch(/Nobody else|For programs/);
});
