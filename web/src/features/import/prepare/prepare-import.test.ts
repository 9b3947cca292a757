import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { fingerprint } from './fingerprint.ts';
import { prepareImport, type PreparedFile } from './prepare-import.ts';
import { readFile } from '#web/features/import/read/read-file.ts';

function prepare(rows: readonly unknown[]): PreparedFile {
  return prepareImport(readFile('x.json', new TextEncoder().encode(JSON.stringify(rows))));
}

it('prepareImport returns the prompts with their defaults', () => {
  const { prompts } = prepare([{ title: ' T ', content: 'C\r\n', group: ' G ', description: ' ' }]);
  expect(prompts).toEqual([
    {
      row: 1,
      line: null,
      title: ' T ',
      content: 'C\r\n',
      description: null,
      tags: [],
      category: null,
      key: 'row 1',
      group: 'g',
      groupName: 'G',
      versions: [],
      files: [],
      fingerprint: fingerprint(' T ', 'C\r\n'),
      notations: [],
      converted: {},
    },
  ]);
});

describe('prepareImport reads the tags', () => {
  it.each([
    ['a, b;c,,a', ['a', 'b', 'c']],
    [
      ['a', ' b ', '', 'a'],
      ['a', 'b'],
    ],
    ['["x, y","z"]', ['x, y', 'z']],
    ['[draft], b', ['[draft]', 'b']],
    ['', []],
    [null, []],
  ])('%j', (tags, expected) => {
    expect(prepare([{ title: 'T', content: 'C', tags }]).prompts[0]?.tags).toEqual(expected);
  });
});

describe('prepareImport reports a row when', () => {
  const valid = { title: 'T', content: 'C' };
  it.each([
    ['it has no title', { content: 'C' }, 'It has no title.'],
    ['its title is blank', { ...valid, title: ' \n' }, 'It has no title.'],
    ['it has no content', { title: 'T' }, 'It has no content.'],
    [
      'its title is too long',
      { ...valid, title: 'x'.repeat(501) },
      'Its title is 501 characters long; the limit is 500.',
    ],
    [
      'its content is too long',
      { ...valid, content: 'x'.repeat(limits.contentLength + 1) },
      'Its content is 1,000,001',
    ],
    [
      'its description is too long',
      { ...valid, description: 'x'.repeat(2_001) },
      'Its description is 2,001',
    ],
    [
      'it has too many tags',
      { ...valid, tags: Array.from({ length: 101 }, (_, n) => `t${n}`) },
      'It has 101 tags',
    ],
    [
      'a tag is too long',
      { ...valid, tags: ['y'.repeat(51)] },
      'is 51 characters long; the limit is 50.',
    ],
    ['its tags are numbers', { ...valid, tags: [1] }, "Its tags aren't a list of texts."],
    ['its title is a number', { ...valid, title: 7 }, "Its title isn't text."],
    [
      'it contains a NUL',
      { ...valid, content: 'a\0b' },
      "Its content contains a character that can't be stored.",
    ],
    ['it contains half a character', { ...valid, content: 'a\ud800b' }, "can't be stored"],
  ])('%s', (_, row, reason) => {
    const read = prepare([valid, row]);
    expect(read.prompts).toHaveLength(1);
    expect(read.problems).toHaveLength(1);
    expect(read.problems[0]?.row).toBe(2);
    expect(read.problems[0]?.reason).toContain(reason);
  });

  it('its length in code points exceeds a limit, not its length in UTF-16 units', () => {
    expect(prepare([{ ...valid, title: '🙂'.repeat(500) }]).problems).toEqual([]);
  });
});

it('prepareImport recognises rows that repeat an earlier one, byte for byte', () => {
  const read = prepare([
    { title: 'T', content: 'C' },
    { title: 'T', content: 'c' },
    { act: 'T', prompt: 'C' },
  ]);
  expect(read.prompts.map(({ row }) => row)).toEqual([1, 2]);
  expect(read.repeated).toEqual([{ row: 3, line: null, title: 'T', firstRow: 1 }]);
  expect(read.total).toBe(3);
});
