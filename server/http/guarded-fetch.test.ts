import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { guardedFetch, GuardedFetchError, isPublicAddress } from './guarded-fetch.ts';

const limits = { timeoutMs: 30_000, maxBytes: 1000 };
let server: Server;
let origin: string;
const requested: string[] = [];
const pages: Readonly<Record<string, RequestListener>> = {
  '/ok': (_, outgoing) => outgoing.writeHead(200, { 'x-kind': 'test' }).end('hello'),
  '/moved': (_, outgoing) => outgoing.writeHead(302, { location: '/ok' }).end(),
  '/large': (_, outgoing) => outgoing.end('x'.repeat(1001)),
  '/silent': () => undefined,
  '/endless': (_, outgoing) => void outgoing.writeHead(200).write('x'),
  '/processing': (_, outgoing) => sayProcessing(outgoing, 10).end('hello'),
  '/endless-processing': (_, outgoing) => void sayProcessing(outgoing, 11),
  '/echo': (incoming, outgoing) => void incoming.pipe(outgoing),
  '/switching': (_, outgoing) =>
    outgoing.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end(),
};

function sayProcessing(outgoing: ServerResponse, times: number): ServerResponse {
  for (let time = 0; time < times; time += 1) outgoing.writeProcessing();
  return outgoing;
}

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    requested.push(incoming.url ?? '');
    pages[incoming.url ?? '']?.(incoming, outgoing);
  });
  origin = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof GuardedFetchError ? error.problem : String(error);
}

describe('isPublicAddress', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fe80::1',
    '2001::1',
    '2002:7f00:1::',
    '2606:4700::1%eth0',
    'example.com',
  ])('is false for %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])(
    'is true for %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('guardedFetch', () => {
  it.each([
    'https://127.0.0.1/ok',
    'https://2130706433/ok',
    'https://0x7f.1/ok',
    'https://[::1]/ok',
    'https://[::ffff:10.0.0.1]/ok',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/ok',
  ])('refuses the private address %s', async (url) => {
    expect(await problemOf(guardedFetch(url, limits))).toBe('private-address');
  });

  it('refuses a name of which one address is private', async () => {
    const resolve = () =>
      Promise.resolve([
        { address: '8.8.8.8', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]);
    expect(await problemOf(guardedFetch('https://rebind.example/', { ...limits, resolve }))).toBe(
      'private-address',
    );
  });

  it.each(['http://example.com/', 'file:///etc/passwd', 'https://user@example.com/', 'no address'])(
    'refuses %s',
    async (url) => expect(await problemOf(guardedFetch(url, limits))).toBe('unsupported-url'),
  );

  it('connects to the address that was checked, and resolves the name once', async () => {
    let lookups = 0;
    const resolve = () => {
      lookups += 1;
      return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    };
    const url = `${origin.replace('127.0.0.1', 'pinned.example')}/ok`;
    const response = await guardedFetch(url, { ...limits, allowsPrivate: true, resolve });
    expect([response.status, response.body.toString(), response.headers['x-kind']]).toEqual([
      200,
      'hello',
      'test',
    ]);
    expect(lookups).toBe(1);
  });

  it('sends a body', async () => {
    const response = await guardedFetch(`${origin}/echo`, {
      ...limits,
      allowsPrivate: true,
      method: 'POST',
      body: 'sent',
    });
    expect(response.body.toString()).toBe('sent');
  });

  it('follows no redirect', async () => {
    requested.length = 0;
    const { status } = await guardedFetch(`${origin}/moved`, { ...limits, allowsPrivate: true });
    expect([status, requested]).toEqual([302, ['/moved']]);
  });

  it('reads no response above its limit', async () => {
    const fetched = guardedFetch(`${origin}/large`, { ...limits, allowsPrivate: true });
    expect(await problemOf(fetched)).toBe('too-large');
  });

  it.each([true, false])(
    'reads no more than ten interim responses (reads the body: %s)',
    async (readsBody) => {
      const request = { ...limits, allowsPrivate: true, readsBody };
      expect(await guardedFetch(`${origin}/processing`, request)).toMatchObject({ status: 200 });
      const endless = guardedFetch(`${origin}/endless-processing`, request);
      expect(await problemOf(endless)).toBe('too-large');
    },
  );

  it('needs no end of the response if the body is not read', async () => {
    for (const path of ['/large', '/endless']) {
      const fetched = guardedFetch(`${origin}${path}`, {
        ...limits,
        allowsPrivate: true,
        readsBody: false,
      });
      expect(await fetched).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    }
  });

  it.each([true, false])(
    'takes a switch of protocols, which it never asks for, as a response (reads the body: %s)',
    async (readsBody) => {
      const request = { ...limits, allowsPrivate: true, readsBody };
      const fetched = await guardedFetch(`${origin}/switching`, request);
      expect(fetched).toMatchObject({ status: 101, body: Buffer.alloc(0) });
    },
  );

  it.each([
    ['a server that says nothing', () => guardedFetch(`${origin}/silent`, short)],
    [
      'a name that is never resolved',
      () =>
        guardedFetch('https://slow.example/', { ...short, resolve: () => new Promise(() => {}) }),
    ],
  ])('gives up on %s', async (_what, fetched) => {
    expect(await problemOf(fetched())).toBe('timeout');
  });

  it('reports a name that does not exist', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await problemOf(guardedFetch('https://gone.example/', { ...limits, resolve }))).toBe(
      'unreachable',
    );
  });
});

const short = { timeoutMs: 50, maxBytes: 1000, allowsPrivate: true };

describe('the name servers that a stranger chose', () => {
  const nameServer = createSocket('udp4');
  const usual = dns.getServers();
  const asked = new Set<string>();
  const typeA = 1;

  /** Returns a response with one IPv4 address. */
  function answer(query: Buffer, nameEnd: number, address: readonly number[]): Buffer {
    const isA = query.readUInt16BE(nameEnd + 1) === typeA;
    const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0]);
    query.copy(head, 0, 0, 2);
    const record = [0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address];
    return Buffer.concat([head, query.subarray(12, nameEnd + 5), Buffer.from(isA ? record : [])]);
  }

  beforeAll(async () => {
    nameServer.on('message', (query, { port, address }) => {
      const nameEnd = query.indexOf(0, 12);
      const name = query.toString('latin1', 13, nameEnd);
      asked.add(name);
      if (!name.startsWith('silent')) {
        nameServer.send(answer(query, nameEnd, [10, 0, 0, 1]), port, address);
      }
    });
    nameServer.bind(0, '127.0.0.1');
    await once(nameServer, 'listening');
    dns.setServers([`127.0.0.1:${nameServer.address().port}`]);
  });
  afterAll(() => {
    dns.setServers(usual);
    nameServer.close();
  });

  it('lead to no private address', async () => {
    const work = guardedFetch('https://inside.example/', limits);
    expect(await problemOf(work)).toBe('private-address');
  });

  it('keep no other name waiting while they are silent', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `silent-${index}.example`);
    const silent = names.map((name) =>
      problemOf(guardedFetch(`https://${name}/`, { ...limits, timeoutMs: 1_000 })),
    );
    const other = guardedFetch('https://inside.example/', limits);
    expect(await Promise.race([...silent, problemOf(other)])).toBe('private-address');
    expect(asked.size).toBeGreaterThan(20);
    expect(new Set(await Promise.all(silent))).toEqual(new Set(['timeout']));
  });
});
