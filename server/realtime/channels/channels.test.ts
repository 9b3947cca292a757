import { createClient } from '@supabase/supabase-js';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import {
  accessTokenOf,
  changeToken,
  createRealtimeTestHarness,
  joinTopic,
  openRawSocket,
  protocolVersions,
  subscribe,
} from '#server/testing/realtime-client.ts';

// Each person has a room to read and write, and a wall that all can read.
const { server, ada, ben, connect, leaveTopics } = await createRealtimeTestHarness(`
  create policy rooms on realtime.messages for select to authenticated
    using (realtime.topic() in ('room:' || auth.uid(), 'wall'));
  create policy writes on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'room:' || auth.uid());
  create policy listening on realtime.messages for select to authenticated
    using (realtime.topic() = 'present' and extension = 'presence');`);
afterEach(leaveTopics);
afterAll(() => server.stop());

describe.each(protocolVersions)('broadcast with protocol %s', (vsn) => {
  it('reaches the others on the topic in both versions, and not the sender', async () => {
    const received: Record<string, unknown[]> = { sender: [], '1.0.0': [], '2.0.0': [] };
    const listen = (name: string) => async (version: (typeof protocolVersions)[number]) =>
      joinTopic(await connect(null, version), 'room', {}, (channel) =>
        channel.on('broadcast', { event: 'cursor' }, ({ payload }) =>
          received[name]?.push(payload),
        ),
      );
    const sender = await listen('sender')(vsn);
    for (const version of protocolVersions) await listen(version)(version);
    await joinTopic(await connect(), 'other room', {}, (channel) =>
      channel.on('broadcast', { event: '*' }, () => received['sender']?.push('other topic')),
    );
    await sender.send({ type: 'broadcast', event: 'cursor', payload: { x: 'é"\u2028' } });
    await sender.send({ type: 'broadcast', event: 'cursor', payload: { x: 2 } });
    const expected = [{ x: 'é"\u2028' }, { x: 2 }];
    await expect.poll(() => received['1.0.0']).toEqual(expected);
    await expect.poll(() => received['2.0.0']).toEqual(expected);
    expect(received['sender']).toEqual([]);
  });

  // Flutter's client has what it sends beside type and event.
  it('as JSON reaches clients with all its members', async () => {
    const received: unknown[] = [];
    await joinTopic(await connect(null, vsn), 'members', {}, (channel) =>
      channel.on('broadcast', { event: 'cursor' }, (message) => received.push(message)),
    );
    const sender = await openRawSocket(server);
    const message = { type: 'broadcast', event: 'cursor', x: 1, text: 'é' };
    sender.send('1', '1', 'realtime:members', 'phx_join', {});
    sender.send('1', '2', 'realtime:members', 'broadcast', message);
    await expect.poll(() => received).toEqual([message]);
    sender.socket.close();
  });

  it('reaches the sender with self, and is acknowledged with ack', async () => {
    const received: unknown[] = [];
    const config = { broadcast: { self: true, ack: true } };
    const channel = await joinTopic(await connect(null, vsn), 'self', config, (joined) =>
      joined.on('broadcast', { event: 'hello' }, ({ payload }) => received.push(payload)),
    );
    expect(await channel.send({ type: 'broadcast', event: 'hello', payload: { a: 1 } })).toBe('ok');
    await expect.poll(() => received).toEqual([{ a: 1 }]);
  });

  it('refuses a payload over the limit, and goes on', async () => {
    const config = { broadcast: { ack: true } };
    const channel = await joinTopic(await connect(null, vsn), 'large', config);
    const payload = { text: 'x'.repeat(300 * 1024) };
    expect(await channel.send({ type: 'broadcast', event: 'e', payload })).toBe('error');
    expect(await channel.send({ type: 'broadcast', event: 'e', payload: {} })).toBe('ok');
  });

  it('shows who is present, who comes and who leaves', async () => {
    const first = await connect(null, vsn);
    const log: string[] = [];
    const one = await joinTopic(first, 'lobby', { presence: { key: 'one' } }, (channel) =>
      channel
        .on('presence', { event: 'join' }, ({ key, newPresences }) =>
          log.push(`join ${key} ${String(newPresences[0]?.['name'])}`),
        )
        .on('presence', { event: 'leave' }, ({ key }) => log.push(`leave ${key}`)),
    );
    expect(await one.track({ name: 'Ada' })).toBe('ok');
    const second = await connect();
    const two = await joinTopic(second, 'lobby', { presence: { key: 'two' } }, (channel) =>
      channel.on('presence', { event: 'sync' }, () => {}),
    );
    await expect.poll(() => Object.keys(two.presenceState())).toEqual(['one']);
    await two.track({ name: 'Ben' });
    await expect.poll(() => Object.keys(one.presenceState()).sort()).toEqual(['one', 'two']);
    await two.track({ name: 'Benjamin' });
    await expect.poll(() => one.presenceState()['two']).toMatchObject([{ name: 'Benjamin' }]);
    const before = log.length;
    expect(await two.track({ name: 'Benjamin' })).toBe('ok');
    await one.untrack();
    await expect.poll(() => Object.keys(two.presenceState())).toEqual(['two']);
    await expect.poll(() => log.slice(before)).toEqual(['leave one']);
    await second.removeAllChannels();
    await expect.poll(() => one.presenceState()).toEqual({});
    expect(log).toContain('join one Ada');
    expect(log.at(-1)).toBe('leave two');
  });

  it('leaves presence when the connection is lost', async () => {
    const one = await joinTopic(await connect(null, vsn), 'lost', {}, (channel) =>
      channel.on('presence', { event: 'sync' }, () => {}),
    );
    const gone = await connect(null, vsn);
    const two = await joinTopic(gone, 'lost', { presence: { key: 'gone' } });
    await two.track({});
    await expect.poll(() => Object.keys(one.presenceState())).toEqual(['gone']);
    await gone.realtime.disconnect();
    await expect.poll(() => one.presenceState()).toEqual({});
  });

  it('takes a map only', async () => {
    const socket = await openRawSocket(server, { vsn });
    const send = (ref: string, event: string, payload: object) => {
      const topic = 'realtime:maps';
      if (vsn === '2.0.0') socket.send('1', ref, topic, event, payload);
      else socket.socket.send(JSON.stringify({ topic, event, payload, ref, join_ref: '1' }));
    };
    send('1', 'phx_join', { config: { presence: { key: 'k' } } });
    send('2', 'presence', { event: 'track', payload: [1] });
    await expect
      .poll(() => JSON.stringify(socket.received))
      .toContain('Presence track payload must be a map');
    socket.socket.close();
  });

  it('answers heartbeats', async () => {
    const client = await connect(null, vsn);
    const statuses: string[] = [];
    await joinTopic(client, 'heart');
    client.realtime.onHeartbeat((status) => statuses.push(status));
    await client.realtime.sendHeartbeat();
    await expect.poll(() => statuses).toEqual(['sent', 'ok']);
  });
});

describe('messages that are nested too deeply', () => {
  const nested = '['.repeat(7_000) + ']'.repeat(7_000);

  it.each([
    ['a broadcast', 'broadcast', `{"type":"broadcast","event":"e","payload":{"a":${nested}}}`],
    ['presence', 'presence', `{"type":"presence","event":"track","payload":{"a":${nested}}}`],
  ])('end the connection that sends %s, and nobody else', async (_what, event, payload) => {
    const other = await joinTopic(await connect(), 'deep', { broadcast: { ack: true } });
    const socket = await openRawSocket(server);
    socket.send('1', '1', 'realtime:deep', 'phx_join', {});
    await expect.poll(() => socket.received.length).toBeGreaterThan(0);
    socket.socket.send(`["1","2","realtime:deep","${event}",${payload}]`);
    await expect.poll(() => socket.closed).toBe(1007);
    expect(await other.send({ type: 'broadcast', event: 'e', payload: {} })).toBe('ok');
  });

  it('are refused by HTTP', async () => {
    const response = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: server.secrets.publishableKey, 'content-type': 'application/json' },
      body: `{"messages":[{"topic":"deep","event":"e","payload":{"a":${nested}}}]}`,
    });
    expect(response.status).toBe(422);
  });
});

it('broadcasts by HTTP every key of a payload', async () => {
  const received: unknown[] = [];
  await joinTopic(await connect(), 'race', {}, (joined) =>
    joined.on('broadcast', { event: 'win' }, ({ payload }) => received.push(payload)),
  );
  const payload = { constructor: 'Ferrari', prototype: 'F80' };
  const response = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: server.secrets.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ topic: 'race', event: 'win', payload }] }),
  });
  expect(response.status).toBe(202);
  await expect.poll(() => received).toEqual([payload]);
});

describe('binary broadcast', () => {
  it('reaches clients of version 2.0.0 as the same bytes', async () => {
    const received: unknown[] = [];
    const old: unknown[] = [];
    await joinTopic(await connect(), 'bytes', {}, (channel) =>
      channel.on('broadcast', { event: 'b' }, ({ payload }) => received.push(payload)),
    );
    await joinTopic(await connect(null, '1.0.0'), 'bytes', {}, (channel) =>
      channel.on('broadcast', { event: '*' }, ({ event }) => old.push(event)),
    );
    const sender = await joinTopic(await connect(), 'bytes');
    const bytes = new Uint8Array([0, 255, 128, 10]);
    await sender.send({ type: 'broadcast', event: 'b', payload: bytes.buffer });
    await sender.send({ type: 'broadcast', event: 'json', payload: {} });
    await expect.poll(() => received).toEqual([bytes.buffer]);
    await expect.poll(() => old).toEqual(['json']);
  });
});

describe('what is not served', () => {
  it('is refused: an AI agent with its channel, a stored broadcast alone', async () => {
    const socket = await openRawSocket(server);
    const replyTo = async (ref: string) => {
      const isReply = (message: unknown) => Array.isArray(message) && message[1] === ref;
      await expect.poll(() => socket.received.some(isReply)).toBe(true);
      return socket.received.find(isReply);
    };
    socket.send('1', '1', 'realtime:agent', 'phx_join', {
      config: { ai: { enabled: true, agent: 'helper' } },
    });
    expect(await replyTo('1')).toMatchObject({
      4: {
        status: 'error',
        response: {
          reason: 'InvalidJoinPayload: config.ai.enabled: AI agents are not supported',
        },
      },
    });
    socket.send('2', '2', 'realtime:agent', 'phx_join', { config: { ai: { enabled: false } } });
    expect(await replyTo('2')).toMatchObject({ 4: { status: 'ok' } });
    socket.send('2', '3', 'realtime:agent', 'broadcast', {
      type: 'broadcast',
      event: 'note',
      payload: {},
      persist: true,
    });
    expect(await replyTo('3')).toMatchObject({
      4: { status: 'error', response: { reason: 'Storing broadcasts (persist) is not supported' } },
    });
    socket.socket.close();
  });
});

describe('private channels', () => {
  it('join, read and write by the policies of realtime.messages', async () => {
    const received: unknown[] = [];
    const topic = `room:${ada.id}`;
    const config = { private: true, broadcast: { ack: true } };
    await joinTopic(await connect(ada), topic, config, (channel) =>
      channel.on('broadcast', { event: 'note' }, ({ payload }) => received.push(payload)),
    );
    const other = await joinTopic(await connect(ada, '1.0.0'), topic, config);
    expect(await other.send({ type: 'broadcast', event: 'note', payload: { a: 1 } })).toBe('ok');
    await expect.poll(() => received).toEqual([{ a: 1 }]);
    expect(await server.sql('select from realtime.messages')).toEqual([]);
  });

  it.each([
    ['another person', () => ben],
    ['nobody', () => null],
  ])('refuse %s', async (_name, person) => {
    const client = await connect(person());
    const topic = `room:${ada.id}`;
    expect(await subscribe(client.channel(topic, { config: { private: true } }))).toEqual({
      status: 'CHANNEL_ERROR',
      reason: `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    });
  });

  it('refuse writes and presence without the right to write', async () => {
    const config = { private: true, broadcast: { ack: true } };
    const channel = await joinTopic(await connect(ada), 'wall', config);
    expect(await channel.send({ type: 'broadcast', event: 'e', payload: {} })).toBe('error');
    expect(await channel.track({})).toBe('error');
  });

  it('keep broadcasts from who may only see presence', async () => {
    const heard: string[] = [];
    await joinTopic(await connect(ada), 'present', { private: true }, (channel) =>
      channel.on('broadcast', { event: '*' }, ({ event }) => heard.push(event)),
    );
    const response = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: server.secrets.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        messages: [{ topic: 'present', event: 'secret', payload: {}, private: true }],
      }),
    });
    expect(response.status).toBe(202);
    const witness = await joinTopic(await connect(ada), 'wall', {
      private: true,
      broadcast: { ack: true },
    });
    await witness.send({ type: 'broadcast', event: 'after', payload: {} });
    expect(heard).toEqual([]);
  });

  it('never meet the public topic of the same name', async () => {
    const heard: unknown[] = [];
    const topic = `room:${ada.id}`;
    await joinTopic(await connect(ada), topic, { private: true }, (channel) =>
      channel.on('broadcast', { event: '*' }, ({ event }) => heard.push(event)),
    );
    const config = { broadcast: { ack: true } };
    const outside = await joinTopic(await connect(ben), topic, config);
    expect(await outside.send({ type: 'broadcast', event: 'spoof', payload: {} })).toBe('ok');
    const inside = await joinTopic(await connect(ada), topic, { private: true });
    await inside.send({ type: 'broadcast', event: 'real', payload: {} });
    await expect.poll(() => heard).toEqual(['real']);
  });

  it('close when a new token may no longer read', async () => {
    const client = await connect(ada);
    const statuses: string[] = [];
    const messages: unknown[] = [];
    const channel = client
      .channel(`room:${ada.id}`, { config: { private: true } })
      .on('system', {}, ({ message }) => messages.push(message));
    channel.subscribe((status) => statuses.push(status));
    await expect.poll(() => statuses).toEqual(['SUBSCRIBED']);
    await changeToken(client, await accessTokenOf(ben));
    await expect.poll(() => statuses).toEqual(['SUBSCRIBED', 'CLOSED']);
    expect(messages).toEqual([
      `You do not have permissions to read from this Channel topic: room:${ada.id}`,
    ]);
  });

  it.each([
    ['2.0.0', (join: unknown, ref: unknown, ...rest: unknown[]) => [join, ref, ...rest]],
    [
      '1.0.0',
      (_: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown) => ({
        topic,
        event,
        payload,
        ref,
      }),
    ],
  ])('answer a reference of version %s as it was sent, also a number', async (vsn, message) => {
    const socket = await openRawSocket(server, { vsn });
    const topic = 'realtime:numbered';
    const send = (...parts: [unknown, unknown, string, string, unknown]) =>
      socket.socket.send(JSON.stringify(message(...parts)));
    send(1, 1, topic, 'phx_join', {});
    send(1, 2, topic, 'phx_leave', {});
    send(null, 3, 'phoenix', 'heartbeat', {});
    const response = { status: 'ok', response: {} };
    await expect
      .poll(() => socket.received)
      .toEqual(
        expect.arrayContaining([
          message(1, 2, topic, 'phx_reply', response),
          message(null, 3, 'phoenix', 'phx_reply', response),
        ]),
      );
    expect(socket.received).toContainEqual(message(1, 1, topic, 'phx_close', {}));
    socket.socket.terminate();
  });

  it.each(['', 'text'])('close when a new token is %o', async (token) => {
    const socket = await openRawSocket(server);
    const topic = `realtime:room:${ada.id}`;
    const config = { private: true };
    socket.send('1', '1', topic, 'phx_join', { config, access_token: await accessTokenOf(ada) });
    socket.send('1', '2', topic, 'access_token', { access_token: token });
    await expect.poll(() => socket.received.at(-1)).toContain('phx_close');
    const message = 'The token provided is not a valid JWT';
    expect(socket.received.at(-2)).toMatchObject([
      null,
      null,
      topic,
      'system',
      { status: 'error', message },
    ]);
    socket.socket.close();
  });

  it('keep the rights of a token that the client was given, at each heartbeat', async () => {
    const { publishableKey } = server.secrets;
    const client = createClient(server.url, publishableKey);
    await joinTopic(client, 'open');
    await client.realtime.setAuth(await accessTokenOf(ada));
    const config = { private: true, broadcast: { ack: true } };
    const channel = await joinTopic(client, `room:${ada.id}`, config);
    await client.realtime.sendHeartbeat();
    await expect.poll(() => client.realtime.accessTokenValue).toBe(publishableKey);
    expect(await channel.send({ type: 'broadcast', event: 'e', payload: {} })).toBe('ok');
    await client.removeAllChannels();
  });

  it('replay stored messages since a time, oldest first', async () => {
    const topic = `room:${ada.id}`;
    const sent: unknown[] = [];
    const reports: unknown[] = [];
    const ready = { private: true, broadcast: { replication_ready: true } };
    await joinTopic(await connect(ada), topic, ready, (channel) =>
      channel
        .on('broadcast', { event: 'note' }, ({ payload }) => sent.push(payload))
        .on('system', {}, ({ status }) => reports.push(status)),
    );
    await expect.poll(() => reports).toEqual(['ok']);
    await server.sql(
      `insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
       select $1, 'broadcast', 'note', jsonb_build_object('n', n), true,
         timestamp '2026-01-01' + n * interval '1 day' from generate_series(1, 4) n`,
      [topic],
    );
    // A client that joins before they are sent gets them as they are sent, too.
    await expect.poll(() => sent).toHaveLength(4);
    const received: unknown[] = [];
    const since = Date.UTC(2026, 0, 3);
    const config = { private: true, broadcast: { replay: { since, limit: 2 } } };
    await joinTopic(await connect(ada), topic, config, (channel) =>
      channel.on('broadcast', { event: 'note' }, ({ payload, meta }) =>
        received.push([payload, meta?.replayed]),
      ),
    );
    await expect
      .poll(() => received)
      .toEqual([
        [{ n: 3 }, true],
        [{ n: 4 }, true],
      ]);
    await server.sql('delete from realtime.messages');
  });

  it.each([-1e300, 1e300])('join with a replay since %d, beyond all dates', async (since) => {
    const config = { private: true, broadcast: { replay: { since } } };
    const channel = joinTopic(await connect(ada), `room:${ada.id}`, config);
    await expect(channel).resolves.toBeDefined();
  });

  it('receive each message once that is sent while stored ones are read', async () => {
    const topic = `room:${ada.id}`;
    const send = (n: number) =>
      server.sql(`select realtime.send(jsonb_build_object('n', $1::int), 'note', $2, true)`, [
        n,
        topic,
      ]);
    const reports: unknown[] = [];
    const hear = async (heard: unknown[], broadcast: object) =>
      joinTopic(await connect(ada), topic, { private: true, broadcast }, (channel) =>
        channel
          .on('broadcast', { event: 'note' }, ({ payload }) =>
            heard.push((payload as { n: number }).n),
          )
          .on('system', {}, ({ status }) => reports.push(status)),
      );
    const witnessed: unknown[] = [];
    await hear(witnessed, { replication_ready: true });
    await expect.poll(() => reports).toEqual(['ok']);
    const { owner } = server.dependencies.database;
    type Query = (...parameters: unknown[]) => Promise<unknown>;
    const query = owner.query.bind(owner) as Query;
    const reading = vi.spyOn(owner as { query: Query }, 'query');
    reading.mockImplementation(async (...parameters) => {
      if (!String(parameters[0]).includes('order by inserted_at desc')) return query(...parameters);
      await send(2);
      const result = await query(...parameters);
      await send(3);
      await vi.waitUntil(() => witnessed.length === 3, 50_000);
      return result;
    });
    const since = Date.now() - 60_000;
    await send(1);
    const received: unknown[] = [];
    await hear(received, { replay: { since, limit: 5 } });
    reading.mockRestore();
    await send(4);
    await expect.poll(() => received).toContain(4);
    expect(received).toHaveLength(4);
    expect(received).toEqual(expect.arrayContaining([1, 2, 3]));
    await server.sql('delete from realtime.messages');
  });
});

describe('HTTP broadcast', () => {
  it('reaches subscribers with httpSend, as JSON and as bytes', async () => {
    const received: unknown[] = [];
    await joinTopic(await connect(), 'http/topic', {}, (channel) =>
      channel.on('broadcast', { event: 'a/b' }, ({ payload }) => received.push(payload)),
    );
    const outside = (await connect()).channel('http/topic');
    expect(await outside.httpSend('a/b', { n: 1 })).toEqual({ success: true });
    const bytes = new Uint8Array([1, 2, 255]);
    expect(await outside.httpSend('a/b', bytes.buffer)).toEqual({ success: true });
    await expect.poll(() => received).toEqual([{ n: 1 }, bytes.buffer]);
  });

  it('asks the policies on a private topic', async () => {
    const config = { private: true };
    const topic = `room:${ada.id}`;
    const own = (await connect(ada)).channel(topic, { config });
    expect(await own.httpSend('e', {})).toEqual({ success: true });
    const foreign = (await connect(ben)).channel(topic, { config });
    await expect(foreign.httpSend('e', {})).rejects.toThrow('You do not have permissions');
  });
});

describe('joins of older clients', () => {
  it('have the rights of their user_token', async () => {
    const socket = await openRawSocket(server);
    socket.send('1', '1', `realtime:room:${ada.id}`, 'phx_join', {
      config: { private: true },
      user_token: await accessTokenOf(ada),
    });
    await expect.poll(() => socket.received[0]).toMatchObject({ 4: { status: 'ok' } });
    socket.socket.close();
  });

  it('learn that a topic subscribes to no table', async () => {
    const socket = await openRawSocket(server);
    socket.send('1', '1', 'realtime:public:prompts', 'phx_join', {});
    await expect.poll(() => socket.received.length).toBe(2);
    expect(socket.received[1]).toMatchObject({
      3: 'system',
      4: {
        extension: 'postgres_changes',
        status: 'error',
        message: expect.stringContaining('the join has no config') as unknown,
      },
    });
    socket.socket.close();
  });
});
