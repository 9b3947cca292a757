import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '#server/http/listen.ts';
import { makeApiKey, makeSigningKey } from '#server/secrets.ts';
import { copyPrepared } from './copy-prepared.ts';

/** A server in a separate process, with its own data directory. */
export interface ServerProcess {
  /** URL of the server itself. */
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** The log output so far. */
  readonly log: string;
  /** Whether the process is still running. */
  readonly isRunning: boolean;
  /** Closes its output streams, as a log collector does that ends. */
  closeOutput(): void;
  stop(): Promise<void>;
}

/**
 * Servers with the same keys behind a small load balancer, which forwards each request to the next.
 */
export interface ServerProcesses {
  /** URL of the load balancer, which is the public URL of the installation. */
  readonly site: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Servers behind the load balancer. A removed one gets no more requests. */
  readonly servers: ServerProcess[];
  stop(): Promise<void>;
}

/** Returns the ids of a process's children. */
export function childrenOf(pid: number): number[] {
  const output = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return output.trim().split(/\s+/).map(Number);
}

/** Starts a server process, in an empty folder or with the run's prepared database. */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
  { isPrepared = false } = {},
): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuebook-process-'));
  if (isPrepared) copyPrepared(dataDir);
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      TRUSTED_PROXIES: '127.0.0.1',
      // The folder has no keys, and the database may be a copy.
      NEW_KEYS: 'on',
      ...environment,
    },
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  const listens = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!text.includes(' is ready at ')) return;
    ready.resolve();
    // With SITE_URL, the log contains the port instead.
    const [, port] = / at http:\/\/localhost:(\d+)/.exec(text) ?? [];
    if (port !== undefined) listens.resolve(port);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    const [, port] = /"message":"listening".*"port":(\d+)/.exec(output) ?? [];
    if (port !== undefined) listens.resolve(port);
  });
  child.once('exit', () => {
    const failure = new Error(`The server did not start: ${output}`);
    ready.reject(failure);
    listens.reject(failure);
  });
  const [port] = await Promise.all([listens.promise, ready.promise]);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    dataDir,
    get log() {
      return output;
    },
    get isRunning() {
      return !hasEnded();
    },
    closeOutput() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    async stop() {
      const ended = hasEnded() ? Promise.resolve() : once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Forwards each request to the next server in turn. */
function balance(servers: readonly ServerProcess[]) {
  let turn = 0;
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    turn += 1;
    const target = new URL(incoming.url ?? '/', servers[turn % servers.length]?.url);
    const { method } = incoming;
    const headers = { ...incoming.headers, 'x-forwarded-for': '198.51.100.7' };
    const forwarded = request(target, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(forwarded);
  };
}

/** Starts two servers at the same time, both with `environment`. */
export async function startTwoServers(
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcesses> {
  const servers: ServerProcess[] = [];
  const balancer = createServer(balance(servers));
  // As in front of a real installation: a kept-alive connection must not be closed early.
  balancer.keepAliveTimeout = 65_000;
  const site = `http://127.0.0.1:${await listen(balancer, '127.0.0.1', 0)}`;
  const keys = { publishableKey: makeApiKey('publishable'), secretKey: makeApiKey('secret') };
  const common = {
    SITE_URL: site,
    PUBLISHABLE_KEY: keys.publishableKey,
    SECRET_KEY: keys.secretKey,
    JWT_SIGNING_KEY: JSON.stringify(await makeSigningKey()),
    ...environment,
  };
  servers.push(...(await Promise.all([startServerProcess(common), startServerProcess(common)])));
  return {
    site,
    ...keys,
    servers,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await new Promise((resolve) => balancer.close(resolve));
    },
  };
}
