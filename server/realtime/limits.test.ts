import { expect, it } from 'vitest';
import { AddressTimes } from './limits.ts';

it('an address that took its quarter of a second waits until that is repaid', () => {
  const times = new AddressTimes();
  expect(times.spend('192.0.2.1', 0, 200)).toBe(0);
  expect(times.spend('192.0.2.1', 200, 400)).toBeGreaterThan(100);
  expect(times.spend('192.0.2.2', 400, 500)).toBe(0);
  expect(times.spend('192.0.2.1', 2_000, 2_001)).toBe(0);
});

it('connections of an IPv6 network share their time, and none waits longer than its heartbeats may', () => {
  const times = new AddressTimes();
  times.spend('2001:db8::1', 0, 60_000);
  expect(times.spend('2001:db8::2', 60_000, 60_001)).toBe(30_000);
});
