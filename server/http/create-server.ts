import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { type PendingLimits, PendingMessages } from './pending-messages.ts';
import { rawResponse } from './raw-response.ts';

/** Room for the longest URL that /rest/v1 reads, and for as many bytes of headers. */
const maxHeaderSize = 64 * 1024;

/** The longest that a request may take to arrive. Node's five minutes are too short for uploads. */
const requestTimeout = 3_600_000;

/** The most requests of a connection that may wait for responses. Node accepts any number. */
const maxPipelined = 100;

/** The only address that accepts WebSockets. */
const webSocketUrl = /^\/realtime\/v1\/websocket(?=[?#]|$)/;

/** Statuses of requests that Node can't read, by its error code; 400 for all others. */
const unreadableStatus: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Node's parser refuses URLs that are not ASCII, as a person may type into a shell. */
const notEncoded = JSON.stringify({
  message: 'The URL has characters that must be percent-encoded.',
});

/** Returns whether a request names its host once, or not at all with HTTP/1.0 (RFC 9112, section 3.2). */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count === 1 || (count === 0 && httpVersion === '1.0');
}

/**
 * Creates the HTTP server; it does not listen yet. `headers` belong to every response. The listener
 * adds them to its own responses, and this server adds them to those that Node sends itself.
 */
export function createHttpServer(
  listener: RequestListener,
  headers: Readonly<Record<string, string>>,
  limits?: PendingLimits,
): Server {
  const pending = new PendingMessages(limits);
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  const openCounts = new WeakMap<Duplex, number>();
  const refuse = (response: ServerResponse, status: number) =>
    response.writeHead(status, { ...headers, connection: 'close' }).end();

  const options = {
    maxHeaderSize,
    requestTimeout,
    requireHostHeader: false,
    // All other requests are answered as if they had not asked for an upgrade.
    shouldUpgradeCallback: (incoming: IncomingMessage) =>
      webSocketUrl.test(incoming.url ?? '') &&
      hasOneHost(incoming) &&
      server.listenerCount('upgrade') > 0,
  };
  const server: Server = createServer(options, (incoming, outgoing) => {
    const { socket } = incoming;
    const openCount = (openCounts.get(socket) ?? 0) + 1;
    if (openCount > maxPipelined) {
      socket.destroy();
      return;
    }
    openCounts.set(socket, openCount);
    outgoing.once('finish', () => openCounts.set(socket, (openCounts.get(socket) ?? 1) - 1));
    lastResponses.set(socket, outgoing);
    pending.watch(incoming, outgoing);
    if (hasOneHost(incoming)) listener(incoming, outgoing);
    else refuse(outgoing, 400);
  });
  server.once('close', () => pending.close());
  server.on('checkExpectation', (_incoming, outgoing) => refuse(outgoing, 417));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const last = lastResponses.get(socket);
    const isAnswering = last?.headersSent === true && !last.writableFinished;
    if (!socket.writable || isAnswering || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const status = unreadableStatus[error.code ?? ''] ?? 400;
    const body = error.code === 'HPE_INVALID_URL' ? notEncoded : '';
    socket.end(rawResponse(status, headers, body));
  });
  // Proxies keep idle connections for a minute. This server must not be the first to close them.
  server.keepAliveTimeout = 65_000;
  return server;
}
