import { createServer, type RequestListener, type Server } from 'node:http';

/** Room for the longest URL that /rest/v1 reads, and for as many bytes of headers. */
const maxHeaderSize = 64 * 1024;

/** Creates the HTTP server; it does not listen yet. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer({ maxHeaderSize }, listener);
  // Proxies keep idle connections for a minute. This server must not be the first to close them.
  server.keepAliveTimeout = 65_000;
  return server;
}
