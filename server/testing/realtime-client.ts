import {
  createClient,
  type RealtimeChannel,
  type RealtimeChannelOptions,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { signUp, type Person } from './sign-up.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export const protocolVersions = ['1.0.0', '2.0.0'] as const;
export type ProtocolVersion = (typeof protocolVersions)[number];

/** The status of a subscription, with the server's reason if there is one. */
export interface Subscribed {
  readonly status: string;
  readonly reason: string;
}

/** A server that clients connect to. */
interface Address {
  readonly url: string;
  readonly secrets: Pick<TestServer['secrets'], 'publishableKey'>;
}

/** Creates the unmodified client, signed in as a person or anonymous. */
export async function realtimeClient(
  { url, secrets }: Address,
  vsn: ProtocolVersion = '2.0.0',
  person: Person | null = null,
): Promise<SupabaseClient> {
  const identity = { token: person === null ? null : await accessTokenOf(person) };
  const client = createClient(url, secrets.publishableKey, {
    realtime: { vsn },
    accessToken: () => Promise.resolve(identity.token),
  });
  identities.set(client, identity);
  await client.realtime.setAuth();
  return client;
}

const identities = new WeakMap<SupabaseClient, { token: string | null }>();

/** Changes who the client is, as a sign-in does. */
export async function changeToken(client: SupabaseClient, token: string): Promise<void> {
  const identity = identities.get(client);
  if (identity !== undefined) identity.token = token;
  await client.realtime.setAuth();
}

export async function accessTokenOf({ auth }: Person): Promise<string> {
  const { data } = await auth.getSession();
  return data.session?.access_token ?? '';
}

/** Subscribes, and returns the first status. */
export function subscribe(channel: RealtimeChannel): Promise<Subscribed> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) =>
      resolve({ status, reason: error instanceof Error ? error.message : '' }),
    );
  });
}

/** Joins a topic with listeners that `listen` adds. Throws if the join is refused. */
export async function joinTopic(
  client: SupabaseClient,
  topic: string,
  config: RealtimeChannelOptions['config'] = {},
  listen: (channel: RealtimeChannel) => void = () => {},
): Promise<RealtimeChannel> {
  const channel = client.channel(topic, { config });
  listen(channel);
  const { status, reason } = await subscribe(channel);
  if (status !== 'SUBSCRIBED') throw new Error(`${status}: ${reason}`);
  return channel;
}

/** A WebSocket that sends what it likes, for requests that no client would send. */
export interface RawSocket {
  readonly received: readonly unknown[];
  /** The close code; null while open. */
  readonly closed: number | null;
  readonly socket: WebSocket;
  send(...message: readonly unknown[]): void;
}

/**
 * Opens a raw socket of version 2.0.0, as if from a network address if the server trusts proxies here.
 * Rejects with the status if the handshake is refused.
 */
export async function openRawSocket(
  { url, secrets }: Address,
  { apiKey = secrets.publishableKey, vsn = '2.0.0', origin = '', from = '' } = {},
): Promise<RawSocket> {
  const address = new URL('/realtime/v1/websocket', url.replace('http', 'ws'));
  address.searchParams.set('apikey', apiKey);
  address.searchParams.set('vsn', vsn);
  const socket = new WebSocket(address, {
    ...(origin === '' ? {} : { origin }),
    headers: from === '' ? {} : { 'x-forwarded-for': from },
  });
  const received: unknown[] = [];
  let closed: number | null = null;
  socket.on('message', (data, isBinary) => {
    if (Buffer.isBuffer(data)) received.push(isBinary ? data : JSON.parse(data.toString()));
  });
  socket.on('close', (code) => (closed = code));
  await once(socket, 'open');
  socket.on('error', () => {});
  return {
    received,
    socket,
    get closed() {
      return closed;
    },
    send: (...message) => socket.send(JSON.stringify(message)),
  };
}

/** Starts a server with a schema and two people, and clients that leave their topics after a test. */
export async function createRealtimeTestHarness(schema: string) {
  const server = await startTestServer({ REALTIME_MESSAGES: '1000' });
  const [ada, ben] = await Promise.all([
    signUp(server, 'ada@example.com'),
    signUp(server, 'ben@example.com'),
  ]);
  await server.sql(schema);
  const clients: SupabaseClient[] = [];
  return {
    server,
    ada,
    ben,
    connect: async (person: Person | null = null, vsn?: ProtocolVersion) => {
      const client = await realtimeClient(server, vsn, person);
      clients.push(client);
      return client;
    },
    leaveTopics: async () => {
      await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()));
    },
  };
}
