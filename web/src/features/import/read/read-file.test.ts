import { describe, expect, it } from 'vitest';
import { readFile } from './read-file.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const lines = '{"title":"A","content":"1"}\n{"title":"B","content":"2"}\n';

describe('readFile, format', () => {
  it.each([
    ['prompts.csv', 'title,content\nA,1', 'CSV'],
    ['PROMPTS.CSV', 'title,content\nA,1', 'CSV'],
    ['prompts.json', '[{"title":"A","content":"1"}]', 'JSON'],
    ['prompts.json', '{"prompts":[{"title":"A","content":"1"}]}\n\n', 'JSON'],
    ['prompts.json', lines, 'JSON Lines'],
    ['prompts.jsonl', '{"title":"A","content":"1"}', 'JSON Lines'],
    ['prompts.ndjson', lines, 'JSON Lines'],
    ['prompts', lines, 'JSON Lines'],
    ['prompts.txt', '\n [{"title":"A","content":"1"}]', 'JSON'],
    ['prompts.txt', 'title,content\nA,1', 'CSV'],
  ])('reads %s with %j as %s', (name, text, format) => {
    expect(readFile(name, encode(text)).format).toBe(format);
  });
});

describe('readFile, encoding', () => {
  it('accepts a byte order mark', () => {
    const read = readFile('a.csv', encode('\ufefftitle,content\nA,1'));
    expect(read.rows[0]?.fields).toEqual({ title: 'A', content: '1' });
  });

  it('reads UTF-16 with a byte order mark', () => {
    const text = '\ufefftitle,content\nA,ß';
    const bytes = new Uint8Array(
      Array.from(text).flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
    );
    expect(readFile('a.csv', bytes).rows[0]?.fields.content).toBe('ß');
  });

  it.each([
    ['nothing', [], 'This file is empty.'],
    ['only a byte order mark', [0xef, 0xbb, 0xbf], 'This file is empty.'],
    ['white space', [0x20, 0x0d, 0x0a], 'This file is empty.'],
    ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'This file is a PNG image'],
    ['a JPEG', [0xff, 0xd8, 0xff, 0xe0, 0], 'This file is a JPEG image'],
    ['a zip', [0x50, 0x4b, 0x03, 0x04, 0], 'an archive or an office document'],
    ['other binary', [0x74, 0x00, 0x01, 0x02], "This file isn't text."],
    ['Latin-1', [...encode('title,content\nA,1\nB,'), 0xe9], "isn't encoded as UTF-8 (see line 3)"],
  ])('refuses %s', (_, bytes, message) => {
    expect(() => readFile('prompts.csv', new Uint8Array(bytes))).toThrow(message);
  });
});

describe('readFile, size', () => {
  it.each([
    ['a.csv', `title,content\n${'A,1\n'.repeat(100_001)}`],
    ['a.jsonl', '{}\n'.repeat(100_001)],
    ['a.json', `[${'{},'.repeat(100_000)}{}]`],
    ['a.json', `{"cuebook":1,"prompts":[${'{},'.repeat(100_000)}{}]}`],
  ])('refuses %s with more than 100,000 prompts', (name, text) => {
    expect(() => readFile(name, encode(text))).toThrow('contains more than 100,000 prompts.');
  });
});
