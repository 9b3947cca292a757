import { describe, expect, it } from 'vitest';
import { createEndedTest } from './wait-until-visible.ts';

describe('createEndedTest', () => {
  it.each([
    ['10:20:', '19', true],
    ['10:20:', '20', false],
    ['10:20:', '25', false],
    ['10:20:12,15', '12', false],
    ['10:20:12,15', '13', true],
    // The numbers of the stream start again after 2^32 transactions.
    ['4294967290:4294967300:4294967297', '1', false],
    ['4294967290:4294967300:4294967297', '2', true],
    ['4294967290:4294967300:4294967297', '5', false],
    ['4294967290:4294967300:', '4294967295', true],
  ])('at %s says of %s: %s', (snapshot, xid, hasEnded) => {
    expect(createEndedTest(snapshot)(xid)).toBe(hasEnded);
  });
});
