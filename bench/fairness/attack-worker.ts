import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { subscribe } from '../realtime/subscribe.ts';
import { attacks, type AttackRequest, costlyFilters } from './attacks.ts';

/*
 * The thread of measure-fairness.ts that attacks, so that its own work doesn't delay the clock of the
 * victim. It ends on a message, and responds with the number of responses by status.
 */
const { origin, apiKey, tokens, name } = v.parse(
  v.object({
    origin: v.string(),
    apiKey: v.string(),
    tokens: v.array(v.string()),
    name: v.string(),
  }),
  workerData,
);
const statuses: Record<string, number> = {};
const end = new AbortController();

async function send({ method, path, person, body }: AttackRequest): Promise<void> {
  const status = await fetch(origin + path, {
    method,
    headers: {
      apikey: apiKey,
      'content-type': 'application/json',
      // All signed-out visitors share an address.
      'x-forwarded-for': '198.51.100.7',
      ...(person === null ? {} : { authorization: `Bearer ${tokens[person - 1]}` }),
    },
    signal: end.signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
    .then(async (response) => {
      await response.arrayBuffer();
      return String(response.status);
    })
    .catch(() => 'lost');
  if (!end.signal.aborted) statuses[status] = (statuses[status] ?? 0) + 1;
}

const attack = attacks.find((one) => one.name === name);
const socket =
  attack?.subscriber === undefined
    ? null
    : await subscribe({
        port: Number(new URL(origin).port),
        apiKey,
        token: tokens[attack.subscriber - 1] ?? '',
        filters: costlyFilters,
        receive: () => undefined,
      });
const clients = Array.from({ length: attack?.clients ?? 0 }, async (_, client) => {
  while (!end.signal.aborted) {
    for (const request of attack?.round(client) ?? []) await send(request);
  }
});

async function report(): Promise<void> {
  end.abort();
  socket?.close();
  await Promise.all(clients);
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(statuses);
}

parentPort?.once('message', () => void report());
