import { describe, expect, it } from 'vitest';
import { sniffType } from './sniff-type.ts';

describe('sniffType', () => {
  it.each([
    ['a PNG under another name', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a], 'text/plain', 'image/png'],
    ['a JPEG', [0xff, 0xd8, 0xff, 0xe0], '', 'image/jpeg'],
    ['a page under the name of a PNG', [0x3c, 0x68], 'image/png', 'application/octet-stream'],
    ['a text', [0x61], 'text/markdown', 'text/markdown'],
    ['an unknown file', [1, 2], '', 'application/octet-stream'],
    ['an empty file', [], 'text/plain', 'text/plain'],
  ])('%s', async (_what, bytes, type, expected) => {
    expect(await sniffType(new Blob([Uint8Array.from(bytes)], { type }))).toBe(expected);
  });
});
