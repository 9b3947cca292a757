import type { SupabaseClient } from '@supabase/supabase-js';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { joinTopic, realtimeClient, subscribe } from '#server/testing/realtime-client.ts';
import { type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

/** The tables and topics that the page subscribes to, over the wire. */
const server = await setUpTestServer();
let ada: Person;
let ben: Person;
const clients: SupabaseClient[] = [];

beforeAll(async () => {
  [ada, ben] = await Promise.all([
    signUp(server, 'ada@example.com'),
    signUp(server, 'ben@example.com'),
  ]);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()));
});

interface Change {
  readonly table: string;
  readonly eventType: string;
  readonly new: Record<string, unknown>;
  readonly old: Record<string, unknown>;
}

async function connect(person: Person): Promise<SupabaseClient> {
  const client = await realtimeClient(server, '2.0.0', person);
  clients.push(client);
  return client;
}

/** Subscribes to every change of a table that the person may see. */
async function listen(person: Person, table: string): Promise<Change[]> {
  const changes: Change[] = [];
  const config = { postgres_changes_options: { wait: true } };
  await joinTopic(await connect(person), crypto.randomUUID(), config, (channel) =>
    channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) =>
      changes.push(change as unknown as Change),
    ),
  );
  return changes;
}

async function insertRow(
  { db }: Person,
  table: string,
  row: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { data, error } = await db
    .from(table)
    .insert(row)
    .select()
    .single<Record<string, unknown>>();
  if (error) throw error;
  return data;
}

const prompt = (fields: Record<string, unknown> = {}) => ({
  title: 'Recipe',
  content: 'Take eggs.',
  ...fields,
});

/** Waits until everything that is committed so far has been delivered to a person. */
async function settle(person: Person): Promise<void> {
  const marker = await listen(person, 'groups');
  await insertRow(person, 'groups', { name: 'Marker' });
  await expect.poll(() => marker.length).toBe(1);
}

describe('published tables', () => {
  it.each([
    ['prompts', async () => prompt()],
    ['groups', async () => ({ name: 'Kitchen' })],
    ['chains', async () => ({ title: 'Dinner' })],
    ['chain_runs', async () => ({ title: 'Dinner' })],
    ['favorites', async () => ({ prompt_id: (await insertRow(ada, 'prompts', prompt()))['id'] })],
    ['prompt_uses', async () => ({ prompt_id: (await insertRow(ada, 'prompts', prompt()))['id'] })],
  ])('send rows of %s to their owner only', async (table, row) => {
    const own = await listen(ada, table);
    const foreign = await listen(ben, table);
    const inserted = await insertRow(ada, table, await row());
    await expect.poll(() => own.map((change) => change.new)).toContainEqual(inserted);
    await settle(ben);
    expect(foreign.filter((change) => change.new['user_id'] !== ben.id)).toEqual([]);
  });

  it('send comments and counts of public prompts to everybody', async () => {
    const comments = await listen(ben, 'comments');
    const counts = await listen(ben, 'prompt_stats');
    const { id } = await insertRow(ada, 'prompts', prompt({ is_public: true }));
    const { id: commentId } = await insertRow(ada, 'comments', { prompt_id: id, body: 'Tasty' });
    await expect.poll(() => comments.map((change) => change.new['body'])).toEqual(['Tasty']);
    await expect.poll(() => counts.at(-1)?.new['comments_count']).toBe(1);
    await ada.db.from('comments').delete().eq('id', commentId);
    await expect.poll(() => counts.at(-1)?.new['comments_count']).toBe(0);
    expect(comments.at(-1)).toMatchObject({ eventType: 'DELETE', old: { id: commentId } });
  });

  it('send files of public prompts to their readers, until they are removed', async () => {
    const own = await listen(ada, 'prompt_attachments');
    const foreign = await listen(ben, 'prompt_attachments');
    const { id } = await insertRow(ada, 'prompts', prompt({ is_public: true }));
    const { id: secret } = await insertRow(ada, 'prompts', prompt());
    await server.sql(
      `insert into public.prompt_attachments (prompt_id, name, object_name, type, size)
       select prompt, 'brief.pdf', prompt || '/x', 'application/pdf', 1
       from unnest($1::uuid[]) prompt`,
      [[id, secret]],
    );
    await expect.poll(() => own.map((change) => change.new['prompt_id'])).toEqual([id, secret]);
    await ada.db
      .from('prompt_attachments')
      .update({ removed_at: new Date().toISOString() })
      .in('prompt_id', [id, secret]);
    const removed = () =>
      own.filter(({ new: row }) => row['removed_at']).map(({ new: row }) => row['prompt_id']);
    await expect.poll(removed).toEqual(expect.arrayContaining([id, secret]));
    await settle(ben);
    expect(foreign.map((change) => [change.eventType, change.new['prompt_id']])).toEqual([
      ['INSERT', id],
    ]);
  });

  it('tell nobody else whose mark or use of which prompt is deleted', async () => {
    const { id } = await insertRow(ada, 'prompts', prompt());
    for (const table of ['favorites', 'prompt_uses']) {
      const [own, others] = [await listen(ada, table), await listen(ben, table)];
      await insertRow(ada, table, { prompt_id: id });
      await ada.db.from(table).delete().eq('prompt_id', id);
      await expect.poll(() => own.at(-1)?.old).toEqual({ user_id: ada.id, prompt_id: id });
      await settle(ben);
      expect(others).toEqual([]);
    }
  });

  it('send only the key of a deleted row', async () => {
    const foreign = await listen(ben, 'prompts');
    const { id } = await insertRow(ada, 'prompts', prompt({ title: 'Secret' }));
    await ada.db.from('prompts').delete().eq('id', id);
    await expect
      .poll(() => foreign.map((change) => [change.eventType, change.old]))
      .toEqual([['DELETE', { id }]]);
  });

  it('stop at the moment that a prompt becomes private', async () => {
    const foreign = await listen(ben, 'prompts');
    const { id } = await insertRow(ada, 'prompts', prompt({ is_public: true }));
    await expect.poll(() => foreign.length).toBe(1);
    await ada.db.from('prompts').update({ is_public: false, content: 'Private' }).eq('id', id);
    await settle(ben);
    expect(foreign.map((change) => change.new['content'])).toEqual(['Take eggs.']);
  });
});

describe('the topic of a prompt', () => {
  const join = async (person: Person, id: unknown, received: unknown[] = []) =>
    joinTopic(await connect(person), `prompt:${String(id)}`, { private: true }, (channel) =>
      channel
        .on('broadcast', { event: '*' }, ({ event }) => received.push(event))
        .on('presence', { event: 'sync' }, () => received.push('presence')),
    );

  it('is closed to people who may not read the prompt, and to other topics', async () => {
    const { id } = await insertRow(ada, 'prompts', prompt());
    await expect(join(ben, id)).rejects.toThrow('Unauthorized');
    for (const topic of ['x', `${String(id)}x`, "' or true --"]) {
      await expect(join(ada, topic)).rejects.toThrow('Unauthorized');
    }
  });

  it('tells readers that the prompt was taken from them', async () => {
    const { id } = await insertRow(ada, 'prompts', prompt({ is_public: true }));
    const received: unknown[] = [];
    await join(ben, id, received);
    await ada.db.from('prompts').update({ content: 'Take six eggs.' }).eq('id', id);
    await ada.db.from('prompts').update({ is_public: false }).eq('id', id);
    await expect.poll(() => received).toEqual(['changed']);
  });

  it('tells readers of a new version that they read through a view', async () => {
    const { id: group } = await insertRow(ada, 'groups', { name: 'Kitchen' });
    const { id } = await insertRow(ada, 'prompts', prompt({ is_public: true, group_id: group }));
    const received: unknown[] = [];
    await join(ben, id, received);
    await ada.db.from('prompts').update({ content: 'Take six eggs.' }).eq('id', id);
    await expect.poll(() => received).toEqual(['changed']);
  });

  it('tells readers that a file was removed, which they can no longer select', async () => {
    const { id } = await insertRow(ada, 'prompts', prompt({ is_public: true }));
    await server.sql(
      `insert into public.prompt_attachments (prompt_id, name, object_name, type, size)
       select prompt, 'brief.pdf', prompt || '/x', 'application/pdf', 1
       from (select $1::uuid as prompt)`,
      [id],
    );
    const received: unknown[] = [];
    await join(ben, id, received);
    const file = ada.db.from('prompt_attachments');
    await file.update({ name: 'offer.pdf' }).eq('prompt_id', id);
    await file.update({ removed_at: new Date().toISOString() }).eq('prompt_id', id);
    await expect.poll(() => received).toEqual(['files']);
  });

  it('shows presence to editors only, and lets no client broadcast', async () => {
    const { id } = await insertRow(ada, 'prompts', prompt({ is_public: true }));
    const ofBen: unknown[] = [];
    const reader = await join(ben, id, ofBen);
    const ofAda: unknown[] = [];
    const owner = await join(ada, id, ofAda);
    await owner.track({ user: ada.id });
    await expect.poll(() => ofAda).toContain('presence');
    await reader.track({ user: ben.id });
    await reader.send({ type: 'broadcast', event: 'changed', payload: {} });
    await owner.send({ type: 'broadcast', event: 'changed', payload: {} });
    await settle(ben);
    expect(Object.values(owner.presenceState())).toMatchObject([[{ user: ada.id }]]);
    expect(Object.values(reader.presenceState())).toEqual([]);
    expect([...ofAda, ...ofBen]).not.toContain('changed');
  });

  it('says who an editor is by their token, whatever they track', async () => {
    const { id } = await insertRow(ada, 'prompts', prompt());
    const owner = await join(ada, id);
    await owner.track({ user: ben.id, phx_user: ben.id });
    await expect
      .poll(() => Object.values(owner.presenceState()))
      .toMatchObject([[{ user: ben.id, phx_user: ada.id }]]);
  });

  it('shows presence to editors of the team, until they are removed', async () => {
    const { id: team } = await insertRow(ada, 'teams', { name: 'Cooks' });
    await server.sql(
      `insert into public.team_members (team_id, user_id, role) values ($1, $2, 'editor')`,
      [team, ben.id],
    );
    const { id } = await insertRow(ada, 'prompts', prompt({ team_id: team }));
    const received: unknown[] = [];
    const member = await join(ben, id, received);
    const owner = await join(ada, id);
    await owner.track({ user: ada.id });
    await expect
      .poll(() => Object.values(member.presenceState()))
      .toMatchObject([[{ user: ada.id }]]);
    await ada.db.from('team_members').delete().eq('user_id', ben.id);
    const again = (await connect(ben)).channel(`prompt:${String(id)}`, {
      config: { private: true },
    });
    expect((await subscribe(again)).status).toBe('CHANNEL_ERROR');
  });
});

describe('the activity of a team', () => {
  it('is sent to its members, and to nobody else', async () => {
    const own = await listen(ada, 'team_activity');
    const foreign = await listen(ben, 'team_activity');
    const { id: team } = await insertRow(ada, 'teams', { name: 'Bakers' });
    const { id } = await insertRow(ada, 'prompts', prompt({ team_id: team }));
    await expect
      .poll(() => own.map((change) => change.new))
      .toMatchObject([
        { action: 'team_created' },
        { action: 'prompt_added', prompt_id: id, version_number: 1 },
      ]);
    await settle(ben);
    expect(foreign).toEqual([]);
  });
});

describe('the topic of a person', () => {
  it('tells of invitations, and of a membership that begins, changes and ends', async () => {
    const received: unknown[] = [];
    await joinTopic(await connect(ben), `user:${ben.id}`, { private: true }, (channel) =>
      channel.on('broadcast', { event: 'teams' }, ({ event }) => received.push(event)),
    );
    let expected = 0;
    const expectBroadcasts = async (count = 1) => {
      expected += count;
      await expect.poll(() => received.length).toBe(expected);
    };
    const { id: team } = await insertRow(ada, 'teams', { name: 'Cooks' });
    const invited = await ada.db
      .rpc('invite_to_team', { team_id: team, role: 'editor', email: 'ben@example.com' })
      .single<{ id: string }>();
    await expectBroadcasts();
    await ben.db.rpc('accept_team_invitation', { id: invited.data?.id });
    await expectBroadcasts(2); // the answer, and the membership
    const membership = ada.db.from('team_members');
    await membership.update({ role: 'viewer' }).eq('team_id', team).eq('user_id', ben.id);
    await expectBroadcasts();
    await ada.db.from('teams').update({ name: 'Chefs' }).eq('id', team);
    await expectBroadcasts();
    await ada.db.from('teams').delete().eq('id', team);
    await expectBroadcasts();
  });

  it('tells that person, and nobody else, of deleted chains and runs', async () => {
    const received: unknown[] = [];
    await joinTopic(await connect(ada), `user:${ada.id}`, { private: true }, (channel) =>
      channel.on('broadcast', { event: '*' }, ({ event, payload }) =>
        received.push(event, payload),
      ),
    );
    for (const topic of [`user:${ada.id}`, `user:${ada.id} `, 'user:']) {
      await expect(joinTopic(await connect(ben), topic, { private: true })).rejects.toThrow(
        'Unauthorized',
      );
    }
    const { id: chain } = await insertRow(ada, 'chains', { title: 'Dinner' });
    const { id: run } = await insertRow(ada, 'chain_runs', { title: 'Dinner' });
    await ada.db.from('chains').delete().eq('id', chain);
    await ada.db.from('chain_runs').delete().eq('id', run);
    await expect
      .poll(() => received)
      .toEqual([
        'removed',
        { table: 'chains', id: chain },
        'removed',
        { table: 'chain_runs', id: run },
      ]);
  });
});
