import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { approve, registerApp } from '#server/testing/oauth-app.ts';
import { signUp } from '#server/testing/sign-up.ts';
import { startTestServer } from '#server/testing/test-server.ts';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const requestUrl = /http\S+\/oauth\/authorize\?\S+/;

async function findFreePort(): Promise<string> {
  const server = createServer();
  const port = await listen(server, '127.0.0.1', 0);
  server.close();
  return String(port);
}

it('the OAuth server passes the suite for authorization servers of MCP', async () => {
  const server = await startTestServer();
  const person = await signUp(server, 'person@example.com');
  const redirectUri = 'http://127.0.0.1:3000/callback';
  const { client } = await registerApp(server, { redirectUri });
  // The port of a loopback address may differ from the registered one.
  const port = await findFreePort();
  const values = [
    ['url', `${server.url}/auth/v1`],
    ['client-id', client.client_id],
    ['resource', `${server.url}/mcp`],
    ['port', port],
  ] as const;
  const child = spawn(
    process.execPath,
    [suite, 'authorization', ...values.flatMap(([name, value]) => [`--${name}`, value])],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const decide = async (url: URL) => fetch(await approve(person, url));
  let output = '';
  const decisions: Promise<unknown>[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [url] = requestUrl.exec(output) ?? [];
      // The suite listens once it says so.
      const isListening = output.includes('Callback server started');
      if (url === undefined || !isListening || decisions.length > 0) return;
      decisions.push(decide(new URL(url)));
    });
  }
  const [code] = (await once(child, 'close')) as [number];
  await Promise.all(decisions);
  await server.stop();
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(output).toContain('authorization-code-grant: 1 passed, 0 failed');
});
