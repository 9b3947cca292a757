import { expect, it } from 'vitest';
import { fileTypeName } from './file-type-name.ts';

it.each([
  ['image/png', 'a.png', 'PNG'],
  ['image/svg+xml', 'a.svg', 'SVG'],
  ['text/markdown', 'a.md', 'Markdown'],
  ['application/octet-stream', 'a.tar.gz', 'GZ'],
  ['application/octet-stream', 'notes', 'File'],
])('the type %s of %s is shown as %s', (type, name, shown) => {
  expect(fileTypeName(type, name)).toBe(shown);
});
