import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { createHttpServer } from '#server/http/create-server.ts';
import { listen } from '#server/http/listen.ts';
import { createLog } from '#server/log.ts';
import { createFixtureServer } from '#server/testing/mcp-fixtures.ts';
import { mcpRevisions } from '#server/testing/mcp-client.ts';
import { createEndpoint } from './endpoint.ts';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

/** Runs the suite of a revision's requirements. Resolves with its exit code and output. */
async function runSuite(url: string, revision: string): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'cuebook-conformance-'));
  const expected = join(import.meta.dirname, `expected-failures-${revision}.yml`);
  const parameters = ['server', '--url', url, '--requirements', revision];
  const child = spawn(
    process.execPath,
    [suite, ...parameters, '--expected-failures', expected, '--output-dir', folder],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = (await once(child, 'close')) as [number];
  await rm(folder, { recursive: true, force: true });
  return { code, output };
}

// The suite calls tools and prompts of fixed names, so they answer in place of a library.
it.each(mcpRevisions)('the endpoint conforms to revision %s', async (revision) => {
  const listeners = new Set<() => void>();
  const changes = {
    callerKey: 'suite',
    follow: (listener: () => void) => {
      listeners.add(listener);
      return Promise.resolve(() => void listeners.delete(listener));
    },
    isStillAllowed: () => Promise.resolve(true),
  };
  const changePrompts = () => {
    for (const listener of listeners) listener();
  };
  const createServer = () => createFixtureServer(changePrompts);
  const authInfo = { token: '', clientId: 'suite', scopes: [] };
  const endpoint = createEndpoint({
    openSession: () => Promise.resolve({ authInfo, callerKey: 'suite', createServer, changes }),
    isAllowedOrigin: (origin) => URL.parse(origin)?.hostname === '127.0.0.1',
    log: createLog('error', console.warn),
  });
  const app = new Hono<HttpEnv>().route('/mcp', endpoint.routes);
  const http = createHttpServer((incoming, outgoing) => {
    void getRequestListener(app.fetch)(incoming, outgoing);
  }, {});
  const port = await listen(http, '127.0.0.1', 0);
  const { code, output } = await runSuite(`http://127.0.0.1:${port}/mcp`, revision);
  http.closeAllConnections();
  http.close();
  expect({ code, output }).toMatchObject({ code: 0 });
});
