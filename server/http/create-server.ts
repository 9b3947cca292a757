import { createServer, type RequestListener, type Server } from 'node:http';

/** As long an address as /rest/v1 reads, and as many headers again. */
const maxHeaderSize = 64 * 1024;

/** The server that everything is answered by; nothing listens yet. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer({ maxHeaderSize }, listener);
  // Clients behind a proxy keep connections for a minute; ours must not be the first to close.
  server.keepAliveTimeout = 65_000;
  return server;
}
