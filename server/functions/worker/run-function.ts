/** Runs in the worker: loads the function's file and calls it for each request. */
import { pathToFileURL } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import type { FromWorker, ToWorker } from './messages.ts';

type Handler = (request: Request) => unknown;

const isHandler = (value: unknown): value is Handler => typeof value === 'function';
const functionModule = v.object({
  default: v.custom<Handler>(isHandler, 'must export a function as default'),
  verify_jwt: v.optional(v.boolean('must be true or false'), true),
});

const { file } = v.parse(v.object({ file: v.string() }), workerData);
const port = parentPort;
if (port === null) throw new Error('This file runs in a worker.');

function send(message: FromWorker, transfer: readonly ReadableStream[] = []): void {
  port?.postMessage(message, [...transfer]);
}

/** Returns an error's message with the place in the function's file where it was thrown. */
function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const abortControllers = new Map<number, AbortController>();

async function respond(
  handler: Handler,
  { id, url, method, headers, body }: Extract<ToWorker, { type: 'request' }>,
): Promise<void> {
  const controller = new AbortController();
  abortControllers.set(id, controller);
  try {
    const request = new Request(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      signal: controller.signal,
      ...(body === null ? {} : { body, duplex: 'half' }),
    });
    const response = await handler(request);
    if (!(response instanceof Response)) throw new TypeError('The function returned no Response.');
    const stream = response.body;
    send(
      {
        type: 'response',
        id,
        status: response.status,
        headers: [...response.headers],
        body: stream,
      },
      stream === null ? [] : [stream],
    );
  } catch (error) {
    send({ type: 'error', id, message: describe(error) });
  } finally {
    abortControllers.delete(id);
  }
}

const loaded = v.parse(functionModule, await import(pathToFileURL(file).href));
port.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'request':
      void respond(loaded.default, message);
      break;
    case 'abort':
      abortControllers.get(message.id)?.abort();
      break;
    case 'ping':
      send({ type: 'pong', externalBytes: getHeapStatistics().external_memory });
      break;
  }
});
send({ type: 'ready', verifiesToken: loaded.verify_jwt });
