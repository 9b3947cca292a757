import type { RequestListener } from 'node:http';
import { promisify } from 'node:util';
import { type App, buildApp, type ServerDependencies } from './app.ts';
import { type Config, listensOnLoopback } from './config.ts';
import { createHttpServer } from './http/create-server.ts';
import { listen } from './http/listen.ts';
import { securityHeaders } from './http/security-headers.ts';

/** How long open requests may take after a stop. */
const shutdownMs = 5_000;

/** A process's HTTP server. */
export interface HttpFront {
  readonly port: number;
  /** Answers requests from now on. Before, every address answers 503. */
  serve(parts: ServerDependencies): void;
  /** Lets open requests finish for a bounded time. May be called more than once. */
  close(): Promise<void>;
}

const respondStarting =
  (config: Config): RequestListener =>
  (_, outgoing) => {
    outgoing.writeHead(503, { 'content-type': 'application/json', ...securityHeaders(config) });
    outgoing.end(JSON.stringify({ status: 'unavailable', reason: 'The server is starting.' }));
  };

/**
 * Listens on `port` and answers requests: with 503 until `serve` is called, or with `parts` at
 * once.
 */
export async function openHttpFront(
  config: Config,
  port = config.PORT,
  parts: ServerDependencies | null = null,
): Promise<HttpFront> {
  let listener = respondStarting(config);
  let app: App | null = null;
  const server = createHttpServer(
    (incoming, outgoing) => listener(incoming, outgoing),
    securityHeaders(config),
  );
  const serve = (served: ServerDependencies) => {
    const { handleRequest, realtime } = (app = buildApp(served));
    listener = handleRequest;
    server.on('upgrade', (request, socket, head) => realtime.handleUpgrade(request, socket, head));
  };
  if (parts !== null) serve(parts);
  const chosenPort = await listen(server, config.HOST, port);
  const close = async () => {
    const closed = promisify(server.close.bind(server))();
    server.closeIdleConnections();
    app?.mcp.close();
    const timer = setTimeout(() => server.closeAllConnections(), shutdownMs);
    await Promise.all([closed, app?.realtime.close()]);
    clearTimeout(timer);
    await app?.functions.close();
  };
  let closing: Promise<void> | null = null;
  return { port: chosenPort, serve, close: () => (closing ??= close()) };
}

/** Returns the address that people open. */
export function publicAddress(config: Config, port: number): string {
  if (config.SITE_URL !== null) return config.SITE_URL;
  const host = listensOnLoopback(config) ? 'localhost' : config.HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
