import type { Server } from 'node:net';

/** The port or address is not available. `message` is one sentence that names it. */
export class ListenError extends Error {
  override name = 'ListenError';
}

function reason(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use; stop the other program or set PORT to another number.`;
    case 'EACCES':
      return `Port ${port} needs privileges that this user does not have; set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine.`;
    default:
      return `Cannot listen on ${host}:${port}: ${error.message}.`;
  }
}

/**
 * Listens, and returns the port, which the system chooses if `port` is 0. Throws {@link
 * ListenError}.
 */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    // The listener stays. A later failure to accept a connection is an 'error' event too, and must
    // not end the process.
    server.on('error', (error: NodeJS.ErrnoException) => {
      reject(new ListenError(reason(error, host, port)));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
