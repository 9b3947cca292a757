import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { HttpEnv } from './caller.ts';
import { addressSubject, clientAddress } from './client-address.ts';

function addressOf(peer: string, forwarded: string | null, trusted: readonly string[]) {
  const app = new Hono<HttpEnv>().get('/', (c) => c.text(clientAddress(c, trusted)));
  const headers = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
  const env = { incoming: { socket: { remoteAddress: peer } } };
  return Promise.resolve(app.request('/', { headers }, env)).then((response) => response.text());
}

describe('clientAddress', () => {
  it.each([
    ['without a proxy, the peer', '203.0.113.9', null, [], '203.0.113.9'],
    ['a stranger’s header is not believed', '203.0.113.9', '198.51.100.1', [], '203.0.113.9'],
    ['a trusted proxy’s is', '10.0.0.1', '198.51.100.1', ['10.0.0.1'], '198.51.100.1'],
    ['only the nearest entry', '10.0.0.1', '1.2.3.4, 198.51.100.1', ['10.0.0.1'], '198.51.100.1'],
    [
      'past other trusted proxies',
      '10.0.0.1',
      '198.51.100.1, 10.0.0.2',
      ['10.0.0.1', '10.0.0.2'],
      '198.51.100.1',
    ],
    ['a proxy that says no address', '10.0.0.1', 'x'.repeat(200), ['10.0.0.1'], '10.0.0.1'],
    ['a proxy that says nothing', '10.0.0.1', null, ['10.0.0.1'], '10.0.0.1'],
    ['an IPv4 address in IPv6 clothes', '::ffff:203.0.113.9', null, [], '203.0.113.9'],
  ])('%s', async (_name, peer, forwarded, trusted, expected) => {
    expect(await addressOf(peer, forwarded, trusted)).toBe(expected);
  });
});

describe('addressSubject', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::/64'],
    ['2001:db8:1:2::9', '2001:0db8:0001:0002::/64'],
    ['2001:DB8::1', '2001:0db8:0000:0000::/64'],
    ['::1', '0000:0000:0000:0000::/64'],
    ['fe80::1%eth0', 'fe80:0000:0000:0000::/64'],
  ])('counts %s as %s', (address, subject) => {
    expect(addressSubject(address)).toBe(subject);
  });
});
