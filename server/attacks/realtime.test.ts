import { once } from 'node:events';
import { connect } from 'node:net';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { AddressTimes } from '#server/http/caller/address-rates.ts';
import { makeApiKey } from '#server/secrets.ts';
import { attack } from '#server/testing/attacker.ts';
import {
  joinTopic,
  openRawSocket,
  type RawSocket,
  realtimeClient,
} from '#server/testing/realtime-client.ts';
import { setUpTestServer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

/** Attacks on /realtime/v1 over raw sockets. */
const jwtSecret = 'a-legacy-secret-of-more-than-32-characters';
let time = Date.now();
const server = await setUpTestServer(
  {
    JWT_SECRET: jwtSecret,
    REALTIME_CONNECTIONS: '30',
    REALTIME_CHANNELS: '3',
    REALTIME_JOINS: '10',
    REALTIME_MESSAGES: '20',
    REALTIME_PAYLOAD_KB: '4',
    CORS_ORIGINS: 'https://app.example.com',
    TRUSTED_PROXIES: '127.0.0.1',
  },
  { now: () => new Date(time) },
);
beforeAll(async () => {
  await server.sql(`create policy members on realtime.messages to authenticated
    using (realtime.topic() = 'room:' || auth.uid())`);
});

const join = (ref: string, topic: string, payload: object = {}) =>
  [ref, ref, `realtime:${topic}`, 'phx_join', payload] as const;

/** Waits for the reply to a reference, and returns its payload. */
async function replyTo(socket: RawSocket, ref: string): Promise<unknown> {
  let found: unknown;
  await expect
    .poll(() => {
      const reply = socket.received.find(
        (message) => Array.isArray(message) && message[1] === ref && message[3] === 'phx_reply',
      );
      found = Array.isArray(reply) ? reply[4] : undefined;
      return found;
    })
    .toBeDefined();
  return found;
}

function tokenFor(
  sub: string,
  claims: Record<string, unknown> = {},
  seconds = 3600,
): Promise<string> {
  return new SignJWT({ sub, role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(time / 1000) + seconds)
    .sign(new TextEncoder().encode(jwtSecret));
}

const ada = '6f6c3e4e-8f5b-4d0e-9c39-0a2d3f1b7a11';
const privately = (token: string) => ({ access_token: token, config: { private: true } });

/** Broadcasts messages over HTTP, and returns the status. */
async function broadcast(
  to: TestServer,
  messages: readonly object[],
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const path = '/realtime/v1/api/broadcast';
  return (await attack(to, 'POST', path, { body: { messages }, headers })).status;
}

const message = { topic: 't', event: 'e', payload: {} };
const many = (count: number, message: object) => Array.from({ length: count }, () => message);

describe('handshakes of /realtime/v1/websocket', () => {
  it.each([
    ['an unknown API key', { apiKey: 'sb_publishable_wrong' }, '401'],
    ['no API key', { apiKey: '' }, '401'],
    ['an unknown protocol version', { vsn: '3.0.0' }, '400'],
    ['a page of another origin', { origin: 'https://evil.example' }, '403'],
  ])('are refused with %s', async (_name, options, status) => {
    await expect(openRawSocket(server, options)).rejects.toThrow(status);
  });

  it('are refused without harm to the server if the client resets or keeps the connection', async () => {
    const upgrade = [
      'GET /realtime/v1/websocket?vsn=3.0.0 HTTP/1.1',
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ];
    const { port } = new URL(server.url);
    const refused = async () => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
      socket.write(`${upgrade.join('\r\n')}\r\n\r\n`);
      await once(socket, 'data');
      return socket;
    };
    (await refused()).resetAndDestroy();
    const kept = await refused();
    await once(kept, 'end');
    const probing = setInterval(() => kept.write('still there?'), 20);
    const closed = once(kept, 'drain', { signal: AbortSignal.timeout(10_000) });
    await expect(closed).rejects.toThrow(/ECONNRESET|EPIPE/);
    clearInterval(probing);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  it('are accepted from a listed origin and from the own host', async () => {
    for (const origin of ['https://app.example.com', server.url]) {
      const { socket } = await openRawSocket(server, { origin });
      expect(socket.readyState).toBe(socket.OPEN);
      socket.close();
      await once(socket, 'close');
    }
  });
});

describe('joins to a private topic', () => {
  it.each([
    [
      'another person',
      async () => privately(await tokenFor(ada.replace('6', '7'))),
      'Unauthorized',
    ],
    ['anon', () => ({ config: { private: true } }), 'Unauthorized'],
    [
      'a forged signature',
      async () => privately(`${(await tokenFor(ada)).slice(0, -4)}AAAA`),
      'Jwt',
    ],
    ['text instead of a token', () => privately('x'), 'MalformedJWT'],
    [
      'a superuser role',
      async () => privately(await tokenFor(ada, { role: 'postgres' })),
      'Invalid',
    ],
    ['a list of tokens', () => ({ access_token: [1], config: { private: true } }), 'InvalidJoin'],
    ['private as text', () => ({ config: { private: 'false' } }), 'InvalidJoinPayload'],
  ])('are refused for %s', async (_name, payload, error) => {
    const socket = await openRawSocket(server);
    socket.send(...join('1', `room:${ada}`, await payload()));
    const reply = await replyTo(socket, '1');
    expect(reply).toMatchObject({ status: 'error' });
    expect(JSON.stringify(reply)).toContain(`"reason":"${error}`);
    socket.socket.close();
  });

  it('cannot inject SQL through a topic or claims', async () => {
    const socket = await openRawSocket(server);
    const token = await tokenFor(ada, { note: `'}', true); drop table realtime.messages; --` });
    socket.send(...join('1', `room:' or true; --`, privately(token)));
    expect(await replyTo(socket, '1')).toMatchObject({ status: 'error' });
    socket.send(...join('2', `room:${ada}`, privately(token)));
    expect(await replyTo(socket, '2')).toMatchObject({ status: 'ok' });
    socket.socket.close();
  });
});

describe('floods', () => {
  it('of joins end the connection', async () => {
    const socket = await openRawSocket(server);
    for (let n = 1; n <= 12; n += 1) socket.send(...join(String(n), 'same'));
    expect(await replyTo(socket, '11')).toEqual({
      status: 'error',
      response: { reason: 'ClientJoinRateLimitReached: Too many joins per second' },
    });
    await expect.poll(() => socket.closed).toBe(1008);
  });

  it('of channels are refused beyond the limit', async () => {
    const socket = await openRawSocket(server);
    for (const name of ['1', '2', '3', '4']) socket.send(...join(name, name));
    expect(await replyTo(socket, '3')).toMatchObject({ status: 'ok' });
    expect(await replyTo(socket, '4')).toEqual({
      status: 'error',
      response: { reason: 'ChannelRateLimitReached: Too many channels' },
    });
    socket.socket.close();
  });

  it('of messages end the channel, and outside of channels the connection', async () => {
    const socket = await openRawSocket(server);
    socket.send(...join('1', 'flooded'));
    await replyTo(socket, '1');
    for (let n = 0; n < 21; n += 1) {
      socket.send('1', null, 'realtime:flooded', 'broadcast', { event: 'e', payload: {} });
    }
    await expect
      .poll(() => JSON.stringify(socket.received))
      .toContain('Too many messages per second');
    await expect
      .poll(() => socket.received.at(-1))
      .toEqual(['1', '1', 'realtime:flooded', 'phx_close', {}]);
    for (let n = 0; n < 50; n += 1) socket.send(null, '9', 'nowhere', 'x', {});
    await expect.poll(() => socket.closed).toBe(1008);
  });

  it('that took all the time of their address are read later', async () => {
    const socket = await openRawSocket(server);
    const spend = vi.spyOn(AddressTimes.prototype, 'spend').mockReturnValueOnce(3_000);
    const sentAt = performance.now();
    socket.send(null, '1', 'phoenix', 'heartbeat', {});
    await replyTo(socket, '1');
    spend.mockRestore();
    socket.send(null, '2', 'phoenix', 'heartbeat', {});
    await replyTo(socket, '2');
    expect(performance.now() - sentAt).toBeGreaterThan(2_900);
    socket.socket.terminate();
  });

  it('of heartbeats end the connection', async () => {
    const socket = await openRawSocket(server);
    for (let n = 0; n < 50; n += 1) socket.send(null, String(n), 'phoenix', 'heartbeat', {});
    await expect.poll(() => socket.closed).toBe(1008);
  });

  it('of connections are told the reason, and end', async () => {
    await expect.poll(() => server.realtime.connectionCount).toBe(0);
    const sockets = await Promise.all(Array.from({ length: 40 }, () => openRawSocket(server)));
    await expect(openRawSocket(server)).rejects.toThrow('503');
    const answers = await Promise.all(
      sockets.map((socket) => {
        socket.send(...join('1', 'crowd'));
        return replyTo(socket, '1');
      }),
    );
    const refused = answers.filter((answer) => JSON.stringify(answer).includes('"error"'));
    expect(refused).toHaveLength(10);
    expect(refused[0]).toEqual({
      status: 'error',
      response: { reason: 'ConnectionRateLimitReached: Too many connected users' },
    });
    for (const { socket } of sockets) socket.close();
    await expect.poll(() => server.realtime.connectionCount).toBe(0);
  });

  it('of HTTP broadcasts from an IPv6 network are refused', async () => {
    const send = (from: string, count: number) =>
      broadcast(server, many(count, message), { 'x-forwarded-for': from });
    expect(await send('2001:db8::1', 20)).toBe(202);
    expect(await send('2001:db8::2', 1)).toBe(429);
    expect(await send('2001:db8:0:1::1', 21)).toBe(429);
  });
});

describe('floods through several servers', () => {
  it('of HTTP broadcasts are refused as through one', async () => {
    const environment = {
      // Servers on a database of their own expect no others.
      WEB_PROCESSES: '2',
      REALTIME_MESSAGES: '20',
      SECRET_KEY: makeApiKey('secret'),
    };
    const stopped = new Date();
    const now = () => stopped;
    const one = await startTestServer(environment, { now });
    const two = await startTestServer(environment, { now, sharedDatabase: one });
    const post = (flooded: TestServer, count: number) =>
      broadcast(flooded, many(count, message), { apikey: one.secrets.secretKey });
    const heard: unknown[] = [];
    const clients = await Promise.all([one, two].map((each) => realtimeClient(each)));
    try {
      const channels = [];
      for (const client of clients) {
        const channel = await joinTopic(client, 't', {}, (joined) =>
          joined
            .on('presence', { event: 'sync' }, () => {})
            .on('broadcast', { event: 'e' }, () => heard.push(client)),
        );
        await channel.track({});
        channels.push(channel);
      }
      for (const channel of channels) {
        await expect.poll(() => Object.keys(channel.presenceState()).length).toBe(2);
      }
      expect(await post(one, 15)).toBe(202);
      await expect.poll(() => heard.length).toBe(30);
      expect([await post(two, 6), await post(two, 5)]).toEqual([429, 202]);
      await expect.poll(() => heard.length).toBe(40);
      expect(await post(one, 1)).toBe(429);
    } finally {
      await Promise.all(clients.map((client) => client.removeAllChannels()));
      await two.stop();
      await one.stop();
    }
  });
});

describe('malformed and oversized messages', () => {
  it.each([
    ['text that is not JSON', 'hello', 1007],
    ['an object instead of an array', '{"topic":"phoenix"}', 1007],
    ['a binary frame of another kind', Buffer.from([9, 0, 0, 0, 0, 0, 0]), 1007],
    ['a binary frame with lengths beyond its end', Buffer.from([3, 255, 9, 9, 9, 9, 1]), 1007],
    ['a message beyond every limit', 'x'.repeat(200_000), 1009],
  ])('%s ends the connection', async (_name, data, code) => {
    const socket = await openRawSocket(server);
    socket.socket.send(data);
    await expect.poll(() => socket.closed).toBe(code);
  });

  it('a payload with __proto__ reaches nobody else’s objects', async () => {
    const socket = await openRawSocket(server);
    const config = { presence: { key: '__proto__', enabled: true } };
    socket.send(...join('1', 'proto', { config }));
    await replyTo(socket, '1');
    socket.socket.send(
      '["1","2","realtime:proto","presence",{"event":"track","payload":{"__proto__":{"a":1}}}]',
    );
    expect(await replyTo(socket, '2')).toMatchObject({ status: 'ok' });
    expect(Reflect.get({}, 'a')).toBeUndefined();
    socket.socket.close();
  });
});

it('an HTTP batch of many messages is refused by its length, before each is checked', async () => {
  const response = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: server.secrets.publishableKey, 'content-type': 'application/json' },
    body: `{"messages":[${'{},'.repeat(1e5)}{}]}`,
  });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ error: 'messages: must have at most 1000 items' });
});

it('an HTTP broadcast of several megabytes is refused before it is parsed', async () => {
  const body = { messages: 'x'.repeat(2 * 1024 * 1024) };
  for (const path of ['broadcast', 'broadcast/room/events/e']) {
    const { status } = await attack(server, 'POST', `/realtime/v1/api/${path}`, { body });
    expect(status).toBe(413);
  }
});

describe('clients that do not keep up', () => {
  it('are disconnected when silent for a minute', async () => {
    const socket = await openRawSocket(server);
    socket.send(null, '1', 'phoenix', 'heartbeat', {});
    expect(await replyTo(socket, '1')).toEqual({ status: 'ok', response: {} });
    time += 61_000;
    server.realtime.sweep();
    await expect.poll(() => socket.closed).toBe(1006);
  });

  it('are dropped when they stop reading, while others receive everything', async () => {
    const slow = await openRawSocket(server);
    slow.send(...join('1', 'stream'));
    const quick = await openRawSocket(server);
    quick.send(...join('1', 'stream'));
    await Promise.all([replyTo(slow, '1'), replyTo(quick, '1')]);
    slow.socket.pause();
    const text = 'x'.repeat(3_900);
    let sent = 0;
    const isDropped = () => server.logged.some((line) => line.includes('slow realtime client'));
    while (!isDropped()) {
      time += 1_000;
      const messages = many(20, { topic: 'stream', event: 'e', payload: { text } });
      expect(await broadcast(server, messages)).toBe(202);
      sent += 20;
      quick.send(null, null, 'phoenix', 'heartbeat', {});
      slow.socket.send('[null,null,"phoenix","heartbeat",{}]');
    }
    await expect.poll(() => quick.received.filter((m) => Buffer.isBuffer(m)).length).toBe(sent);
    expect(quick.closed).toBeNull();
    quick.socket.close();
    slow.socket.resume();
    await expect.poll(() => slow.closed).toBe(1006);
  });
});

describe('tokens that expire while subscribed', () => {
  it('end the channel, and nothing is delivered after the expiry', async () => {
    const socket = await openRawSocket(server);
    const token = await tokenFor(ada, {}, 40);
    socket.send(...join('1', `room:${ada}`, privately(token)));
    expect(await replyTo(socket, '1')).toMatchObject({ status: 'ok' });
    // Not so late that the client counts as silent.
    time += 45_000;
    const late = { topic: `room:${ada}`, event: 'late', payload: {}, private: true };
    const { secretKey } = server.secrets;
    expect(await broadcast(server, [late], { apikey: secretKey })).toBe(202);
    await expect
      .poll(() => socket.received.at(-1))
      .toEqual(['1', '1', `realtime:room:${ada}`, 'phx_close', {}]);
    expect(JSON.stringify(socket.received)).toContain('Token has expired');
    expect(socket.received.some((message) => Buffer.isBuffer(message))).toBe(false);
    socket.socket.close();
  });
});

describe('a member who is removed', () => {
  it('is put out of a private topic before the token ends', async () => {
    await server.sql(`create table public.room_members (member uuid primary key);
      grant select on public.room_members to authenticated;
      create policy "room members" on realtime.messages to authenticated
        using (realtime.topic() = 'club'
          and exists (select from public.room_members where member = auth.uid()))`);
    await server.sql('insert into public.room_members values ($1)', [ada]);
    time = Date.now();
    const socket = await openRawSocket(server);
    socket.send(...join('1', 'club', privately(await tokenFor(ada))));
    expect(await replyTo(socket, '1')).toMatchObject({ status: 'ok' });
    await server.sql('delete from public.room_members');
    time += 31_000;
    await expect
      .poll(() => JSON.stringify(socket.received))
      .toContain('You no longer have permission to read from this Channel topic: club');
    socket.send('1', '2', 'realtime:club', 'broadcast', { event: 'x', payload: {} });
    expect(await replyTo(socket, '2')).toMatchObject({ status: 'error' });
    socket.socket.close();
  });
});
