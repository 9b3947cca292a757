import type { Server } from 'node:http';

/** The port or address cannot be had; `message` is one sentence that names it. */
export class ListenError extends Error {
  override name = 'ListenError';
}

function reason(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use; stop the other program or set PORT to another number.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user; set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is no address of this machine.`;
    default:
      return `Cannot listen on ${host}:${port}: ${error.message}.`;
  }
}

/** Takes the port; gives its number, which the system chose when `port` is 0. Throws {@link ListenError}. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new ListenError(reason(error, host, port)));
    });
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
