import { expect, it } from 'vitest';
import { eachUnquoted } from './each-unquoted.ts';

function visit(text: string, most = Infinity) {
  const visited: string[] = [];
  const isQuoted = eachUnquoted(text, (character, at) => {
    visited.push(`${character}${at}`);
    return visited.length < most;
  });
  return { visited, isQuoted };
}

it.each([
  ['a"b"c', ['a0', 'c4'], false],
  [String.raw`"a\"b\\"c`, ['c8'], false],
  [String.raw`\"a"b`, ['\\0', 'b4'], false],
  ['a"b', ['a0'], true],
  [String.raw`a"b\"`, ['a0'], true],
  ['', [], false],
])('visits what is not quoted in %s', (text, visited, isQuoted) => {
  expect(visit(text)).toEqual({ visited, isQuoted });
});

it('visits no more than it is asked to', () => {
  expect(visit('abc"', 2)).toEqual({ visited: ['a0', 'b1'], isQuoted: false });
});
