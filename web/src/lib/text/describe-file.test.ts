import { expect, it } from 'vitest';
import { fileTypeName, formatBytes } from './describe-file.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1500, '1.5 KB'],
  [1_023_999, '1 MB'],
  [52_428_800, '50 MB'],
  [5_368_709_120, '5 GB'],
])('formatBytes(%i) is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it.each([
  ['image/png', 'a.png', 'PNG'],
  ['image/svg+xml', 'a.svg', 'SVG'],
  ['text/markdown', 'a.md', 'Markdown'],
  ['application/octet-stream', 'a.tar.gz', 'GZ'],
  ['application/octet-stream', 'notes', 'File'],
])('the type %s of %s is shown as %s', (type, name, shown) => {
  expect(fileTypeName(type, name)).toBe(shown);
});
