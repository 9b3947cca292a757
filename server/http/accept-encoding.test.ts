import { describe, expect, it } from 'vitest';
import { acceptedCodings } from './accept-encoding.ts';

describe('acceptedCodings', () => {
  it.each([
    [null, null, true],
    ['', null, true],
    ['gzip', 'gzip', true],
    ['x-gzip', 'gzip', true],
    ['GZIP', 'gzip', true],
    ['gzip, deflate, br, zstd', 'br', true],
    ['br;q=0.5, gzip;q=0.8', 'gzip', true],
    ['br;q=0, gzip', 'gzip', true],
    ['br;q=0.000,gzip;q=0.0', null, true],
    ['deflate', null, true],
    ['*', 'br', true],
    ['*;q=0.1', 'br', true],
    ['br;q=0, *', 'gzip', true],
    ['*;q=0', null, false],
    ['gzip, *;q=0', 'gzip', false],
    ['identity;q=0', null, false],
    ['identity;q=0, gzip;q=0.1', 'gzip', false],
    ['identity, gzip;q=0.5', null, true],
    ['identity;q=0.2, gzip;q=0.5', 'gzip', true],
    ['identity, *;q=0', null, true],
    ['gzip;q=2, br;level=3', null, true],
    ['brotli, gzipped', null, true],
  ])('reads %j as %s, plain accepted: %s', (header, best, identity) => {
    expect(acceptedCodings(header)).toEqual({ best, identity });
  });
});
