import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attack } from '#server/testing/attacker.ts';
import { signUp } from '#server/testing/sign-up.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

const secretCategory = 'Merger of Acme';
const secretTitle = 'quarry';
const privatePrompts = 300;

let server: TestServer;
let strangerToken: string;
let strangerId: string;
/** Ids of the owner's rows, by kind. */
let hidden: Readonly<Record<'prompt' | 'group' | 'chain' | 'team' | 'comment', string>>;
beforeAll(async () => {
  // Return few rows per response, so that count=estimated soon uses the estimate.
  server = await startTestServer({ MAX_ROWS: '5' });
  const owner = await signUp(server, 'owner@example.com');
  const stranger = await signUp(server, 'stranger@example.com');
  const { data } = await stranger.auth.getSession();
  strangerToken = data.session?.access_token ?? '';
  strangerId = stranger.id;
  await server.sql(
    `insert into public.prompts (user_id, title, content, category, is_public)
     select $1::uuid, $2::text, 'x', $3::text, false from generate_series(1, $4::integer)`,
    [owner.id, secretTitle, secretCategory, privatePrompts],
  );
  await server.sql(
    `insert into public.chain_runs (user_id, title)
     select $1::uuid, $2::text from generate_series(1, $3::integer)`,
    [owner.id, secretTitle, privatePrompts],
  );
  await server.sql('analyze public.prompts; analyze public.chain_runs');
  hidden = await insertHiddenRows(owner.id);
});
afterAll(() => server.stop());

/** Inserts a row of the owner into each table that other tables reference. */
async function insertHiddenRows(ownerId: string): Promise<typeof hidden> {
  const insert = async (statement: string, ...values: readonly string[]) => {
    const [row] = await server.sql<{ id: string }>(`${statement} returning id`, values);
    return row?.id ?? '';
  };
  const prompt = await insert(
    `insert into public.prompts (user_id, title, content) values ($1, $2, 'x')`,
    ownerId,
    `${secretTitle} of salt`,
  );
  return {
    prompt,
    group: await insert(`insert into public.groups (user_id, name) values ($1, 'Mine')`, ownerId),
    chain: await insert(`insert into public.chains (user_id, title) values ($1, 'Mine')`, ownerId),
    team: await insert(`insert into public.teams (created_by, name) values ($1, 'Mine')`, ownerId),
    comment: await insert(
      `insert into public.comments (user_id, prompt_id, body) values ($1, $2, 'Mine')`,
      ownerId,
      prompt,
    ),
  };
}

/** The total of Content-Range that the stranger receives. */
async function total(path: string, count: string): Promise<string> {
  const reply = await attack(server, 'HEAD', `/rest/v1/${path}`, {
    token: strangerToken,
    headers: { prefer: `count=${count}` },
  });
  expect(reply.status).toBeLessThan(300);
  return String(reply.headers['content-range']).split('/')[1] ?? '';
}

const counts = ['planned', 'estimated', 'exact'];

describe.each(counts)('count=%s of hidden rows', (count) => {
  it('is the same for a right and a wrong guess of a private category', async () => {
    const guess = (category: string) =>
      total(`prompts?select=id&category=eq.${encodeURIComponent(category)}`, count);
    expect(await guess(secretCategory)).toBe(await guess('Merger of Umbra'));
  });

  it.each(['prompts', 'chain_runs'])(
    'reveals no letter of a private title in %s to a search by gte and lt',
    async (table) => {
      const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
      let found = '';
      while (found.length < secretTitle.length) {
        const prefixes = letters.map((letter) => found + letter);
        const totals = await Promise.all(
          prefixes.map((prefix) =>
            total(`${table}?select=id&title=gte.${prefix}&title=lt.${prefix}~`, count),
          ),
        );
        const largest = Math.max(...totals.map(Number));
        if (largest < privatePrompts / 5) break;
        found = prefixes[totals.indexOf(String(largest))] ?? '';
      }
      expect(found).toBe('');
    },
  );

  it("does not reveal the number of a user's rows", async () => {
    const [owner] = await server.sql<{ id: string }>(
      `select id from auth.users where email = 'owner@example.com'`,
    );
    const nobody = '00000000-0000-4000-8000-000000000000';
    const ofOwner = await total(`chain_runs?select=id&user_id=eq.${owner?.id}`, count);
    expect(ofOwner).toBe(await total(`chain_runs?select=id&user_id=eq.${nobody}`, count));
  });
});

const nowhere = '00000000-0000-4000-8000-000000000000';
const post = (path: string, body: unknown, prefer = 'return=minimal') =>
  attack(server, 'POST', `/rest/v1/${path}`, { token: strangerToken, body, headers: { prefer } });

describe('an error about a hidden row', () => {
  it.each([
    ['a favourite', 'favorites', 'prompt', (id: string) => ({ prompt_id: id })],
    ['a use', 'prompt_uses', 'prompt', (id: string) => ({ prompt_id: id })],
    ['a comment', 'comments', 'prompt', (id: string) => ({ prompt_id: id, body: 'x' })],
    ['a report', 'reports', 'prompt', (id: string) => ({ prompt_id: id, reason: 'spam' })],
    [
      'a report of a comment',
      'reports',
      'comment',
      (id: string) => ({ prompt_id: nowhere, comment_id: id, reason: 'spam' }),
    ],
    [
      'a version',
      'prompt_versions',
      'prompt',
      (id: string) => ({ prompt_id: id, version_number: 2, title: 'x', content: 'x' }),
    ],
    [
      'a fork',
      'prompts',
      'prompt',
      (id: string) => ({ title: 'x', content: 'x', forked_from: id }),
    ],
    [
      'a prompt in a group',
      'prompts',
      'group',
      (id: string) => ({ title: 'x', content: 'x', group_id: id }),
    ],
    [
      'a prompt in a team',
      'prompts',
      'team',
      (id: string) => ({ title: 'x', content: 'x', team_id: id }),
    ],
    [
      'a step',
      'chain_prompts',
      'chain',
      (id: string) => ({ chain_id: id, prompt_id: nowhere, sequence_order: 1 }),
    ],
    ['a run', 'chain_runs', 'chain', (id: string) => ({ chain_id: id, title: 'x' })],
    [
      'a member',
      'team_members',
      'team',
      (id: string) => ({ team_id: id, user_id: strangerId, role: 'owner' }),
    ],
  ] as const)('is the same for %s as for a missing row', async (_, table, kind, row) => {
    const response = async (id: string) => {
      const { status, text } = await post(table, row(id));
      return { status, text: text.replaceAll(id, 'ID') };
    };
    const about = await response(hidden[kind]);
    expect(about).toEqual(await response(nowhere));
    expect(about.status).toBe(403);
  });

  it.each([
    ['public_prompt', 'prompt', (id: string) => ({ id })],
    ['fork_base', 'prompt', (id: string) => ({ prompt_id: id })],
    ['restore_prompt_version', 'prompt', (id: string) => ({ prompt_id: id, version_number: 1 })],
    ['set_favorites', 'prompt', (id: string) => ({ ids: [id], favorite: true })],
    ['duplicate_prompts', 'prompt', (id: string) => ({ ids: [id] })],
    ['move_prompts', 'group', (id: string) => ({ ids: [], to_group: id })],
    ['publish_prompts', 'prompt', (id: string) => ({ ids: [id], is_public: true })],
    ['set_prompts_deleted', 'prompt', (id: string) => ({ ids: [id], deleted: true })],
    ['save_chain', 'prompt', (id: string) => ({ title: 'x', prompt_ids: [id] })],
    ['save_chain', 'chain', (id: string) => ({ title: 'x', prompt_ids: [nowhere], chain_id: id })],
    ['search_prompts', 'group', (id: string) => ({ in_group: id })],
  ] as const)('is the same from %s (%s) as for a missing row', async (name, kind, body) => {
    const response = async (id: string) => {
      const { status, text } = await post(`rpc/${name}`, body(id));
      return { status, text: text.replaceAll(id, 'ID') };
    };
    expect(await response(hidden[kind])).toEqual(await response(nowhere));
  });

  it('reveals nothing of a row with a taken id', async () => {
    const row = { id: hidden.prompt, title: 'x', content: 'x' };
    const conflict = await post('prompts', row);
    expect(conflict.status).toBe(409);
    expect(JSON.parse(conflict.text)).toMatchObject({ code: '23505', details: null });
    const merged = await post('prompts', row, 'resolution=merge-duplicates');
    expect(merged.status).toBe(403);
    expect(conflict.text + merged.text).not.toMatch(/quarry|salt|Failing row/);
  });

  it('is not raised by a pattern or a cast, because hidden rows are not evaluated', async () => {
    const read = (search: string) =>
      attack(server, 'GET', `/rest/v1/prompts?${search}`, { token: strangerToken });
    // The pattern ends in an escape, which is an error for a title that starts like this.
    const escape = encodeURIComponent(`${secretTitle}\\`);
    expect(await read(`select=id&title=like.${escape}`)).toMatchObject({ status: 200, text: '[]' });
    expect(await read(`select=title::int&title=eq.${secretTitle}`)).toMatchObject({
      status: 200,
      text: '[]',
    });
    await post('prompts', { title: `${secretTitle} of mine`, content: 'x' });
    expect(await read(`select=id&title=like.${escape}`)).toMatchObject({
      status: 400,
      code: '22025',
    });
  });
});

it('GET /prompts with the plan media type is refused by default', async () => {
  const { publishableKey, secretKey } = server.secrets;
  for (const apikey of [publishableKey, secretKey]) {
    const reply = await attack(server, 'GET', '/rest/v1/prompts', {
      headers: { apikey, accept: 'application/vnd.pgrst.plan+json' },
    });
    expect(reply).toMatchObject({ status: 406, code: 'PGRST107' });
  }
});
