import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { buildApp, type ServerDependencies } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createHttpServer } from '#server/http/create-server.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { listen } from '#server/http/listen.ts';
import { createLog } from '#server/log.ts';
import { createDependencies } from '#server/create-dependencies.ts';
import type { Realtime } from '#server/realtime/create-realtime.ts';
import { loadSecrets, type Secrets } from '#server/secrets.ts';
import { cheapPasswordCost } from './cheap-password-cost.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** A whole server with its own database. */
export interface TestServer extends TestDatabase {
  readonly dependencies: ServerDependencies;
  readonly realtime: Realtime;
  readonly secrets: Secrets;
  /** URL of the server: `http://127.0.0.1:…`. */
  readonly url: string;
  /** Logged messages, one line each. */
  readonly logged: readonly string[];
  stop(): Promise<void>;
}

/** How a test server differs from an ordinary one. */
interface TestServerOptions {
  /** Replaces the clock. */
  readonly now?: () => Date;
  /** A database that it shares with another server, which must be stopped later. */
  readonly sharedDatabase?: TestDatabase | null;
  /** The bcrypt cost, for tests that need passwords to take their real time. */
  readonly passwordCost?: number;
  /** How long a 429 of the auth API waits, for tests of that; none otherwise. */
  readonly refusalDelayMs?: number;
}

/** Starts a server for the tests of the calling file, and stops it after them. */
export async function setUpTestServer(
  ...settings: Parameters<typeof startTestServer>
): Promise<TestServer> {
  const server = await startTestServer(...settings);
  afterAll(() => server.stop());
  return server;
}

/**
 * Starts a server in this process. `environment` is the input of `readConfig`. Call `stop` when
 * done.
 */
export async function startTestServer(
  environment: Readonly<Record<string, string>> = {},
  {
    now = () => new Date(),
    sharedDatabase = null,
    passwordCost = cheapPasswordCost,
    refusalDelayMs = 0,
  }: TestServerOptions = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cuebook-server-'));
  const config = readConfig({ DATA_DIR: folder, ...environment });
  const logged: string[] = [];
  const log = createLog('debug', (line) => logged.push(line));
  const [secrets, testDatabase] = await Promise.all([
    loadSecrets(config),
    sharedDatabase ?? createTestDatabase('serverCluster'),
  ]);

  let handleRequest: RequestListener = (_, outgoing) => outgoing.writeHead(503).end();
  const http = createHttpServer(
    (incoming, outgoing) => handleRequest(incoming, outgoing),
    securityHeaders(config),
  );
  const port = await listen(http, '127.0.0.1', 0);
  const url = `http://127.0.0.1:${port}`;
  const pageFolder = await makePage(folder);
  const { database } = testDatabase;
  const dependencyOptions = {
    config,
    secrets,
    database,
    siteUrl: url,
    pageFolder,
    log,
    passwordCost,
  };
  const dependencies = { ...(await createDependencies(dependencyOptions)), now, refusalDelayMs };
  const app = buildApp(dependencies);
  const { realtime } = app;
  handleRequest = app.handleRequest;
  http.on('upgrade', (request, socket, head) => realtime.handleUpgrade(request, socket, head));

  return {
    ...testDatabase,
    dependencies,
    realtime,
    secrets,
    url,
    logged,
    async stop() {
      app.mcp.close();
      await Promise.all([realtime.close(), app.functions.close()]);
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await dependencies.background.idle();
      dependencies.mailer.close();
      if (sharedDatabase === null) await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes a minimal page for the server and returns its folder. */
async function makePage(folder: string): Promise<string> {
  const pageFolder = join(folder, 'page');
  await mkdir(join(pageFolder, 'assets'), { recursive: true });
  await writeFile(join(pageFolder, 'index.html'), '<!doctype html><title>Test page</title>');
  await writeFile(join(pageFolder, 'assets/app-1a2b.js'), 'export {};');
  await writeFile(join(pageFolder, '.built-from'), 'fingerprint');
  // A renderer that shows the content it was given.
  const renderer = join(folder, 'renderer');
  await mkdir(renderer);
  await writeFile(
    join(renderer, 'files.json'),
    '{"preloads":{},"publicScript":"assets/public.js"}',
  );
  await writeFile(join(renderer, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(renderer, 'render.js'),
    'export const pages = []; export const render = ({ template, content }) => template + (content ? `<pre>${JSON.stringify(content)}</pre>` : "");',
  );
  return pageFolder;
}
