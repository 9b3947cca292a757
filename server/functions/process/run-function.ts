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
import { withDecodedHeaders } from './with-decoded-headers.ts';

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
/** Requests whose client left before they came here, on the socket. */
const abortedEarly = new Set<number>();

function failedResponse(): Response {
  return new Response(null, { headers: { [failedHeader]: 'true' } });
}

/** Cuts the connection if a body fails. The listener would send its error to the client. */
function cutOnError(body: ReadableStream<Uint8Array>, cut: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          send({ type: 'error', message: describe(error) });
          cut();
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Copies what a function returned. Throws if that can't be sent. */
function copyResponse(returned: unknown, cut: () => void): Response {
  if (!(returned instanceof Response)) throw new TypeError('The function returned no Response.');
  const { body, status, statusText, headers, bodyUsed } = returned;
  if (bodyUsed) throw new TypeError('The function has read the body of its Response.');
  return new Response(body && cutOnError(body, cut), { status, statusText, headers });
}

/** Calls the function with the request that the client sent. `cut` ends the connection. */
async function respond(handler: Handler, received: Request, cut: () => void): Promise<Response> {
  const headers = new Headers(received.headers);
  const id = Number(headers.get(requestIdHeader));
  headers.delete(requestIdHeader);
  if (abortedEarly.delete(id)) return failedResponse();
  const controller = new AbortController();
  abortControllers.set(id, controller);
  try {
    const { url, method, body } = received;
    const { signal } = controller;
    const returned = await handler(
      new Request(url, { method, headers, signal, ...(body && { body, duplex: 'half' }) }),
    );
    return copyResponse(returned, cut);
  } catch (error) {
    send({ type: 'error', message: describe(error) });
    return failedResponse();
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
globalThis.fetch = withDecodedHeaders(fetch);
// The server's cache, which this process has opened.
delete process.env['NODE_COMPILE_CACHE'];
const loaded = v.parse(functionModule, await import(pathToFileURL(file).href));
process.on('message', (message: ToProcess) => {
  switch (message.type) {
    case 'abort': {
      const controller = abortControllers.get(message.id);
      if (controller === undefined) abortedEarly.add(message.id);
      else controller.abort();
      break;
    }
    case 'ping':
      send({ type: 'pong', externalBytes: getHeapStatistics().external_memory });
      break;
  }
});
const listener = getRequestListener(
  (request, { outgoing }) => respond(loaded.default, request, () => void outgoing.destroy()),
  { overrideGlobalObjects: false },
);
// The server has its own limits of time, and keeps connections.
createServer(
  { requestTimeout: 0, keepAliveTimeout: 0 },
  (...request) => void listener(...request),
).listen(socket, () => send({ type: 'ready', verifiesToken: loaded.verify_jwt }));
