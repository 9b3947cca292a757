import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { fingerprint } from './fingerprint.ts';
import { prepareImport, type PreparedFile } from './prepare-import.ts';
import { readFile } from '#web/features/import/read/read-file.ts';

function prepare(rows: readonly unknown[]): PreparedFile {
  return prepareImport(readFile('x.json', new TextEncoder().encode(JSON.stringify(rows))));
}

it('gives the prompts with their defaults', () => {
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
      fingerprint: fingerprint(' T ', 'C\r\n'),
      notations: [],
      converted: {},
    },
  ]);
});

describe('tags', () => {
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

describe('a row is reported when', () => {
  const fine = { title: 'T', content: 'C' };
  it.each([
    ['it has no title', { content: 'C' }, 'It has no title.'],
    ['its title is blank', { ...fine, title: ' \n' }, 'It has no title.'],
    ['it has no content', { title: 'T' }, 'It has no content.'],
    [
      'its title is too long',
      { ...fine, title: 'x'.repeat(501) },
      'Its title is 501 characters long; 500 are possible.',
    ],
    [
      'its content is too long',
      { ...fine, content: 'x'.repeat(limits.contentLength + 1) },
      'Its content is 1,000,001',
    ],
    [
      'its description is too long',
      { ...fine, description: 'x'.repeat(2_001) },
      'Its description is 2,001',
    ],
    [
      'it has too many tags',
      { ...fine, tags: Array.from({ length: 101 }, (_, n) => `t${n}`) },
      'It has 101 tags',
    ],
    [
      'a tag is too long',
      { ...fine, tags: ['y'.repeat(51)] },
      'is 51 characters long; 50 are possible.',
    ],
    ['its tags are numbers', { ...fine, tags: [1] }, 'Its tags are not a list of texts.'],
    ['its title is a number', { ...fine, title: 7 }, 'Its title is not a text.'],
    [
      'it holds a NUL',
      { ...fine, content: 'a\0b' },
      'Its content holds a character that cannot be stored.',
    ],
    ['it holds half a character', { ...fine, content: 'a\ud800b' }, 'cannot be stored'],
  ])('%s', (_, row, reason) => {
    const read = prepare([fine, row]);
    expect(read.prompts).toHaveLength(1);
    expect(read.problems).toHaveLength(1);
    expect(read.problems[0]?.row).toBe(2);
    expect(read.problems[0]?.reason).toContain(reason);
  });

  it('but a limit counts characters, not halves of them', () => {
    expect(prepare([{ ...fine, title: '🙂'.repeat(500) }]).problems).toEqual([]);
  });
});

it('recognises rows that repeat an earlier one, byte for byte', () => {
  const read = prepare([
    { title: 'T', content: 'C' },
    { title: 'T', content: 'c' },
    { act: 'T', prompt: 'C' },
  ]);
  expect(read.prompts.map(({ row }) => row)).toEqual([1, 2]);
  expect(read.repeated).toEqual([{ row: 3, line: null, title: 'T', firstRow: 1 }]);
  expect(read.total).toBe(3);
});
