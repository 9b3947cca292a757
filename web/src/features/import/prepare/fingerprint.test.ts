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

  it('is the same whatever prompt a reference names, which an import changes', () => {
    const id = '00000000-0000-4000-8000-00000000000a';
    const expected = createHash('sha256').update('1:TBe {{>}} now').digest('hex');
    expect(fingerprint('T', `Be {{> ${id}@2 tone="{{x}}"}} now`)).toBe(expected);
    expect(fingerprint('T', 'Be {{>Brand voice}} now')).toBe(expected);
  });
});
