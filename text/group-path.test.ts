import { expect, it } from 'vitest';
import { formatGroupPath, parseGroupPath } from './group-path.ts';

it.each([
  [['Work', 'Mail'], 'Work/Mail'],
  [['R/D', 'C:\\'], 'R\\/D/C:\\\\'],
  [['Say "hi"', 'a\\/b'], 'Say "hi"/a\\\\\\/b'],
  [[], ''],
])('formats and parses %j as %s', (names, path) => {
  expect(formatGroupPath(names)).toBe(path);
  expect(parseGroupPath(path)).toEqual(names);
});

it.each([
  [' Work / Mail ', ['Work', 'Mail']],
  ['/Work//Mail/', ['Work', 'Mail']],
  ['Say \\"hi\\"', ['Say "hi"']],
  ['a\\b\\', ['a\\b\\']],
])('parses %j as %j', (path, names) => {
  expect(parseGroupPath(path)).toEqual(names);
});
