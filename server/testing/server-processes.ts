import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApiKey, makeSigningKey } from '#server/secrets.ts';

/** A server in a process of its own, with a data directory of its own. */
interface Running {
  /** Where it listens itself. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Servers with the same keys behind a small balancer, which passes each request on to the next one. */
export interface ServerProcesses {
  /** Where the balancer listens: the public address of the installation. */
  readonly site: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Those that the balancer knows; what is taken out gets no requests any more. */
  readonly servers: Running[];
  stop(): Promise<void>;
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function startProcess(environment: Readonly<Record<string, string>>): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuebook-process-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      TRUSTED_PROXIES: '127.0.0.1',
      ...environment,
    },
  });
  let said = '';
  const ready = Promise.withResolvers<void>();
  const listens = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes(' is ready at ')) ready.resolve();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    const [, port] = /"message":"listening".*"port":(\d+)/.exec(said) ?? [];
    if (port !== undefined) listens.resolve(port);
  });
  child.once('exit', () => {
    const failure = new Error(`The server did not start: ${said}`);
    ready.reject(failure);
    listens.reject(failure);
  });
  const [port] = await Promise.all([listens.promise, ready.promise]);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve();
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Passes each request on to the next server that is there. */
function balance(servers: readonly Running[]) {
  let turn = 0;
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    turn += 1;
    const to = new URL(incoming.url ?? '/', servers[turn % servers.length]?.url);
    const { method } = incoming;
    const headers = { ...incoming.headers, 'x-forwarded-for': '198.51.100.7' };
    const sent = request(to, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    sent.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(sent);
  };
}

/** Starts two at the same moment; `environment` is what both are given. */
export async function startTwoServers(
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcesses> {
  const servers: Running[] = [];
  const balancer = createServer(balance(servers));
  // As in front of a real installation: who keeps a connection must not find it closed.
  balancer.keepAliveTimeout = 65_000;
  const site = `http://127.0.0.1:${await listening(balancer)}`;
  const keys = { publishableKey: makeApiKey('publishable'), secretKey: makeApiKey('secret') };
  const common = {
    SITE_URL: site,
    PUBLISHABLE_KEY: keys.publishableKey,
    SECRET_KEY: keys.secretKey,
    JWT_SIGNING_KEY: JSON.stringify(await makeSigningKey()),
    ...environment,
  };
  servers.push(...(await Promise.all([startProcess(common), startProcess(common)])));
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
