import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

const reports = '/__page-errors';
const watcher = '/__watch-page.js';

/** Collects the page's errors; runs before its scripts. */
const watching = `
const report = (kind, what) =>
  navigator.sendBeacon(${JSON.stringify(reports)}, kind + ': ' + (what?.stack ? what + '\\n' + what.stack : what));
addEventListener('error', ({ error, message }) => report('error', error ?? message));
addEventListener('unhandledrejection', ({ reason }) => report('rejection', reason));
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  report('policy', violatedDirective + ' ' + blockedURI));
const { error } = console;
console.error = (...words) => {
  report('console', words.map((word) => word?.stack ?? word?.message ?? word).join(' '));
  error.apply(console, words);
};`;

/** A browser keeps storage by origin, so no port is used twice. */
const usedPorts = new Set<number>();

/**
 * A proxy between browser and server that works in every engine: cuts the connection and collects
 * the errors of the pages it delivers.
 */
export class Gateway {
  readonly #server = createServer((incoming, outgoing) => this.#answer(incoming, outgoing));
  readonly #target: URL;
  /** Both ends of each WebSocket. */
  readonly #webSockets = new Set<Duplex>();
  /** Errors, console errors and policy violations of all pages so far. */
  readonly pageErrors: string[] = [];
  isCut = false;
  #held: { readonly path: RegExp; readonly released: Promise<void> } | null = null;
  /** How many requests were held back so far. */
  heldRequests = 0;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server.on('upgrade', (incoming, socket, head) => {
      this.#forwardWebSocket(incoming, socket, head);
    });
  }

  static async open(target: string): Promise<Gateway> {
    const gateway = new Gateway(target);
    await new Promise<void>((resolve) => gateway.#server.listen(0, '127.0.0.1', resolve));
    if (usedPorts.has(gateway.#port)) {
      await gateway.close();
      return Gateway.open(target);
    }
    usedPorts.add(gateway.#port);
    return gateway;
  }

  get origin(): string {
    // Service workers and the clipboard are for secure origins, which localhost is.
    return `http://localhost:${this.#port}`;
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Holds requests whose path matches back, until the returned function is called. */
  hold(path: RegExp): () => void {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    this.#held = { path, released };
    return () => {
      this.#held = null;
      resolve();
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    for (const socket of this.#webSockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (incoming.url === reports) {
      let text = '';
      incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
      incoming.on('end', () => {
        this.pageErrors.push(text);
        outgoing.writeHead(204).end();
      });
    } else if (incoming.url === watcher) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(watching);
    } else if (this.isCut) incoming.socket.destroy();
    else if (this.#held?.path.test(incoming.url ?? '')) {
      this.heldRequests += 1;
      void this.#held.released.then(() => this.#forward(incoming, outgoing));
    } else this.#forward(incoming, outgoing);
  }

  #forwardWebSocket(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.isCut) {
      socket.destroy();
      return;
    }
    const server = connect(Number(this.#target.port), this.#target.hostname);
    const headers = Object.entries(incoming.headers).map(
      ([name, value]) => `${name}: ${String(value)}\r\n`,
    );
    server.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('')}\r\n`);
    server.write(head);
    socket.pipe(server).pipe(socket);
    for (const end of [socket, server]) {
      this.#webSockets.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        this.#webSockets.delete(end);
        (end === socket ? server : socket).destroy();
      });
    }
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { hostname, port } = this.#target;
    const { method, url: path } = incoming;
    const isDocument = incoming.headers.accept?.includes('text/html') || path === '/index.html';
    const headers = { ...incoming.headers };
    // Only a document that is read can get the script.
    if (isDocument) delete headers['accept-encoding'];
    const forwarded = request({ hostname, port, method, path, headers }, (response) => {
      const { statusCode = 502, headers: originalHeaders } = response;
      if (
        !originalHeaders['content-type']?.startsWith('text/html') ||
        originalHeaders['content-encoding']
      ) {
        outgoing.writeHead(statusCode, originalHeaders);
        response.pipe(outgoing);
        return;
      }
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        const { 'content-length': _length, etag: _etag, ...rest } = originalHeaders;
        outgoing.writeHead(statusCode, rest);
        outgoing.end(text.replace('<head>', `<head><script src="${watcher}"></script>`));
      });
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  }
}
