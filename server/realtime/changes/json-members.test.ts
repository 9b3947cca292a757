import { describe, expect, it } from 'vitest';
import { jsonMembers } from './json-members.ts';

describe('jsonMembers', () => {
  it('splits an object into its members, and leaves each value as it is written', () => {
    const json = String.raw`{"a": 9007199254740993, "b": {"c": [1.10, "x,}\""]}, "d\"e": "", "": null, "f": []}`;
    expect(jsonMembers(json)).toEqual([
      ['a', '9007199254740993'],
      ['b', String.raw`{"c": [1.10, "x,}\""]}`],
      ['d"e', '""'],
      ['', 'null'],
      ['f', '[]'],
    ]);
    expect(jsonMembers('{}')).toEqual([]);
    expect(jsonMembers('{"a":1,"b":2}')).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });

  it('takes any depth', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(jsonMembers(`{"a":${deep},"b":1}`)).toEqual([
      ['a', deep],
      ['b', '1'],
    ]);
  });
});
