import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  joinTopic,
  openRawSocket,
  type RawSocket,
  realtimeClient,
} from '#server/testing/realtime-client.ts';
import { type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

/** Attacks on the shares of others in /realtime/v1. */
let ada: Person;
let eve: Person;
const server = await setUpTestServer({
  REALTIME_CONNECTIONS: '4',
  TRUSTED_PROXIES: '127.0.0.1,::1',
});
beforeAll(async () => {
  [ada, eve] = await Promise.all([
    signUp(server, 'ada@example.com'),
    signUp(server, 'eve@example.com'),
  ]);
  await server.sql(`create policy "Slow to decide" on realtime.messages for select to anon
    using (realtime.topic() like 'slow-%' and pg_sleep(0.05) is not null)`);
});

function sendJoin(socket: RawSocket, topic: string, config: object = {}): void {
  socket.send(topic, topic, `realtime:${topic}`, 'phx_join', { config });
}

/** Returns the replies to joins, as texts. */
function repliesTo(socket: RawSocket): string[] {
  const replies = socket.received.filter(
    (message) => Array.isArray(message) && message[3] === 'phx_reply',
  );
  return replies.map((reply) => JSON.stringify(reply));
}

/** Joins a topic as the first one of a connection, and returns the reply. */
async function join(socket: RawSocket, topic: string, config: object = {}): Promise<string> {
  sendJoin(socket, topic, config);
  await expect.poll(() => repliesTo(socket)).toHaveLength(1);
  return repliesTo(socket).join();
}

describe('a network address with all connections', () => {
  it('gives way to others until they have as many, and gets no more', async () => {
    const open = (from: string) => openRawSocket(server, { from });
    const first: RawSocket[] = [];
    for (let n = 0; n < 4; n += 1) first.push(await open('192.0.2.1'));
    const surplus = await open('192.0.2.1');
    expect(await join(surplus, 'notes')).toContain('ConnectionRateLimitReached');

    const others = [await open('192.0.2.2'), await open('192.0.2.2')];
    for (const socket of others) expect(await join(socket, 'notes')).toContain('"ok"');
    await expect.poll(() => first.map(({ closed }) => closed)).toEqual([null, null, 1013, 1013]);
    for (const socket of first.slice(0, 2)) expect(await join(socket, 'notes')).toContain('"ok"');

    const third = await open('192.0.2.2');
    expect(await join(third, 'notes')).toContain('ConnectionRateLimitReached');
    const sockets = [...first, surplus, ...others, third];
    for (const { socket } of sockets) socket.terminate();
    await expect.poll(() => server.realtime.connectionCount).toBe(0);
  });
});

describe('joins that policies are slow to decide', () => {
  it('let those of another address pass', async () => {
    const [attacker, victim] = [
      await openRawSocket(server, { from: '192.0.2.1' }),
      await openRawSocket(server, { from: '192.0.2.2' }),
    ];
    for (let n = 0; n < 60; n += 1) sendJoin(attacker, `slow-${n}`, { private: true });
    await expect.poll(() => repliesTo(attacker).length).toBeGreaterThan(0);
    expect(await join(victim, 'slow-victim', { private: true })).toContain('"ok"');
    expect(repliesTo(attacker).length).toBeLessThan(30);
    await expect.poll(() => repliesTo(attacker)).toHaveLength(60);
    expect(repliesTo(attacker).every((reply) => reply.includes('"ok"'))).toBe(true);
    for (const { socket } of [attacker, victim]) socket.terminate();
  });
});

describe('a filter that takes its whole second', () => {
  it("holds up its own channel, and nobody else's changes", async () => {
    const order: string[] = [];
    const slow = await realtimeClient(server, '2.0.0', eve);
    const prompts = { event: 'UPDATE', schema: 'public', table: 'prompts' } as const;
    const wait = { postgres_changes_options: { wait: true } };
    for (let n = 0; n < 4; n += 1) {
      const filter = `content=match.^(a*)(a*)(a*)\\1\\2\\3b{${n + 1}}$`;
      const channel = slow.channel(`slow ${n}`, { config: wait });
      channel.on('postgres_changes', { ...prompts, filter }, () => order.push('found'));
      await new Promise<void>((resolve) => {
        channel.subscribe((status) => {
          if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve();
          else order.push(status);
        });
      });
    }
    const quick = await realtimeClient(server, '2.0.0', ada);
    await joinTopic(quick, 'quick', wait, (channel) =>
      channel.on('postgres_changes', prompts, () => order.push('told')),
    );

    const content = `${'a'.repeat(3_001)}b`;
    const { data: heavy } = await eve.db
      .from('prompts')
      .insert({ title: 'Heavy', content })
      .select('id')
      .single();
    const { data: own } = await ada.db
      .from('prompts')
      .insert({ title: 'Mine', content: 'one' })
      .select('id')
      .single();
    await eve.db.from('prompts').update({ title: 'Heavier' }).eq('id', heavy?.id);
    await ada.db.from('prompts').update({ content: 'two' }).eq('id', own?.id);

    await expect.poll(() => order).toContain('CHANNEL_ERROR');
    expect(order[0]).toBe('told');
    await Promise.all([slow.removeAllChannels(), quick.removeAllChannels()]);
  });

  it('may have at most 256 characters', async () => {
    const client = await realtimeClient(server, '2.0.0', eve);
    const filter = `content=match.${'a'.repeat(257)}`;
    const joined = joinTopic(
      client,
      'long',
      { postgres_changes_options: { wait: true } },
      (channel) =>
        channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'prompts', filter },
          () => {},
        ),
    );
    await expect(joined).rejects.toThrow('a regular expression may have at most 256 characters');
    await client.removeAllChannels();
  });
});
