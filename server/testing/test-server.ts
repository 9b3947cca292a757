import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type ServerParts } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createHttpServer } from '#server/http/create-server.ts';
import { listen } from '#server/http/listen.ts';
import { createLog } from '#server/log.ts';
import { openParts } from '#server/open-parts.ts';
import { loadSecrets, type Secrets } from '#server/secrets.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** A whole server on a database of its own. */
export interface TestServer extends TestDatabase {
  readonly parts: ServerParts;
  readonly secrets: Secrets;
  /** `http://127.0.0.1:…`, where it listens. */
  readonly url: string;
  /** What was logged, a line a message. */
  readonly logged: readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts a server in this process; `environment` as `readConfig` takes it, `now` its clock, where that is not to go on.
 * Call `stop` when done.
 */
export async function startTestServer(
  environment: Readonly<Record<string, string>> = {},
  { now = () => new Date() } = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cuebook-server-'));
  const config = readConfig({ DATA_DIR: folder, ...environment });
  const logged: string[] = [];
  const log = createLog('debug', (line) => logged.push(line));
  const [secrets, testDatabase] = await Promise.all([loadSecrets(config), createTestDatabase()]);

  let answer: RequestListener = (_, outgoing) => outgoing.writeHead(503).end();
  const http = createHttpServer((incoming, outgoing) => answer(incoming, outgoing));
  const port = await listen(http, '127.0.0.1', 0);
  const url = `http://127.0.0.1:${port}`;
  const pageFolder = await makePage(folder);
  const { database } = testDatabase;
  const given = { config, secrets, database, siteUrl: url, pageFolder, log };
  const parts = { ...(await openParts(given)), now };
  answer = build(parts);

  return {
    ...testDatabase,
    parts,
    secrets,
    url,
    logged,
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await parts.background.idle();
      parts.mailer.close();
      await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A page to serve, small enough to recognise. */
async function makePage(folder: string): Promise<string> {
  const pageFolder = join(folder, 'page');
  await mkdir(join(pageFolder, 'assets'), { recursive: true });
  await writeFile(join(pageFolder, 'index.html'), '<!doctype html><title>Test page</title>');
  await writeFile(join(pageFolder, 'assets/app-1a2b.js'), 'export {};');
  await writeFile(join(pageFolder, '.built-from'), 'fingerprint');
  return pageFolder;
}
