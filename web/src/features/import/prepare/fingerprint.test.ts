import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';
import { sha256 } from './sha256.ts';

it('agrees with another SHA-256 for every length around the block size', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 255);
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

it('tells title and content apart, and sees every byte', () => {
  const all = [
    ['ab', 'c'],
    ['a', 'bc'],
    ['abc', ''],
    ['ab', 'c '],
    ['é', 'x'],
    ['e\u0301', 'x'],
  ];
  expect(new Set(all.map(([title = '', content = '']) => fingerprint(title, content))).size).toBe(
    all.length,
  );
});
