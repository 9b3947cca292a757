import {
  createServer,
  type IncomingMessage,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';

/** Room for the longest URL that /rest/v1 reads, and for as many bytes of headers. */
const maxHeaderSize = 64 * 1024;

/** The longest that a request may take to arrive. Node's five minutes are too short for uploads. */
const requestTimeout = 3_600_000;

interface PendingLimits {
  /**
   * How long a client may read nothing of a response that waits in memory; Node may wait twice as
   * long.
   */
  readonly unreadMs: number;
  /** The most bytes of responses that clients leave unread, and of requests that they don't end. */
  readonly maxBytes: number;
}

const defaultLimits: PendingLimits = { unreadMs: 30_000, maxBytes: 512 * 1024 * 1024 };
/** How often unfinished requests are measured. */
const measureMs = 1_000;

/** Bodies up to this length are not counted. */
const smallBody = 64 * 1024;

/** Uploads go to the disk as they arrive. */
const uploadUrl = /^\/storage\/v1\//;

/** Less than this waits without a limit, such as the last part of a file. */
const smallRest = 1024 * 1024;

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

/**
 * Creates the HTTP server; it does not listen yet. `headers` belong to every response. The listener
 * adds them to its own responses, and this server adds them to those that Node sends itself.
 */
export function createHttpServer(
  listener: RequestListener,
  headers: Readonly<Record<string, string>>,
  { unreadMs, maxBytes }: PendingLimits = defaultLimits,
): Server {
  // The first of each waits longest.
  const unread = new Set<Pending>();
  const unfinished = new Set<Pending>();
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  const openCounts = new WeakMap<Duplex, number>();
  const refuse = (response: ServerResponse, status: number) =>
    response.writeHead(status, { ...headers, connection: 'close' }).end();

  const options = {
    maxHeaderSize,
    requestTimeout,
    requireHostHeader: false,
    // All other requests are answered as if they had not asked for an upgrade.
    shouldUpgradeCallback: ({ url = '' }: IncomingMessage) =>
      webSocketUrl.test(url) && server.listenerCount('upgrade') > 0,
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
    // Node starts over whenever the client reads, and ends the connection otherwise.
    outgoing.once('prefinish', () => {
      if (outgoing.writableLength <= smallRest) return;
      outgoing.socket?.setTimeout(unreadMs);
      const response: Pending = {
        address: socket.remoteAddress,
        length: () => outgoing.writableLength,
        end: () => outgoing.destroy(),
      };
      unread.add(response);
      outgoing.once('close', () => unread.delete(response));
      endUntilFits(unread, maxBytes);
    });
    if (isLarge(incoming) && !uploadUrl.test(incoming.url ?? '')) {
      const before = socket.bytesRead;
      const request: Pending = {
        address: socket.remoteAddress,
        length: () => (incoming.complete ? 0 : socket.bytesRead - before),
        end: () => socket.destroy(),
      };
      unfinished.add(request);
      outgoing.once('close', () => unfinished.delete(request));
    }
    if (incoming.headers.host === undefined && incoming.httpVersion === '1.1') {
      refuse(outgoing, 400);
    } else {
      listener(incoming, outgoing);
    }
  });
  const measuring = setInterval(() => endUntilFits(unfinished, maxBytes), measureMs).unref();
  server.once('close', () => clearInterval(measuring));
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
    const lines = Object.entries({
      ...headers,
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
      connection: 'close',
      'content-length': String(body.length),
    });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
  });
  // Proxies keep idle connections for a minute. This server must not be the first to close them.
  server.keepAliveTimeout = 65_000;
  return server;
}

/** Returns whether a request has a large body, or one of an unknown length. */
function isLarge({ headers }: IncomingMessage): boolean {
  return (
    Number(headers['content-length'] ?? 0) > smallBody || headers['transfer-encoding'] !== undefined
  );
}

/** A request that has not arrived as a whole, or a response that its client has not read. */
interface Pending {
  readonly address: string | undefined;
  /** Returns how many bytes of it are in memory. */
  length(): number;
  end(): void;
}

/**
 * Ends messages until the others are no longer than `maxBytes` together, or one is left: each time the
 * one that waits longest of the address with most bytes. A client that sends or reads a little now and
 * then could keep many in memory otherwise.
 */
function endUntilFits(pending: Set<Pending>, maxBytes: number): void {
  while (pending.size > 1) {
    const byAddress = Map.groupBy(pending, ({ address }) => address);
    const sums = [...byAddress.values()].map((messages) => ({
      // Requests that have arrived still wait for their responses.
      oldest: messages.find((message) => message.length() > 0),
      length: messages.reduce((sum, message) => sum + message.length(), 0),
    }));
    if (sums.reduce((sum, { length }) => sum + length, 0) <= maxBytes) return;
    const oldest = sums.toSorted((a, b) => b.length - a.length)[0]?.oldest;
    if (oldest === undefined) return;
    pending.delete(oldest);
    oldest.end();
  }
}
