/** The requests of the product's page, on the product's own tables and policies. */
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpRestFixture, type SendOptions } from '#server/testing/rest/rest-fixture.ts';

const ada = '00000000-0000-4000-9000-00000000000a';
const bob = '00000000-0000-4000-9000-00000000000b';
const one = { accept: 'application/vnd.pgrst.object+json' };
const full = { prefer: 'return=representation' };

const rest = await setUpRestFixture({ schemas: ['public'] });
beforeAll(async () => {
  for (const id of [ada, bob]) {
    await rest.db.sql('insert into auth.users (id, email) values ($1, $2)', [
      id,
      `${id}@example.com`,
    ]);
  }
});

/** Sends a request as a person, asserts the status, and returns the JSON. */
async function as(
  person: string,
  status: number,
  method: string,
  path: string,
  options: SendOptions = {},
): Promise<unknown> {
  const sent = await rest.send(method, path, { ...options, as: `authenticated:${person}` });
  expect({ status: sent.status, text: sent.text }).toMatchObject({ status });
  return sent.json;
}

function idOf(row: unknown): string {
  const [first] = Array.isArray(row) ? (row as unknown[]) : [row];
  if (typeof first === 'object' && first !== null && 'id' in first) return String(first.id);
  throw new Error(`no id in ${JSON.stringify(row)}`);
}

async function newPrompt(person: string, title: string, more: object = {}): Promise<string> {
  const body = { title, content: `${title} content`, tags: [], user_id: person, ...more };
  return idOf(
    await as(person, 201, 'POST', '/prompts?select=*', { body, headers: { ...full, ...one } }),
  );
}

describe('prompts over /rest/v1', () => {
  it('are created, read with favourites, changed, published and deleted', async () => {
    const group = idOf(
      await as(ada, 201, 'POST', '/groups', {
        body: { name: 'G', description: 'D', user_id: ada },
        headers: full,
      }),
    );
    const id = await newPrompt(ada, 'First', {
      group_id: group,
      is_public: false,
      version: 1,
      team_id: null,
      change_description: null,
    });
    await as(ada, 201, 'POST', '/favorites', { body: { user_id: ada, prompt_id: id } });
    const list = `/prompts?select=*,favorites(user_id)&user_id=eq.${ada}&deleted_at=is.null&order=created_at.desc`;
    expect(await as(ada, 200, 'GET', list)).toEqual([
      expect.objectContaining({ id, title: 'First', favorites: [{ user_id: ada }] }),
    ]);
    const single = `/prompts?select=id,title,content,description,tags,is_public,version,user_id,group_id,created_at,updated_at,prompt_versions(count)&id=eq.${id}&or=(is_public.eq.true,user_id.eq.${ada})`;
    expect(await as(ada, 200, 'GET', single, { headers: one })).toMatchObject({
      id,
      prompt_versions: [{ count: 1 }],
    });
    await as(bob, 406, 'GET', `/prompts?select=*&id=eq.${id}`, { headers: one });
    const favourites = `/prompts?select=*,favorites!inner(user_id),group:groups(id,name,description)&favorites.user_id=eq.${ada}&order=created_at.desc`;
    expect(await as(ada, 200, 'GET', favourites)).toEqual([
      expect.objectContaining({ id, group: { id: group, name: 'G', description: 'D' } }),
    ]);
    expect(await as(bob, 200, 'GET', favourites)).toEqual([]);
    const grouped = `/groups?select=id,name,description,created_at,updated_at,prompts(count)&user_id=eq.${ada}&order=created_at.desc`;
    expect(await as(ada, 200, 'GET', grouped)).toEqual([
      expect.objectContaining({ id: group, prompts: [{ count: 1 }] }),
    ]);
    await as(ada, 204, 'PATCH', `/prompts?id=eq.${id}`, {
      body: { title: 'Second', is_public: true },
    });
    await as(bob, 204, 'PATCH', `/prompts?id=eq.${id}`, { body: { title: 'Stolen' } });
    const versions = `/prompt_versions?select=*&prompt_id=eq.${id}&order=version_number.desc&limit=5&offset=0`;
    expect(await as(ada, 200, 'GET', versions)).toMatchObject([
      { title: 'Second', version_number: 2 },
      { title: 'First' },
    ]);
    expect(
      await as(bob, 200, 'GET', '/prompt_details_v?is_public=eq.true&order=created_at.desc'),
    ).toMatchObject([{ id, title: 'Second' }]);
    await as(bob, 405, 'POST', '/prompt_details_v', { body: { title: 'Stolen' } });
    await as(bob, 405, 'PATCH', `/prompt_details_v?id=eq.${id}`, { body: { title: 'Stolen' } });
    await as(bob, 405, 'DELETE', `/prompt_details_v?id=eq.${id}`);
    const fork = {
      title: 'Second (Fork)',
      description: null,
      content: 'x',
      user_id: bob,
      is_public: false,
      forked_from: id,
    };
    expect(await as(bob, 201, 'POST', '/prompts', { body: fork, headers: full })).toMatchObject([
      { forked_from: id },
    ]);
    await as(ada, 204, 'DELETE', `/favorites?user_id=eq.${ada}&prompt_id=eq.${id}`);
    await as(ada, 204, 'DELETE', `/prompts?id=eq.${id}`);
    const counted = await rest.send(
      'HEAD',
      `/prompts?select=id&user_id=eq.${ada}&deleted_at=is.null`,
      {
        as: `authenticated:${ada}`,
        headers: { prefer: 'count=exact' },
      },
    );
    expect(counted.headers.get('content-range')).toBe('*/0');
  });

  it('show strangers the documented fields if public, without the group of the owner', async () => {
    const columns =
      'id,title,content,description,tags,is_public,version,user_id,group_id,created_at,updated_at';
    const either = `or=(is_public.eq.true,user_id.eq.${bob})`;
    const plain = await newPrompt(ada, 'Plain', { is_public: true });
    const single = `/prompts?select=${columns},prompt_versions(count)&id=eq.${plain}&${either}`;
    expect(await as(bob, 200, 'GET', single, { headers: one })).toMatchObject({
      id: plain,
      group_id: null,
      prompt_versions: [{ count: 0 }],
    });

    const group = idOf(
      await as(ada, 201, 'POST', '/groups', { body: { name: 'Clients' }, headers: full }),
    );
    const grouped = await newPrompt(ada, 'Grouped', { is_public: true, group_id: group });
    await as(bob, 406, 'GET', `/prompts?select=${columns}&id=eq.${grouped}`, { headers: one });
    await as(bob, 201, 'POST', '/favorites', { body: { user_id: bob, prompt_id: grouped } });
    const view = `/readable_prompts?select=${columns},favorites!inner(user_id),prompt_uses(used_at),prompt_stats(favorites_count)&id=eq.${grouped}`;
    expect(await as(bob, 200, 'GET', view, { headers: one })).toMatchObject({
      id: grouped,
      group_id: null,
      favorites: [{ user_id: bob }],
      prompt_uses: [],
      prompt_stats: { favorites_count: 1 },
    });
    const own = await as(ada, 200, 'GET', `/prompts?select=group_id&id=eq.${grouped}`);
    expect(own).toEqual([{ group_id: group }]);
    await as(ada, 204, 'DELETE', `/prompts?id=in.(${plain},${grouped})`);
  });

  it('refuse rows of others and values that the constraints forbid', async () => {
    const planted = { title: 'x', content: 'y', user_id: bob };
    expect(await as(ada, 403, 'POST', '/prompts', { body: planted })).toMatchObject({
      code: '42501',
    });
    for (const long of [
      { title: 'x'.repeat(501), content: 'y' },
      { title: 'x', content: 'y'.repeat(1_000_001) },
    ]) {
      const refused = await as(ada, 400, 'POST', '/prompts', { body: { ...long, user_id: ada } });
      expect(refused).toMatchObject({ code: '23514' });
      // Not even the row itself.
      expect(JSON.stringify(refused)).not.toMatch(/xxxx|yyyy|insert into/i);
    }
    expect(await as(ada, 400, 'GET', '/prompts?id=eq.no-uuid')).toMatchObject({ code: '22P02' });
    const anonymous = await rest.send('GET', '/prompts', { as: 'anon' });
    expect(anonymous).toMatchObject({ status: 401, json: { code: '42501' } });
    expect(
      (
        await rest.send('GET', '/subscriptions?select=*&order=created_at.desc&limit=1', {
          as: `authenticated:${ada}`,
        })
      ).text,
    ).toBe('[]');
  });
});

describe('chains over /rest/v1', () => {
  it('are written step by step and read with their prompts in order', async () => {
    const first = await newPrompt(ada, 'Step A');
    const second = await newPrompt(ada, 'Step B');
    const chain = idOf(
      await as(ada, 201, 'POST', '/chains', {
        body: { title: 'C', description: '', user_id: ada },
        headers: full,
      }),
    );
    const steps = [
      { chain_id: chain, prompt_id: second, sequence_order: 1 },
      { chain_id: chain, prompt_id: first, sequence_order: 2 },
    ];
    await as(ada, 201, 'POST', '/chain_prompts', { body: steps });
    const path = `/chains?select=*,chain_prompts(sequence_order,prompts(id,title,content))&id=eq.${chain}&chain_prompts.order=sequence_order`;
    expect(await as(ada, 200, 'GET', path, { headers: one })).toMatchObject({
      chain_prompts: [{ prompts: { title: 'Step B' } }, { prompts: { title: 'Step A' } }],
    });
    await as(ada, 204, 'PATCH', `/chains?id=eq.${chain}`, { body: { title: 'D' } });
    await as(ada, 204, 'DELETE', `/chain_prompts?chain_id=eq.${chain}`);
    await as(ada, 204, 'DELETE', `/chains?id=eq.${chain}`);
    expect(await as(ada, 200, 'GET', '/chains?select=*')).toEqual([]);
  });
});

describe('POST /rpc/delete_user_account', () => {
  it('deletes the account of the caller', async () => {
    await as(ada, 204, 'POST', '/rpc/delete_user_account', { body: {} });
    expect(await rest.db.sql('select id from auth.users where id = $1', [ada])).toEqual([]);
    const anonymous = await rest.send('POST', '/rpc/delete_user_account', { as: 'anon' });
    expect(anonymous.status).toBe(401);
  });
});
