import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';

describe('fingerprint', () => {
  it('is the SHA-256 that the database computes', () => {
    const expected = createHash('sha256').update('6:Ünïx🙂').digest('hex');
    expect(fingerprint('Ünïx', '🙂')).toBe(expected);
  });

  it('differs between titles and contents that differ in a byte', () => {
    const texts = [
      ['ab', 'c'],
      ['a', 'bc'],
      ['abc', ''],
      ['ab', 'c '],
      ['é', 'x'],
      ['e\u0301', 'x'],
    ];
    const prints = texts.map(([title = '', content = '']) => fingerprint(title, content));
    expect(new Set(prints).size).toBe(texts.length);
  });
});
