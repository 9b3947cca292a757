import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { authorizationId } from '#server/testing/oauth-app.ts';
import { addressOf, poem, setUpTerminal } from '../testing/terminal.ts';

const terminal = await setUpTerminal();
const { allow, createPrompt, createToken, cuebook, edit, signIn } = terminal;

describe('cuebook login', () => {
  it('stores the token where only the person can read it, and logout forgets it', async () => {
    await signIn();
    const path = join(terminal.folder, 'config/cuebook/hosts.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(terminal.folder, 'config/cuebook'))).mode & 0o777).toBe(0o700);
    expect((await cuebook(['logout'])).stderr).toContain('Signed out');
    expect(await readFile(path, 'utf8')).not.toContain('cbk_');
    expect(await cuebook(['list'])).toMatchObject({ code: 4, stdout: '' });
  });

  it('refuses a token that the server does not know, and stores nothing', async () => {
    const unknown = `cbk_${'0'.repeat(48)}`;
    const refused = await cuebook(['login', terminal.server.url, '--with-token'], {
      input: unknown,
    });
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain('unknown, expired or revoked');
    expect((await cuebook(['list'])).code).toBe(4);
  });

  it('sends the token of one installation to no other', async () => {
    await signIn();
    const other = await cuebook(['list', '--url', 'http://127.0.0.1:9']);
    expect(other.code).toBe(4);
    expect(other.stderr).toContain('You are not signed in to http://127.0.0.1:9.');
  });

  it('signs in with the browser, refreshes the access, and ends it by logout', async () => {
    await createPrompt(poem);
    const signedIn = await cuebook(['login', terminal.server.url], {
      canAsk: true,
      openPage: allow,
    });
    expect(signedIn).toMatchObject({ code: 0, stdout: '' });
    expect((await cuebook(['list'])).stdout).toContain('Write a poem');
    await cuebook(['pull']);
    await edit('Write a poem.md', 'Roses', 'Tulips');
    expect((await cuebook(['push'])).stdout).toBe('pushed\tWrite a poem.md\n');

    const path = join(terminal.folder, 'config/cuebook/hosts.json');
    const before = await readFile(path, 'utf8');
    await writeFile(path, before.replace(/"expiresAt": \d+/, '"expiresAt": 1'));
    expect((await cuebook(['list'])).stdout).toContain('Write a poem');
    const after = await readFile(path, 'utf8');
    const token = /"token": "([^"]+)"/;
    expect(token.exec(after)?.[1]).not.toBe(token.exec(before)?.[1]);

    expect((await cuebook(['logout'])).stderr).toBe(`Signed out of ${terminal.server.url}.\n`);
    const env = { CUEBOOK_URL: terminal.server.url, CUEBOOK_TOKEN: token.exec(after)?.[1] };
    expect((await cuebook(['list'], { env })).code).toBe(4);
  });

  it('ends when the person gives no access, whatever else comes to its port', async () => {
    const denied = await cuebook(['login', terminal.server.url, '--read-only'], {
      canAsk: true,
      async openPage(url) {
        const request = new URL(url);
        expect(request.searchParams.get('scope')).toBe('prompts:read');
        const callback = request.searchParams.get('redirect_uri') ?? '';
        const forged = await fetch(`${callback}?state=other&code=x`);
        expect(forged.status).toBe(400);
        const id = await authorizationId(request);
        const { data } = await terminal.ada.auth.oauth.denyAuthorization(id, {
          skipBrowserRedirect: true,
        });
        await fetch(data?.redirect_url ?? '');
        return true;
      },
    });
    expect(denied.code).toBe(4);
    expect(denied.stderr).toContain('You gave no access.');
    expect((await cuebook(['list'])).code).toBe(4);
  });

  it('takes address and token from the environment', async () => {
    await createPrompt(poem);
    const env = { CUEBOOK_URL: terminal.server.url, CUEBOOK_TOKEN: await createToken() };
    expect((await cuebook(['list'], { env })).stdout).toContain('Write a poem');
  });

  it('does not show a token that no header takes', async () => {
    const env = { CUEBOOK_URL: terminal.server.url, CUEBOOK_TOKEN: 'cbk_secret\nmore' };
    const { code, stderr } = await cuebook(['list'], { env });
    expect(code).toBe(4);
    expect(stderr).toContain('characters that no token has');
    expect(stderr).not.toContain('secret');
  });

  it('opens web pages only, whatever the address names as its sign-in page', async () => {
    const opened: string[] = [];
    const other = createServer((request, response) => {
      const address = addressOf(other);
      const metadata = {
        resource: `${address}/`,
        authorization_servers: [address],
        issuer: address,
        authorization_endpoint: 'file:///usr/bin/program',
        token_endpoint: `${address}/token`,
        registration_endpoint: `${address}/register`,
        client_id: 'client',
      };
      const status = request.method === 'POST' ? 201 : 200;
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(metadata));
    });
    await listen(other, '127.0.0.1', 0);
    const { code, stderr } = await cuebook(['login', addressOf(other)], {
      canAsk: true,
      openPage: async (url) => opened.push(url) > 0,
    });
    other.close();
    expect(code).toBe(1);
    expect(stderr).toContain('names a page to sign in that is none: file:///usr/bin/program');
    expect(opened).toEqual([]);
  });

  it('reads no endless response', async () => {
    const blanks = ' '.repeat(1024 ** 2);
    const other = createServer((_, response) => {
      const send = () => {
        while (!response.destroyed && response.write(blanks));
      };
      response.writeHead(200, { 'content-type': 'application/json' }).on('drain', send);
      send();
    });
    await listen(other, '127.0.0.1', 0);
    const { code, stderr } = await cuebook(['login', addressOf(other)]);
    other.close();
    expect(code).toBe(1);
    expect(stderr).toContain('offers no sign-in by browser (a response has more than 1 MiB).');
  });

  it('says which scope a token lacks', async () => {
    await createPrompt(poem);
    await signIn(['prompts:read']);
    await cuebook(['pull']);
    await edit('Write a poem.md', 'Roses', 'Tulips');
    const refused = await cuebook(['push']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('needs the scope prompts:write');
  });
});
