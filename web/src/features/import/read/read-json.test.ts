import { describe, expect, it } from 'vitest';
import { readJsonLines } from './read-json-lines.ts';
import { readJson } from './read-json.ts';

describe('readJson', () => {
  it.each([
    ['a list', '[{"title":"T","content":"C"}]'],
    ['a list named prompts', '{"version":1,"prompts":[{"Act":"T","Prompt":"C"}]}'],
    ['other names', '[{"name":"T","text":"C"}]'],
  ])('reads %s', (_, text) => {
    expect(readJson(text).rows).toEqual([
      { row: 1, line: null, fields: { title: 'T', content: 'C' } },
    ]);
  });

  it('keeps values and reports entries that are not objects', () => {
    const read = readJson(
      '[{"title":"T","content":"a\\r\\nb","tags":["x"],"more":1}, 7, null, []]',
    );
    expect(read.rows).toEqual([
      { row: 1, line: null, fields: { title: 'T', content: 'a\r\nb', tags: ['x'] } },
    ]);
    expect(read.problems.map(({ row }) => row)).toEqual([2, 3, 4]);
    expect(read.ignored).toEqual(['more']);
  });

  it.each([
    ['{"title":"T"}', 'contains no list of prompts'],
    ['"text"', 'contains no list of prompts'],
    ['[]', 'empty list'],
    ['{"prompts":{}}', 'contains no list of prompts'],
    ['[\n{"title": "T",\n oops}]', "isn't valid JSON (see line 3)"],
    ['[{"title": "T"', "isn't valid JSON"],
  ])('refuses %j', (text, message) => {
    expect(() => readJson(text)).toThrow(message);
  });
});

describe('readJsonLines', () => {
  it('reads one object per line, with empty lines and CRLF', () => {
    const read = readJsonLines('{"title":"A","content":"1"}\r\n\r\n{"act":"B","prompt":"2\\n"}\n');
    expect(read.rows).toEqual([
      { row: 1, line: 1, fields: { title: 'A', content: '1' } },
      { row: 2, line: 3, fields: { title: 'B', content: '2\n' } },
    ]);
  });

  it('reports a broken line and reads the others', () => {
    const read = readJsonLines('{"title":"A","content":"1"}\n{"title":\n[1]\n');
    expect(read.problems).toEqual([
      { row: 2, line: 2, title: null, reason: "It isn't valid JSON." },
      { row: 3, line: 3, title: null, reason: "It isn't an object with a title and content." },
    ]);
    expect(read.rows).toHaveLength(1);
  });

  it('refuses a file without any JSON', () => {
    expect(() => readJsonLines('title,content\nA,1')).toThrow('contains no valid JSON');
  });
});
