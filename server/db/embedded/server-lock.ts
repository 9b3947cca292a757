import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from '#contract/if-exists.ts';
import { DatabaseStartError } from '#server/db/setup/start-error.ts';

/**
 * Allows one server per data directory. The lock is a socket in the directory on which the server
 * listens. It ends with its process, however that ends. Another container that mounts the directory
 * sees it too, where process numbers and PostgreSQL's own lock mean nothing.
 */
export interface ServerLock {
  release(): void;
}

/** Takes the lock. Throws a DatabaseStartError that names the process which holds it. */
export async function lockDataDirectory(dataDir: string): Promise<ServerLock> {
  const socket = socketAddress(dataDir);
  const locked = (server: Server | null): ServerLock => ({
    release: () => {
      server?.close();
      socket.close();
    },
  });
  try {
    const server = await listen(socket.address);
    if (server !== 'in use') return locked(server);
    return locked(await takeOver(socket.address, dataDir));
  } catch (error) {
    socket.close();
    throw error;
  }
}

/**
 * Handles a socket that exists: a server listens, or was killed. Of several servers that find a
 * dead socket, one takes over.
 */
async function takeOver(address: string, dataDir: string): Promise<Server | null> {
  const takeoverFolder = join(dataDir, 'server.sock.turn');
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const holder = await askHolder(address);
    if (holder !== null) {
      throw new DatabaseStartError(
        `Another server${holder} is already running on the data directory ${dataDir}: stop it first, or set another DATA_DIR.`,
      );
    }
    if (tryMakeFolder(takeoverFolder)) {
      try {
        if ((await askHolder(address)) === null) {
          rmSync(address, { force: true });
          const server = await listen(address);
          if (server !== 'in use') return server;
        }
      } finally {
        rmdirSync(takeoverFolder);
      }
    } else {
      await pause(50);
    }
  }
  throw new DatabaseStartError(
    `Another server seems to be starting on the data directory ${dataDir}: if not, remove ${takeoverFolder}.`,
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

/**
 * Returns the socket's address. Its path has at most about 100 bytes, so a longer one goes through
 * the open folder.
 */
function socketAddress(dataDir: string): { address: string; close: () => void } {
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
 * Returns ' (process N)' if a server listens, or '' if it is too busy to answer. Returns null if
 * nobody listens, or if the server goes away without an answer because it was just killed.
 */
function askHolder(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    let response = '';
    const socket = connect(address);
    socket.setEncoding('utf8').setTimeout(1000, () => {
      resolve('');
      socket.destroy();
    });
    socket.on('data', (text) => (response += String(text)));
    socket.on('error', () => {});
    socket.on('close', () => resolve(response === '' ? null : ` (process ${response})`));
  });
}

/**
 * Listens on the lock's socket. Returns null if the file system has no sockets; then PostgreSQL's
 * own lock has to do.
 */
function listen(address: string): Promise<Server | 'in use' | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(String(process.pid));
    });
    server.unref();
    server.on('error', (error) => resolve(hasCode(error, 'EADDRINUSE') ? 'in use' : null));
    server.listen(address, () => resolve(server));
  });
}
