import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { WebSocket } from 'ws';

/*
 * A thread of measure-realtime.ts with some of the clients. It says when all have subscribed, and
 * ends on a message. It responds with the changes that came: for each, the number in the title and
 * the time in milliseconds.
 */
const { port, apiKey, people } = v.parse(
  v.object({
    port: v.number(),
    apiKey: v.string(),
    /** The person of each connection. */
    people: v.array(v.object({ id: v.string(), token: v.string() })),
  }),
  workerData,
);
type Person = (typeof people)[number];

const connectAtOnce = 25;
const heartbeatMs = 25_000;
const received: number[] = [];
const change = v.tuple([
  v.nullable(v.string()),
  v.nullable(v.string()),
  v.string(),
  v.string(),
  v.object({
    status: v.optional(v.string()),
    data: v.optional(v.object({ record: v.object({ title: v.string() }) })),
  }),
]);

/** Subscribes a person to their own prompts, as the page does. */
async function subscribe({ id, token }: Person): Promise<WebSocket> {
  const address = `ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=2.0.0&apikey=${apiKey}`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, 'open');
  const joined = new Promise<void>((resolve, reject) => {
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return;
      const atMs = performance.timeOrigin + performance.now();
      const parsed = v.safeParse(change, JSON.parse(data.toString()));
      if (!parsed.success) return;
      const [, , , event, payload] = parsed.output;
      if (event === 'postgres_changes') {
        received.push(Number(payload.data?.record.title), atMs);
      } else if (event === 'phx_reply' && payload.status === 'ok') {
        resolve();
      } else if (event === 'phx_reply') {
        reject(new Error(`A client could not subscribe: ${data.toString()}`));
      }
    });
    socket.on('close', () => reject(new Error('A client was disconnected.')));
  });
  const config = {
    postgres_changes: [
      { event: 'UPDATE', schema: 'public', table: 'prompts', filter: `user_id=eq.${id}` },
    ],
    postgres_changes_options: { wait: true },
  };
  socket.send(
    JSON.stringify(['1', '1', 'realtime:prompts', 'phx_join', { config, access_token: token }]),
  );
  await joined;
  return socket;
}

const sockets: WebSocket[] = [];
for (let start = 0; start < people.length; start += connectAtOnce) {
  const some = people.slice(start, start + connectAtOnce);
  sockets.push(...(await Promise.all(some.map(subscribe))));
}
const heartbeat = setInterval(() => {
  for (const socket of sockets) socket.send('[null,"1","phoenix","heartbeat",{}]');
}, heartbeatMs);
// A thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage('subscribed');
parentPort?.once('message', () => void end());

async function end(): Promise<void> {
  clearInterval(heartbeat);
  const lost = sockets.filter((socket) => socket.readyState !== WebSocket.OPEN).length;
  for (const socket of sockets) socket.close();
  await pause(100);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage({ received, lost });
}
