/**
 * Runs in the process of a function: loads its file, and calls it for each request on a socket. The
 * arguments are the paths of both.
 */
import { pathToFileURL } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { createServer } from 'node:http';
import { Worker } from 'node:worker_threads';
import { getRequestListener } from '@hono/node-server';
import * as v from 'valibot';
import { failedHeader, type FromProcess, requestIdHeader, type ToProcess } from './messages.ts';

type Handler = (request: Request) => unknown;

const isHandler = (value: unknown): value is Handler => typeof value === 'function';
const functionModule = v.object({
  default: v.custom<Handler>(isHandler, 'must export a function as default'),
  verify_jwt: v.optional(v.boolean('must be true or false'), true),
});

const [file, socket] = v.parse(v.tuple([v.string(), v.string()]), process.argv.slice(2));
const send = (message: FromProcess): void => void process.send?.(message);

/** Returns an error's message with the place in the function's file where it was thrown. */
function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const abortControllers = new Map<number, AbortController>();

/** Calls the function with the request that the client sent. */
async function respond(handler: Handler, received: Request): Promise<Response> {
  const headers = new Headers(received.headers);
  const id = Number(headers.get(requestIdHeader));
  headers.delete(requestIdHeader);
  const controller = new AbortController();
  abortControllers.set(id, controller);
  try {
    const { url, method, body } = received;
    const { signal } = controller;
    const response = await handler(
      new Request(url, { method, headers, signal, ...(body && { body, duplex: 'half' }) }),
    );
    if (!(response instanceof Response)) throw new TypeError('The function returned no Response.');
    return response;
  } catch (error) {
    send({ type: 'error', message: describe(error) });
    return new Response(null, { headers: { [failedHeader]: 'true' } });
  } finally {
    abortControllers.delete(id);
  }
}

process.on('disconnect', () => process.exit());
// A function that blocks this thread keeps it from hearing that the server was killed. Another one
// notices that the process has a new parent.
new Worker(
  `const { workerData: parent } = require('node:worker_threads');
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1_000);`,
  { eval: true, workerData: process.ppid },
).unref();
const loaded = v.parse(functionModule, await import(pathToFileURL(file).href));
process.on('message', (message: ToProcess) => {
  switch (message.type) {
    case 'abort':
      abortControllers.get(message.id)?.abort();
      break;
    case 'ping':
      send({ type: 'pong', externalBytes: getHeapStatistics().external_memory });
      break;
  }
});
const listener = getRequestListener((request) => respond(loaded.default, request), {
  overrideGlobalObjects: false,
});
// The server has its own limits of time, and keeps connections.
createServer(
  { requestTimeout: 0, keepAliveTimeout: 0 },
  (...request) => void listener(...request),
).listen(socket, () => send({ type: 'ready', verifiesToken: loaded.verify_jwt }));
