import { readdir } from 'node:fs/promises';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { attack } from '#server/testing/attacker.ts';
import { createStorageTestHarness } from '#server/testing/storage-client.ts';

let now = new Date();
const { server, operator, ada, eve } = await createStorageTestHarness(
  { STORAGE_FILE_MB: '1' },
  { now: () => now },
);
beforeAll(async () => {
  await ada.storage.from('own').upload(`${ada.id}/secret.txt`, 'secret');
});
afterAll(() => server.stop());

const storage = '/storage/v1/object';

describe('names that lead elsewhere', () => {
  const traversals = [
    '../secret.txt',
    '..%2fsecret.txt',
    '%2e%2e%2fsecret.txt',
    'a/../../../secret.txt',
    'a%2f..%2f..%2fsecret.txt',
    'a%2f.%2fb',
    'a%2f..',
    '..\\..\\secret.txt',
    '%5c..%5csecret.txt',
    '%00',
    'a%00.txt',
    'a%0d%0aSet-Cookie:x',
    '%ff%fe',
    '%c0%ae%c0%ae%c0%afsecret.txt',
    '%',
    'a%E2%80%AEgnp.exe',
    'a'.repeat(1025),
  ];

  it.each(traversals)('an upload to %s is refused, and nothing is written', async (name) => {
    const before = await server.sql('select from storage.objects');
    for (const path of [`${storage}/own/${eve.id}/${name}`, `${storage}/${name}/own`]) {
      const { status } = await attack(server, 'POST', path, {
        token: eve.token,
        headers: { 'content-type': 'text/plain' },
        body: 'x',
      });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
    expect((await server.sql('select from storage.objects')).length).toBe(before.length);
  });

  it.each(traversals)('a read of %s finds nothing', async (name) => {
    for (const path of ['public/open', 'authenticated/own', 'info/own', 'own']) {
      const response = await attack(server, 'GET', `${storage}/${path}/${eve.id}/${name}`, {
        token: eve.token,
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(response.text).not.toContain('signingKeys');
    }
  });

  it('never become a path: files are named by their version', async () => {
    await eve.storage.from('own').upload(`${eve.id}/....//%2e%2e/etc passwd`, 'x');
    await eve.storage.from('own').upload(`${eve.id}/CON.txt`, 'x');
    const folder = join(server.dependencies.config.DATA_DIR, 'storage');
    const names = await readdir(folder, { recursive: true });
    for (const name of names) {
      expect(name).toMatch(/^(incoming|uploads|objects(\/[0-9a-f]{2}(\/[0-9a-f-]{36})?)?)$/);
    }
  });

  it('a name and its Unicode twin are one object', async () => {
    const own = eve.storage.from('own');
    const [composed, decomposed] = [`${eve.id}/caf\u00e9.txt`, `${eve.id}/cafe\u0301.txt`];
    expect((await own.upload(composed, 'first')).error).toBeNull();
    expect((await own.upload(decomposed, 'second')).error).toMatchObject({ statusCode: '409' });
    const { data } = await own.download(decomposed);
    expect(await data?.text()).toBe('first');
    expect((await own.remove([decomposed])).data).toHaveLength(1);
  });

  it('letters that only look like a slash, a dot or an id of somebody stay what they are', async () => {
    for (const name of [`${ada.id}\uFF0Fx`, `\u2024\u2024/x`, `\u200B${ada.id}/x`]) {
      const { error } = await eve.storage.from('own').upload(name, 'x');
      expect(error).toMatchObject({ statusCode: '403' });
    }
  });
});

describe('signed URLs', () => {
  const path = () => `${ada.id}/secret.txt`;
  const tokens = async () => {
    const own = ada.storage.from('own');
    const { data } = await own.createSignedUrl(path(), 60);
    const download = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? '';
    const upload = (await own.createSignedUploadUrl(path(), { upsert: true })).data?.token ?? '';
    return { download, upload };
  };
  const send = (method: string, target: string, token: string) =>
    attack(
      server,
      method,
      `${storage}/${target}?token=${token}`,
      method === 'PUT' ? { body: 'x' } : {},
    );

  it('carry no role, and are no access tokens', async () => {
    for (const token of Object.values(await tokens())) {
      expect(decodeJwt(token)).not.toHaveProperty('role');
      for (const at of [`${storage}/own/${path()}`, '/rest/v1/prompts', '/auth/v1/user']) {
        const { status } = await attack(server, 'GET', at, { token });
        expect([400, 401, 403]).toContain(status);
      }
    }
  });

  it('are good for their own kind only', async () => {
    const { download, upload } = await tokens();
    expect((await send('PUT', `upload/sign/own/${path()}`, download)).status).toBe(400);
    expect((await send('GET', `sign/own/${path()}`, upload)).status).toBe(400);
    const access = await send('GET', `sign/own/${path()}`, ada.token);
    expect(access.status).toBe(400);
    expect(
      await operator
        .from('own')
        .download(path())
        .then(({ data }) => data?.text()),
    ).toBe('secret');
  });

  it('are good for their own object only', async () => {
    const { download, upload } = await tokens();
    await ada.storage.from('own').upload(`${ada.id}/other.txt`, 'other');
    for (const other of [`own/${ada.id}/other.txt`, `open/${path()}`, `own/${path()}/`]) {
      expect((await send('GET', `sign/${other}`, download)).status).toBe(400);
      expect((await send('PUT', `upload/sign/${other}`, upload)).status).toBe(400);
    }
  });

  it('are refused once they end, or if somebody else signed them', async () => {
    const { download, upload } = await tokens();
    const claims = { url: `own/${path()}` };
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(Buffer.from(server.secrets.publishableKey.padEnd(32)));
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${part({ alg: 'none' })}.${part({ ...claims, exp: 9e9 })}.`;
    for (const token of [forged, unsigned, '', 'x', `${download}x`]) {
      expect((await send('GET', `sign/own/${path()}`, token)).status).toBe(400);
    }
    now = new Date(Date.now() + 61_000);
    const expired = await send('GET', `sign/own/${path()}`, download);
    expect(JSON.parse(expired.text)).toMatchObject({
      statusCode: '400',
      error: 'InvalidJWT',
      message: '"exp" claim timestamp check failed',
    });
    now = new Date(Date.now() + 3 * 3_600_000);
    expect((await send('PUT', `upload/sign/own/${path()}`, upload)).status).toBe(400);
    now = new Date();
  });
});

describe('files with a script', () => {
  it.each([
    ['text/html', '<script>alert(1)</script>'],
    ['TEXT/HTML; charset=utf-8', '<script>alert(1)</script>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"><script/></html>'],
    ['text/xml', '<?xml-stylesheet href="x.xsl"?><x/>'],
    ['application/octet-stream', '<script>alert(1)</script>'],
  ])('of the type %s run nowhere', async (contentType, text) => {
    const { data } = await operator
      .from('open')
      .upload('page', text, { contentType, upsert: true });
    expect(data).not.toBeNull();
    const { signedUrl = '' } = (await operator.from('open').createSignedUrl('page', 60)).data ?? {};
    for (const url of [`${server.url}${storage}/public/open/page`, signedUrl]) {
      const { headers } = await fetch(url);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*\bsandbox$/);
      const type = headers.get('content-type') ?? '';
      expect(type).not.toMatch(/html;|^text\/html/i);
      expect([/xml/.test(type), headers.get('content-disposition')]).not.toEqual([true, null]);
    }
  });

  it.each([
    'text/javascript',
    'Application/JavaScript; charset=utf-8',
    'application/x-ecmascript',
    'text/jscript',
    'text/css',
  ])('of the type %s are not loaded by a page of this origin', async (contentType) => {
    await operator.from('open').upload('script', 'run()', { contentType, upsert: true });
    const { headers } = await fetch(`${server.url}${storage}/public/open/script`);
    expect(headers.get('content-type')).toBe('text/plain');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['text', 'a/b; c', '*', 'text/html, image/png'])(
    'of the invalid type %j are refused',
    async (contentType) => {
      const body = `--b\r\ncontent-disposition: form-data; name=""; filename="x"\r\ncontent-type: ${contentType}\r\n\r\nx\r\n--b--`;
      const response = await fetch(`${server.url}${storage}/open/typed`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.secrets.secretKey}`,
          'content-type': 'multipart/form-data; boundary=b',
        },
        body,
      });
      expect(await response.json()).toMatchObject({ statusCode: '415' });
    },
  );
});

describe('uploads that never end', () => {
  it('are cut off at the limit, even without a length, and leave no bytes', async () => {
    let sent = 0;
    const status = await new Promise<number>((resolve) => {
      const outgoing = request(
        `${server.url}${storage}/open/endless`,
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${server.secrets.secretKey}`,
            'transfer-encoding': 'chunked',
          },
        },
        (response) => {
          resolve(response.statusCode ?? 0);
          outgoing.destroy();
        },
      );
      outgoing.on('error', () => resolve(0));
      const send = () => {
        if (outgoing.destroyed || sent > 64 * 1024 * 1024) return;
        sent += 65_536;
        outgoing.write(Buffer.alloc(65_536), send);
      };
      send();
    });
    expect(status).toBe(400);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
    expect((await operator.from('open').exists('endless')).data).toBe(false);
    const incoming = join(server.dependencies.config.DATA_DIR, 'storage/incoming');
    await expect.poll(() => readdir(incoming)).toEqual([]);
  });

  it('take the disk space of 20 files for a sender, and others wait', async () => {
    const incoming = join(server.dependencies.config.DATA_DIR, 'storage/incoming');
    const storedFiles = async () => (await readdir(incoming)).length;
    const begin = (path: string, headers: Readonly<Record<string, string>>) => {
      const method = path.startsWith('upload/sign') ? 'PUT' : 'POST';
      const all = { 'content-type': 'text/plain', 'content-length': '2', ...headers };
      const outgoing = request(`${server.url}${storage}/${path}`, { method, headers: all });
      outgoing.on('error', () => {});
      const responded = new Promise((resolve) => {
        outgoing.on('response', (response) => resolve(response.resume().statusCode));
      });
      outgoing.write('a');
      return { outgoing, responded };
    };
    const authorization = `Bearer ${eve.token}`;
    const own = Array.from({ length: 24 }, (_, n) =>
      begin(`own/${eve.id}/slow-${n}`, { authorization }),
    );
    await expect.poll(storedFiles).toBe(20);
    const { data } = await eve.storage.from('own').createSignedUploadUrl(`${eve.id}/signed`);
    const signed = begin(`upload/sign/own/${eve.id}/signed?token=${data?.token}`, {});
    await expect.poll(storedFiles).toBe(21);
    signed.outgoing.end('b');
    expect(await signed.responded).toBe(200);
    expect(await storedFiles()).toBe(20);
    // Two of these wait, at least.
    for (const { outgoing } of own.slice(2)) outgoing.destroy();
    for (const { outgoing, responded } of own.slice(0, 2)) {
      outgoing.end('b');
      expect(await responded).toBe(200);
    }
    await expect.poll(storedFiles).toBe(0);
    const names = (await eve.storage.from('own').list(eve.id)).data?.map(({ name }) => name) ?? [];
    expect(names.filter((name) => name.startsWith('slow-'))).toEqual(['slow-0', 'slow-1']);
  });

  it('end when nothing comes for half a minute, and leave no bytes', async () => {
    const incoming = join(server.dependencies.config.DATA_DIR, 'storage/incoming');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const outgoing = request(`${server.url}${storage}/own/${eve.id}/lost`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${eve.token}`,
        'content-type': 'text/plain',
        'content-length': '500000',
      },
    });
    outgoing.on('error', () => {});
    outgoing.write('a');
    await expect.poll(() => readdir(incoming)).toHaveLength(1);
    vi.advanceTimersByTime(30_000);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    vi.useRealTimers();
    expect(response.statusCode).toBe(408);
    await expect.poll(() => readdir(incoming)).toEqual([]);
  });

  it('of a form without an end, or with endless fields and headers, are refused', async () => {
    const send = (body: string) =>
      fetch(`${server.url}${storage}/open/form`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.secrets.secretKey}`,
          'content-type': 'multipart/form-data; boundary=b',
        },
        body,
      });
    const field = '--b\r\ncontent-disposition: form-data; name="metadata"\r\n';
    const file = '--b\r\ncontent-disposition: form-data; name=""; filename="x"\r\n\r\n';
    for (const body of [
      '',
      '--b--',
      `${file}half`,
      `${file}whole\r\n${file}second\r\n--b--`,
      `${field}\r\n${'{'.repeat(300_000)}\r\n--b--`,
      `${field}x: ${'y'.repeat(20_000)}\r\n\r\nz\r\n--b--`,
      `${field.replace('metadata', 'other')}\r\nz\r\n`.repeat(30) + `${file}x\r\n--b--`,
      `${field}\r\n[]\r\n${file}x\r\n--b--`,
    ]) {
      expect((await send(body)).status).toBe(400);
    }
    expect((await operator.from('open').exists('form')).data).toBe(false);
  });
});

describe('fields that can be no header or JSON of PostgreSQL', () => {
  it.each([
    ['contentType', 'text/plain; a="\u2603"', '415'],
    ['contentType', 'text/plain; a="\u0001"', '415'],
    ['metadata', String.raw`{"a":"\ud800"}`, '400'],
    ['metadata', String.raw`{"a":"\u0000"}`, '400'],
    ['contentEncoding', '\u0001', '400'],
  ])('%s %j is refused', async (name, value, statusCode) => {
    const form = new FormData();
    form.append(name, value);
    form.append('', new Blob(['x']), 'x');
    const response = await fetch(`${server.url}${storage}/open/fields`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.secrets.secretKey}` },
      body: form,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode });
  });
});

describe('requests that name too many objects', () => {
  const numbers = Array.from({ length: 10_001 }, () => 1);

  it.each([
    ['DELETE', 'own', { prefixes: numbers }, 'body/prefixes: must have at most 10000 items'],
    [
      'POST',
      'sign/own',
      { expiresIn: 60, paths: numbers },
      'body/paths: must have at most 10000 items',
    ],
  ])('%s %s is refused by their number, before each is checked', async (...request) => {
    const [method, path, body, message] = request;
    const response = await fetch(`${server.url}${storage}/${path}`, {
      method,
      headers: { authorization: `Bearer ${eve.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message });
  });
});
