import { describe, expect, it } from 'vitest';
import { readMarkdown } from './read-markdown.ts';

const fieldsOf = (path: string, text: string) => readMarkdown([{ path, text }]).rows[0]?.fields;

describe('readMarkdown', () => {
  it.each([
    [
      'with front matter',
      'a.md',
      '---\ntitle: "Soup: hot"\ntags: [a, b]\ngroup: Kitchen\nrating: 5\n---\n\nBoil {{water}}.\n',
      { title: 'Soup: hot', content: 'Boil {{water}}.', tags: ['a', 'b'], group: 'Kitchen' },
    ],
    [
      'with a heading',
      'a.md',
      'Text\n\n# The title #\n',
      { title: 'The title', content: 'Text\n\n# The title #\n' },
    ],
    [
      'with hashes in its heading',
      'a.md',
      '# #1 in C# ##\n\nText',
      { title: '#1 in C', content: '# #1 in C# ##\n\nText' },
    ],
    [
      'with many spaces in its heading',
      'a.md',
      `# a${' '.repeat(1_000_000)}b`,
      { title: `a${' '.repeat(1_000_000)}b`, content: `# a${' '.repeat(1_000_000)}b` },
    ],
    [
      'with numbers and truth values for texts',
      'a.md',
      '---\ntitle: 2024\ntags: [1.0, true, "1.0"]\ndescription: null\n---\nText',
      { title: '2024', content: 'Text', tags: ['1.0', 'true', '1.0'], description: null },
    ],
    ['with nothing but text', 'Good name.md', 'Text', { title: 'Good name', content: 'Text' }],
    [
      'in a folder',
      'Work/Mail/x.markdown',
      'Text',
      { title: 'x', content: 'Text', group: 'Work/Mail' },
    ],
    [
      'written on Windows',
      'a.md',
      '---\r\ntitle: T\r\n---\r\n\r\nA\r\nB\r\n',
      { title: 'T', content: 'A\r\nB' },
    ],
    ['with empty front matter', 'a.md', '---\n---\nText', { title: 'a', content: 'Text' }],
    [
      'that begins with a rule',
      'a.md',
      '---\nno front matter',
      { title: 'a', content: '---\nno front matter' },
    ],
    [
      'whose front matter is a list',
      'a.md',
      '---\n- a\n---\nText',
      { title: 'a', content: '---\n- a\n---\nText' },
    ],
  ])('reads a file %s', (_, path, text, expected) => {
    expect(fieldsOf(path, text)).toEqual(expected);
  });

  it('returns the ignored fields and reports broken front matter', () => {
    const read = readMarkdown([
      { path: 'a.md', text: '---\nrating: 5\n---\nText' },
      { path: 'b.md', text: '---\ntitle: "open\n---\nText' },
    ]);
    expect(read.ignored).toEqual(['rating']);
    expect(read.rows).toHaveLength(1);
    expect(read.problems).toEqual([
      {
        row: 2,
        line: null,
        file: 'b.md',
        title: null,
        reason: "The front matter at its beginning isn't valid YAML.",
      },
    ]);
  });

  it('reads a file with many keys', () => {
    const keys = Array.from({ length: 60_000 }, (_, index) => `key${index}: x\n`).join('');
    const read = readMarkdown([{ path: 'a.md', text: `---\n${keys}title: T\n---\nText` }]);
    expect(read.rows[0]?.fields).toEqual({ title: 'T', content: 'Text' });
    expect(read.ignored).toHaveLength(60_000);
  });

  it.each([
    ['a repeated key', 'title: A\ntitle: B\n'],
    ['a repeated key in a value', 'title: A\nmeta: {a: 1, b: 2, a: 3}\n'],
    ['many aliases', `title: &a A\nlist: [${'*a, '.repeat(101)}]\n`],
    [
      'many anchors',
      Array.from({ length: 20_000 }, (_, at) => `k${at}: [&a${at} x, *a${at}]\n`).join(''),
    ],
  ])('reports front matter with %s', (_, yaml) => {
    const { rows, problems } = readMarkdown([{ path: 'a.md', text: `---\n${yaml}---\nText` }]);
    expect(rows).toEqual([]);
    expect(problems[0]?.reason).toBe("The front matter at its beginning isn't valid YAML.");
  });

  it('reports a broken file of an export and reads the others', () => {
    const read = readMarkdown([
      { path: 'a.md', text: '---\ncuebook: prompt\nid: x\ntitle: Good\n---\n\nText\n' },
      { path: 'b.md', text: '---\ncuebook: prompt\nid: 7\ntitle: Bad\n---\n\nText\n' },
    ]);
    expect(read.exported?.prompts.map(({ prompt }) => prompt.title)).toEqual(['Good']);
    expect(read.problems[0]).toMatchObject({ file: 'b.md', title: null });
    expect(read.problems[0]?.reason).toContain('Its id');
  });
});
