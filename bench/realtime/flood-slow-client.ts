import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ServerProcess } from '../server-process.ts';

const payloadBytes = 200_000;
const maxBytes = 200_000_000;

/**
 * Broadcasts to a client that stopped reading, until the server disconnects it. Returns how much it
 * was sent, and how long that took. Throws if it is never disconnected.
 */
export async function floodSlowClient(
  { port, log }: ServerProcess,
  apiKey: string,
): Promise<{ megabytes: number; seconds: number }> {
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=2.0.0&apikey=${apiKey}`,
  );
  await once(socket, 'open');
  socket.send(JSON.stringify(['1', '1', 'realtime:flood', 'phx_join', {}]));
  await once(socket, 'message');
  socket.pause();
  const start = performance.now();
  const messages = Array.from({ length: 5 }, () => ({
    topic: 'flood',
    event: 'e',
    payload: { text: 'x'.repeat(payloadBytes) },
  }));
  const isDropped = () => log.some((line) => line.includes('a slow realtime client'));
  let bytes = 0;
  while (!isDropped()) {
    if (bytes > maxBytes) throw new Error('A client that stopped reading was not disconnected.');
    const response = await fetch(`http://127.0.0.1:${port}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ messages }),
    });
    if (!response.ok) throw new Error(`A broadcast got status ${response.status}.`);
    bytes += messages.length * payloadBytes;
  }
  const seconds = (performance.now() - start) / 1_000;
  socket.resume();
  await once(socket, 'close');
  return { megabytes: bytes / 1e6, seconds };
}
