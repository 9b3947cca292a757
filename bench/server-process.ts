import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../e2e/fixtures/free-port.ts';

/** A server in a separate process. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  readonly dataDir: string;
  /** The lines of its log so far. */
  readonly log: readonly string[];
  /** Collects the server's garbage, and returns how many megabytes its objects and buffers take. */
  liveMb(): Promise<number>;
  stop(): Promise<void>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

const main = join(import.meta.dirname, '../server/main.ts');
const liveReport = join(import.meta.dirname, 'load/report-live-memory.ts');

/** Environment variables that are passed on. Others could change the measurement. */
const inherited = new Set([
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'TMPDIR',
  'PG_BIN',
  'DATABASE_CONNECTIONS',
  'WEB_PROCESSES',
]);

function environment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => inherited.has(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}

/**
 * Starts a server on `dataDir` and resolves once it is ready. It listens on a free port unless
 * `settings` name one.
 */
export async function startServer(
  dataDir: string,
  logLevel: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const port = Number(settings['PORT'] ?? (await freePort()));
  const flags = process.env['BENCH_NODE_FLAGS']?.split(' ') ?? [];
  const child = spawn(process.execPath, ['--import', liveReport, ...flags, main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment(),
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: logLevel,
      ...settings,
    },
  });
  const log: string[] = [];
  collectLog(child, log);
  await waitUntilReady(child, log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    port,
    dataDir,
    log,
    async liveMb() {
      const line = log.length;
      child.kill('SIGUSR2');
      for (;;) {
        const found = log
          .slice(line)
          .flatMap((text) => /^\{"liveMb":(.*)\}$/.exec(text)?.[1] ?? []);
        if (found[0] !== undefined) return Number(found[0]);
        if (child.exitCode !== null) return Number.NaN;
        await pause(20);
      }
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

function collectLog(child: ChildProcess, log: string[]): void {
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    log.push(...lines);
  });
}

function waitUntilReady(child: ChildProcess, log: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      if (String(text).includes(' is ready at ')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => {
      setImmediate(() => {
        reject(new Error(`The server did not start: ${log.at(-1) ?? 'no reason was logged'}`));
      });
    });
  });
}

/** A superuser's login over a private socket. */
interface SuperuserLogin {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** Returns the login to a running server's PostgreSQL, whose socket is in its pid file. */
export function superuserOf(dataDir: string): SuperuserLogin {
  const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const [port, host] = [lines[3], lines[4]];
  if (port === undefined || host === undefined || host === '') {
    throw new Error('This PostgreSQL has no private socket.');
  }
  return { host, port: Number(port), user: 'postgres', database: 'postgres' };
}
