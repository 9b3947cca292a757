import { expect, it } from 'vitest';
import { AddressTimes } from './address-rates.ts';

it('an address that took its quarter of a second waits until that is repaid', () => {
  const times = new AddressTimes();
  expect(times.spend('192.0.2.1', 200, 0)).toBe(0);
  expect(times.spend('192.0.2.1', 200, 200)).toBe(400);
  expect(times.spend('192.0.2.2', 100, 300)).toBe(0);
  expect(times.spend('192.0.2.1', 1, 2_000)).toBe(0);
});

it('an IPv6 network has one share, and waits no longer than the heartbeats of a connection may', () => {
  const times = new AddressTimes();
  times.spend('2001:db8::1', 60_000, 0);
  expect(times.spend('2001:db8::2', 1, 1)).toBe(30_000);
});
