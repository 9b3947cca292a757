import { randomUUID } from 'node:crypto';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { dropDatabase } from '#server/testing/drop-database.ts';
import { templateDatabase } from '#server/testing/global-setup.ts';
import {
  changeToken,
  joinTopic,
  type ProtocolVersion,
  realtimeClient,
  subscribe,
} from '#server/testing/realtime-client.ts';
import {
  type ServerProcess,
  type ServerProcesses,
  startTwoServers,
} from '#server/testing/server-processes.ts';

/** Two server processes on one database, each with clients of its own. */
const cluster = inject('serverCluster');
const database = `nodes_${randomUUID().replaceAll('-', '')}`;
const jwtSecret = 'a-legacy-secret-of-more-than-32-characters';
const ada = randomUUID();

let installation: ServerProcesses;
let left: ServerProcess;
let right: ServerProcess;
let owner: Client;
const clients: SupabaseClient[] = [];

beforeAll(async () => {
  const creator = new Client(cluster);
  await creator.connect();
  await creator.query(`create database ${database} template ${templateDatabase}`);
  await creator.end();
  installation = await startTwoServers({
    DATABASE_URL: `postgresql:///${database}?host=${encodeURIComponent(String(cluster.host))}&port=${cluster.port}&user=${cluster.user}`,
    JWT_SECRET: jwtSecret,
    REALTIME_MESSAGES: '1000',
  });
  [left, right] = installation.servers as [ServerProcess, ServerProcess];
  owner = new Client({ ...cluster, database });
  await owner.connect();
  await owner.query(`
    create policy reads on realtime.messages for select to authenticated
      using (realtime.topic() = 'room:' || auth.uid()
        or (realtime.topic() = 'present' and extension = 'presence'));
    create policy writes on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'room:' || auth.uid());`);
  await introduce();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()));
});
afterAll(async () => {
  await installation.stop();
  await owner.end();
  const remover = new Client(cluster);
  await remover.connect();
  await dropDatabase(remover, database);
  await remover.end();
});

async function connect(
  { url }: ServerProcess,
  person: string | null = null,
  vsn?: ProtocolVersion,
): Promise<SupabaseClient> {
  const client = await realtimeClient({ url, secrets: installation }, vsn);
  clients.push(client);
  if (person !== null) await changeToken(client, await tokenFor(person));
  return client;
}

function tokenFor(sub: string): Promise<string> {
  return new SignJWT({ sub, role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(jwtSecret));
}

/** Joins a topic, and returns the channel with the events and payloads that it receives. */
async function listen(
  client: SupabaseClient,
  topic: string,
  config: Parameters<SupabaseClient['channel']>[1] = { config: {} },
) {
  const received: [string, unknown][] = [];
  const channel = await joinTopic(client, topic, config.config, (joined) =>
    joined.on('broadcast', { event: '*' }, ({ event, payload }) => received.push([event, payload])),
  );
  return { channel, received };
}

const present = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).sort();

async function joinLobby(server: ServerProcess, topic: string, key: string, name = key) {
  const channel = await joinTopic(await connect(server), topic, { presence: { key } }, (joined) =>
    joined.on('presence', { event: 'sync' }, () => {}),
  );
  expect(await channel.track({ name })).toBe('ok');
  return channel;
}

/** Waits until both servers have heard of each other. */
async function introduce(): Promise<void> {
  const topic = randomUUID();
  const [one, two] = [await joinLobby(left, topic, 'l'), await joinLobby(right, topic, 'r')];
  await vi.waitFor(() => {
    for (const channel of [one, two]) expect(present(channel)).toEqual(['l', 'r']);
  }, 50_000);
}

function post(server: ServerProcess, messages: readonly object[]): Promise<Response> {
  return fetch(`${server.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: installation.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ messages }),
  });
}

/** Ends the connections through which the servers send each other messages. */
async function cutLinks(): Promise<void> {
  const { rowCount } = await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'cuebook_realtime_nodes'`,
  );
  expect(rowCount).toBe(2);
}

describe('broadcasts between servers', () => {
  it('arrive on both sides once, in the order of each sender', async () => {
    const topic = randomUUID();
    const one = await listen(await connect(left), topic);
    const two = await listen(await connect(right, null, '1.0.0'), topic);
    const numbers = Array.from({ length: 150 }, (_, n) => n);
    for (const n of numbers) {
      // Some are large, so that small ones could overtake them.
      const payload = { n, text: 'x'.repeat(n % 10 === 0 ? 20_000 : 0) };
      await Promise.all([
        one.channel.send({ type: 'broadcast', event: 'left', payload }),
        two.channel.send({ type: 'broadcast', event: 'right', payload }),
      ]);
    }
    const numbersIn = (received: readonly [string, unknown][], event: string) =>
      received
        .filter(([name]) => name === event)
        .map(([, payload]) => (payload as { n: number }).n);
    await expect.poll(() => numbersIn(two.received, 'left')).toEqual(numbers);
    await expect.poll(() => numbersIn(one.received, 'right')).toEqual(numbers);
    expect([one.received.length, two.received.length]).toEqual([150, 150]);
  });

  it('carry large payloads and bytes unchanged', async () => {
    const topic = randomUUID();
    const { channel } = await listen(await connect(left), topic, {
      config: { broadcast: { ack: true } },
    });
    const { received } = await listen(await connect(right), topic);
    const text = Array.from({ length: 25_000 }, (_, n) => `é${n}`)
      .join('')
      .slice(0, 120_000);
    const bytes = Uint8Array.from({ length: 100_000 }, (_, n) => (n * 31) % 256);
    expect(await channel.send({ type: 'broadcast', event: 'text', payload: { text } })).toBe('ok');
    await channel.send({ type: 'broadcast', event: 'bytes', payload: bytes.buffer });
    await expect.poll(() => received.length).toBe(2);
    expect(received).toEqual([
      ['text', { text }],
      ['bytes', bytes.buffer],
    ]);
  });

  it('arrive once from HTTP and from SQL', async () => {
    const topic = `room:${ada}`;
    const config = { config: { private: true, broadcast: { replication_ready: true } } };
    const heard = [];
    for (const server of [left, right]) {
      const ready = Promise.withResolvers<void>();
      const client = await connect(server, ada);
      const received: string[] = [];
      await joinTopic(client, topic, config.config, (channel) =>
        channel
          .on('system', {}, () => ready.resolve())
          .on('broadcast', { event: '*' }, ({ event }) => received.push(event)),
      );
      await ready.promise;
      heard.push(received);
    }
    await owner.query(`select realtime.send('{}', 'sql', $1)`, [topic]);
    for (const events of heard) await expect.poll(() => events).toEqual(['sql']);
    for (const [event, server] of Object.entries({ left, right })) {
      const response = await post(server, [{ topic, event, payload: {}, private: true }]);
      expect(response.status).toBe(202);
      for (const events of heard) await expect.poll(() => events.at(-1)).toBe(event);
    }
    for (const events of heard) expect(events).toEqual(['sql', 'left', 'right']);
  });

  it('reach only those who may read them where they joined', async () => {
    const topic = `room:${ada}`;
    const inside = await listen(await connect(right, ada), topic, { config: { private: true } });
    // A public topic of the same name, and a topic of which only the presence may be seen.
    const outside = await listen(await connect(right, randomUUID()), topic);
    const presenceOnly = await listen(await connect(right, ada), 'present', {
      config: { private: true },
    });
    expect(
      await subscribe(
        (await connect(right, randomUUID())).channel(topic, { config: { private: true } }),
      ),
    ).toMatchObject({ status: 'CHANNEL_ERROR' });
    await post(left, [
      { topic: 'present', event: 'hidden', payload: {}, private: true },
      { topic, event: 'private', payload: {}, private: true },
      { topic, event: 'public', payload: {} },
      { topic, event: 'end', payload: {}, private: true },
    ]);
    await expect.poll(() => inside.received.map(([event]) => event)).toEqual(['private', 'end']);
    await expect.poll(() => outside.received.map(([event]) => event)).toEqual(['public']);
    expect(presenceOnly.received).toEqual([]);
  });

  it('can be neither read nor forged by another login of the database', async () => {
    const topic = randomUUID();
    const { received } = await listen(await connect(right), topic);
    const spy = new Client({ ...cluster, database });
    await spy.connect();
    const overheard: string[] = [];
    spy.on('notification', ({ payload = '' }) => overheard.push(payload));
    await spy.query('listen cuebook_realtime');
    await post(left, [{ topic, event: 'first', payload: { text: 'a secret' } }]);
    await expect.poll(() => received.length).toBe(1);
    await expect.poll(() => overheard.length).toBeGreaterThan(0);
    const decoded = overheard.map((payload) => Buffer.from(payload, 'base64').toString('latin1'));
    expect(decoded.join()).not.toContain('secret');
    // Repeats what was sent, and sends it changed.
    const [payload = ''] = overheard;
    for (const forged of [payload, `${payload.slice(0, -8)}AAAAAAAA`, 'x', '']) {
      await spy.query('select pg_notify($1, $2)', ['cuebook_realtime', forged]);
    }
    await spy.end();
    await post(left, [{ topic, event: 'second', payload: {} }]);
    await expect.poll(() => received.map(([event]) => event)).toEqual(['first', 'second']);
  });
});

describe('presence between servers', () => {
  it('shows who comes, changes and leaves on either side, and who was there before', async () => {
    const topic = randomUUID();
    const one = await joinLobby(left, topic, 'one', 'Ada');
    const two = await joinLobby(right, topic, 'two');
    await expect.poll(() => present(one)).toEqual(['one', 'two']);
    await expect.poll(() => present(two)).toEqual(['one', 'two']);
    await one.track({ name: 'Ada L.' });
    await expect.poll(() => two.presenceState()['one']).toMatchObject([{ name: 'Ada L.' }]);
    // The same key on both sides is one person with two connections.
    const twin = await joinLobby(right, topic, 'one', 'Ada on the phone');
    await expect.poll(() => two.presenceState()['one']?.length).toBe(2);
    await twin.untrack();
    await expect.poll(() => one.presenceState()['one']?.length).toBe(1);
    await two.unsubscribe();
    await expect.poll(() => present(one)).toEqual(['one']);
  });

  it('is the same again after connections between the servers were lost', async () => {
    const topic = randomUUID();
    const one = await joinLobby(left, topic, 'one');
    const two = await joinLobby(right, topic, 'two');
    const late = await joinLobby(right, topic, 'late');
    await expect.poll(() => present(one)).toEqual(['late', 'one', 'two']);
    await cutLinks();
    await Promise.all([late.untrack(), joinLobby(left, topic, 'new')]);
    // Each server goes on for its own clients.
    await expect.poll(() => present(two)).not.toContain('late');
    for (const channel of [one, two]) {
      await expect.poll(() => present(channel)).toEqual(['new', 'one', 'two']);
    }
    const { received } = await listen(await connect(right), topic);
    await one.send({ type: 'broadcast', event: 'after', payload: {} });
    await expect.poll(() => received.map(([event]) => event)).toEqual(['after']);
  });

  it('ends with a server that is killed, and the other goes on', async () => {
    const topic = randomUUID();
    const one = await joinLobby(left, topic, 'one');
    await joinLobby(right, topic, 'two');
    await expect.poll(() => present(one)).toEqual(['one', 'two']);
    process.kill(right.pid, 'SIGKILL');
    await expect.poll(() => present(one)).toEqual(['one']);
    const { received } = await listen(await connect(left), topic);
    await one.send({ type: 'broadcast', event: 'alone', payload: {} });
    await expect.poll(() => received.map(([event]) => event)).toEqual(['alone']);
  });
});
