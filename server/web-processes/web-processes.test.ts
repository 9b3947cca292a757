import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { goodPassword } from '#server/testing/auth-test-harness.ts';
import { dropDatabase } from '#server/testing/drop-database.ts';
import { makeApiKey, makeSigningKey } from '#server/secrets.ts';
import { isRunning } from '#server/testing/is-running.ts';
import { joinTopic, realtimeClient } from '#server/testing/realtime-client.ts';
import {
  childrenOf,
  type ServerProcess,
  startServerProcess,
} from '#server/testing/server-processes.ts';

/** A server whose requests are answered by two processes. */
const cluster = inject('serverCluster');
const database = `processes_${randomUUID().replaceAll('-', '')}`;

const secretKey = makeApiKey('secret');
const publishableKey = makeApiKey('publishable');
const signingKey = await makeSigningKey();

let server: ServerProcess;
let owner: Client;

const startServer = () =>
  startServerProcess({
    WEB_PROCESSES: '2',
    TRUSTED_PROXIES: '',
    SECRET_KEY: secretKey,
    PUBLISHABLE_KEY: publishableKey,
    JWT_SIGNING_KEY: JSON.stringify(signingKey),
    DATABASE_URL: `postgresql:///${database}?host=${encodeURIComponent(String(cluster.host))}&port=${cluster.port}&user=${cluster.user}`,
  });

beforeAll(async () => {
  owner = new Client(cluster);
  await owner.connect();
  await owner.query(`create database ${database}`);
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  await dropDatabase(owner, database);
  await owner.end();
});

/** Requests a path on a new connection, which goes to the next process. */
function request(path: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false });
    const sent = get(
      `${server.url}${path}`,
      { agent, headers: { apikey: secretKey } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode, text }));
      },
    );
    sent.on('error', reject);
  });
}

const statusesOf = async (count: number) => {
  const statuses = [];
  for (let i = 0; i < count; i += 1)
    statuses.push((await request('/rest/v1/prompts?limit=1')).status);
  return statuses;
};

/** Returns the process ids that the log names, oldest first. */
function pidsIn(log: string): number[] {
  const [, started = ''] = /"pids":\[([\d,]+)\]/.exec(log) ?? [];
  const restarted = [...log.matchAll(/"a web process was restarted","pid":(\d+)/g)];
  return [...started.split(','), ...restarted.map(([, pid]) => pid)].map(Number);
}

/** Makes requests for prompts wait, until the connection that it returns ends. */
async function lockPrompts(): Promise<Client> {
  const locking = new Client({ ...cluster, database });
  await locking.connect();
  await locking.query('begin; lock table public.prompts in access exclusive mode');
  return locking;
}

/** Waits until so many requests wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  await expect
    .poll(async () => {
      // A job may wait, too.
      const text = `select from pg_stat_activity
        where datname = $1 and usename = 'authenticator' and wait_event_type = 'Lock'`;
      return (await owner.query(text, [database])).rowCount;
    })
    .toBe(count);
}

describe('WEB_PROCESSES', () => {
  it('starts as many processes, and migrates once', async () => {
    expect(pidsIn(server.log)).toHaveLength(2);
    expect(pidsIn(server.log).every(isRunning)).toBe(true);
    expect(await statusesOf(6)).toEqual(Array(6).fill(200));
    expect(server.log.match(/database brought up to date/g)).toHaveLength(1);
  });

  it('shows every mail in the local mailbox, whichever process answers', async () => {
    const email = 'ada@example.com';
    const response = await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: goodPassword }),
    });
    expect(response.status).toBe(200);
    const pages = [];
    for (let i = 0; i < 4; i += 1) pages.push((await request('/dev/mailbox.json')).text);
    expect(pages[0]).toContain(email);
    expect(new Set(pages).size).toBe(1);
  });

  it('connects the people of one channel, whichever process they are connected to', async () => {
    const clients = await Promise.all(
      ['1', '2', '3', '4'].map(() =>
        realtimeClient({ url: server.url, secrets: { publishableKey } }),
      ),
    );
    const heard: string[] = [];
    const channels = [];
    for (const [index, client] of clients.entries()) {
      const config = { presence: { key: `person ${index}` }, broadcast: { self: true } };
      const channel = await joinTopic(client, 'team', config, (joined) =>
        joined
          .on('presence', { event: 'sync' }, () => {})
          .on('broadcast', { event: '*' }, ({ event }) => heard.push(`${index} ${event}`)),
      );
      await channel.track({});
      channels.push(channel);
    }
    for (const channel of channels) {
      await expect.poll(() => Object.keys(channel.presenceState()).length).toBe(4);
    }
    await channels[0]?.send({ type: 'broadcast', event: 'hello', payload: {} });
    await expect.poll(() => heard.toSorted()).toEqual(['0 hello', '1 hello', '2 hello', '3 hello']);
    await Promise.all(clients.map((client) => client.removeAllChannels()));
  });

  it('answers requests while a killed process is restarted', async () => {
    const [killed = 0] = pidsIn(server.log);
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => isRunning(killed)).toBe(false);
    expect(await statusesOf(20)).toEqual(Array(20).fill(200));
    await expect.poll(() => pidsIn(server.log).filter(isRunning)).toHaveLength(2);
    expect(server.log).toContain('a web process ended unexpectedly and is being restarted');
    expect(server.log).toContain(`"pid":${killed},"reason":"The process ended with SIGKILL."`);
    expect(await statusesOf(6)).toEqual(Array(6).fill(200));
  });

  it('closes the connections of a killed process, also one that has not reached it', async () => {
    const [, frozen = 0] = pidsIn(server.log).filter(isRunning);
    process.kill(frozen, 'SIGSTOP');
    const settled: (number | 'cut' | undefined)[] = [];
    const open = Array.from({ length: 8 }, async () => {
      const status = await request('/rest/v1/prompts?limit=1').then(
        (response) => response.status,
        () => 'cut' as const,
      );
      settled.push(status);
    });
    // One at a time is passed to a process.
    await expect.poll(() => settled.length).toBe(7);
    process.kill(frozen, 'SIGKILL');
    await Promise.all(open);
    expect(settled).toEqual([...Array<number>(7).fill(200), 'cut']);
    await expect.poll(() => pidsIn(server.log).filter(isRunning)).toHaveLength(2);
    expect(await statusesOf(6)).toEqual(Array(6).fill(200));
  });

  it('goes on with an upload whose process was killed', async () => {
    type Body = NonNullable<RequestInit['body']>;
    const tus = (method: string, path: string, headers: Record<string, string>, body?: Body) =>
      fetch(server.url + path, {
        method,
        headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${secretKey}`, ...headers },
        body: body ?? null,
        duplex: 'half',
      });
    const patch = (path: string, offset: number, body: Body) =>
      tus(
        'PATCH',
        path,
        { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body,
      );
    await tus(
      'POST',
      '/storage/v1/bucket',
      { 'content-type': 'application/json' },
      JSON.stringify({ name: 'files' }),
    );
    const created = await tus('POST', '/storage/v1/upload/resumable', {
      'upload-length': '2',
      'upload-metadata': `bucketName ${btoa('files')},objectName ${btoa('killed.txt')}`,
    });
    const upload = created.headers.get('location') ?? '';
    let isCut = false;
    const slow = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('a')),
    });
    patch(upload, 0, slow).catch(() => (isCut = true));
    const file = join(server.dataDir, 'storage/uploads', upload.split('/').at(-1) ?? '');
    await expect.poll(async () => (await stat(file)).size).toBe(1);
    for (const pid of pidsIn(server.log).filter(isRunning)) {
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => isRunning(pid)).toBe(false);
      await expect.poll(() => pidsIn(server.log).filter(isRunning)).toHaveLength(2);
    }
    await expect.poll(() => isCut).toBe(true);
    const state = await tus('HEAD', upload, {});
    expect(state.headers.get('upload-offset')).toBe('1');
    expect((await patch(upload, 1, 'b')).status).toBe(204);
    expect(await statusesOf(6)).toEqual(Array(6).fill(200));
  });

  it('lets open requests finish when it stops, and leaves no process behind', async () => {
    const pids = pidsIn(server.log).filter(isRunning);
    const locking = await lockPrompts();
    const open = Array.from({ length: 2 }, () => request('/rest/v1/prompts?limit=1'));
    await untilWaiting(2);
    const stopped = server.stop();
    await expect.poll(() => server.log.match(/a web process stops/g)).toHaveLength(2);
    await locking.end();
    expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 200]);
    await stopped;
    expect(pids.filter(isRunning)).toEqual([]);
  });

  it('does not wait for a process that is starting when it stops', async () => {
    await server.stop();
    server = await startServer();
    expect(await statusesOf(6)).toEqual(Array(6).fill(200));
    const [killed = 0] = pidsIn(server.log);
    const before = childrenOf(server.pid);
    process.kill(killed, 'SIGKILL');
    const started = () => childrenOf(server.pid).find((pid) => !before.includes(pid)) ?? 0;
    await expect.poll(started).toBeGreaterThan(0);
    const starting = started();
    process.kill(starting, 'SIGSTOP');
    const locking = await lockPrompts();
    const open = request('/rest/v1/prompts?limit=1');
    await untilWaiting(1);
    const stopped = server.stop();
    // It is gone before the other one has answered.
    await expect.poll(() => isRunning(starting)).toBe(false);
    await locking.end();
    expect((await open).status).toBe(200);
    await stopped;
  });
});
