import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { subscribe } from './subscribe.ts';

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

const connectAtOnce = 25;
const heartbeatMs = 25_000;
const received: number[] = [];

const sockets: WebSocket[] = [];
for (let start = 0; start < people.length; start += connectAtOnce) {
  const some = people.slice(start, start + connectAtOnce);
  const subscribed = some.map(({ id, token }) =>
    subscribe({
      port,
      apiKey,
      token,
      filters: [`user_id=eq.${id}`],
      receive: (title, atMs) => received.push(Number(title), atMs),
    }),
  );
  sockets.push(...(await Promise.all(subscribed)));
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
