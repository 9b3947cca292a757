import { describe, expect, it } from 'vitest';
import { joinFrontMatter, splitFrontMatter } from './front-matter.ts';

describe('splitFrontMatter', () => {
  it.each([
    ['title: A\n', 'Text'],
    ['', 'Text\n---\nmore\n---\n'],
    ['title: A\u2028---\n', 'Text'],
    ['title: A\u2029---\n', 'Text'],
    ['title: A\r---\n', 'Text'],
    ['title: A ---\n', '\u2028---\r\n'],
  ])('returns what was joined: %j and %j', (yaml, body) => {
    expect(splitFrontMatter(joinFrontMatter(yaml, body))).toEqual({ yaml, body });
  });

  it.each(['Text', '--- \u2028title: A\n---\n', '---\ntitle: A', 'Text\n---\ntitle: A\n---\n'])(
    'finds none in %j',
    (text) => {
      expect(splitFrontMatter(text)).toEqual({ yaml: null, body: text });
    },
  );

  it('reads lines that end in CRLF', () => {
    const text = '---\r\ntitle: A\r\n---\r\n\r\nText\r\n';
    expect(splitFrontMatter(text)).toEqual({ yaml: 'title: A\r\n', body: 'Text' });
  });
});
