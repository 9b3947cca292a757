import { beforeAll, expect, it } from 'vitest';
import { attack } from '#server/testing/attacker.ts';
import { signUp, type Person } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

/**
 * Normalizing a text sorts the marks after a letter, in time that grows with the square of their
 * number. Without a limit, one of these requests stops the server or a connection for a minute.
 */
const server = await setUpTestServer();
let person: Person;
beforeAll(async () => {
  person = await signUp(server, 'person@example.com');
});

const letter = (marks: number) => `a${'\u0315'.repeat(marks / 2)}${'\u0300'.repeat(marks / 2)}`;

it('registers an app whose name has 100,000 marks', async () => {
  const body = { client_name: letter(100_000), redirect_uris: ['http://127.0.0.1/'] };
  const { status, text } = await attack(server, 'POST', '/auth/v1/oauth/clients/register', {
    body,
  });
  expect(status).toBe(201);
  expect(text.length).toBeLessThan(1000);
  // Sorted among all, no such mark would be among the first 100.
  expect(text).toContain('\u0315');
});

it.each([
  ['POST', 'object/sign/attachments', { expiresIn: 60, paths: [letter(1_000_000)] }, 200],
  ['POST', 'object/sign/attachments', { expiresIn: 60, paths: [letter(2_000)] }, 200],
  ['POST', 'object/list/attachments', { prefix: letter(1_000_000) }, 400],
  ['DELETE', 'object/attachments', { prefixes: [letter(1_000_000)] }, 200],
  [
    'POST',
    'object/move',
    { bucketId: 'attachments', sourceKey: letter(1_000_000), destinationKey: 'x' },
    400,
  ],
])(
  'finds no file with a million marks in its name: %s %s',
  async (method, path, body, expected) => {
    const token = (await person.auth.getSession()).data.session?.access_token ?? '';
    const { status } = await fetch(`${server.url}/storage/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(status).toBe(expected);
  },
);

it('stores and finds a prompt with 200,000 marks, and looks for 20,000', async () => {
  const content = `${letter(200_000)} needle`;
  const row = { user_id: person.id, title: 'Marks', content };
  expect((await person.db.from('prompts').insert(row)).error).toBeNull();
  const found = await person.db.rpc('search_prompts', { query: 'needle' });
  expect(found.data).toMatchObject([{ title: 'Marks' }]);
  for (const search of ['search_prompts', 'community_feed']) {
    expect((await person.db.rpc(search, { query: letter(20_000) })).error).toBeNull();
  }
});
