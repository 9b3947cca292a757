import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseStartError } from '#server/db/start-error.ts';

/**
 * One server for a data directory. The lock is a socket in the directory on which the server
 * listens: it ends with its process, however that ends, and it is seen by another container that
 * mounts the same directory, where process numbers and PostgreSQL's own lock mean nothing.
 */
export interface ServerLock {
  release(): void;
}

/** Takes the lock, or refuses with one sentence that names the process which holds it. */
export async function lockDataDirectory(dataDir: string): Promise<ServerLock> {
  const place = addressIn(dataDir);
  const locked = (server: Server | null): ServerLock => ({
    release: () => {
      server?.close();
      place.close();
    },
  });
  try {
    const server = await listen(place.address);
    if (server !== 'in use') return locked(server);
    return locked(await takeOver(place.address, dataDir));
  } catch (error) {
    place.close();
    throw error;
  }
}

/** The socket is there: a server listens, or was killed. Of several that see the latter, one takes over. */
async function takeOver(address: string, dataDir: string): Promise<Server | null> {
  const turn = join(dataDir, 'server.sock.turn');
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const holder = await askHolder(address);
    if (holder !== null) {
      throw new DatabaseStartError(
        `Another server${holder} is already running on the data directory ${dataDir}: stop it first, or set another DATA_DIR.`,
      );
    }
    if (tryMakeFolder(turn)) {
      try {
        if ((await askHolder(address)) === null) {
          rmSync(address, { force: true });
          const server = await listen(address);
          if (server !== 'in use') return server;
        }
      } finally {
        rmdirSync(turn);
      }
    } else {
      await pause(50);
    }
  }
  throw new DatabaseStartError(
    `Another server seems to be starting on the data directory ${dataDir}: if not, remove ${turn}.`,
  );
}

function tryMakeFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** A socket's path has at most about 100 bytes; a longer one is named through the open folder. */
function addressIn(dataDir: string): { address: string; close: () => void } {
  const close = () => {};
  const short = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return { address: `\\\\.\\pipe\\cuebook-${short}`, close };
  const address = join(dataDir, 'server.sock');
  if (Buffer.byteLength(address) < 100) return { address, close };
  if (process.platform !== 'linux')
    return { address: join(tmpdir(), `cuebook-${short}.sock`), close };
  const folder = openSync(dataDir, 'r');
  return { address: `/proc/self/fd/${folder}/server.sock`, close: () => closeSync(folder) };
}

/**
 * ' (process N)' when a server listens there, '' when it is too busy to say; null when nobody does,
 * or when it goes away without an answer, since it was killed a moment ago.
 */
function askHolder(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(address);
    socket.setEncoding('utf8').setTimeout(1000, () => {
      resolve('');
      socket.destroy();
    });
    socket.on('data', (text) => (answer += String(text)));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer === '' ? null : ` (process ${answer})`));
  });
}

/** null where the file system has no sockets; PostgreSQL's own lock must do there. */
function listen(address: string): Promise<Server | 'in use' | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(String(process.pid));
    });
    server.unref();
    server.once('error', (error) =>
      resolve('code' in error && error.code === 'EADDRINUSE' ? 'in use' : null),
    );
    server.listen(address, () => resolve(server));
  });
}
