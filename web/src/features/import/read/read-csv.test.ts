import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';
import { ImportFileError } from './source-row.ts';

function fieldsOf(text: string): unknown[] {
  return readCsv(text).rows.map(({ fields }) => fields);
}

describe('readCsv, columns', () => {
  it.each([
    ['title,content\nT,C', { title: 'T', content: 'C' }],
    ['act,prompt\nT,C', { title: 'T', content: 'C' }],
    ['name,text\nT,C', { title: 'T', content: 'C' }],
    ['CONTENT, Title \nC,T', { title: 'T', content: 'C' }],
    ['prompt,content,name,title\nno,C,no,T', { title: 'T', content: 'C' }],
    ['title;content\nT;C, and more', { title: 'T', content: 'C, and more' }],
    ['title\tcontent\nT\tC;,|', { title: 'T', content: 'C;,|' }],
    [
      'group,category,tags,description,title,content\nG,K,"a,b",D,T,C',
      { group: 'G', category: 'K', tags: 'a,b', description: 'D', title: 'T', content: 'C' },
    ],
    ['title,content,tags\nT,C', { title: 'T', content: 'C' }],
  ])('%j', (text, fields) => {
    expect(fieldsOf(text)).toEqual([fields]);
  });

  it('returns the ignored columns', () => {
    expect(readCsv('act,prompt,for_devs,type\nT,C,TRUE,TEXT').ignored).toEqual([
      'for_devs',
      'type',
    ]);
  });

  it.each([
    ['a,b\n1,2', 'Found: “a”, “b”.'],
    ['title,b\n1,2', "doesn't name the required columns"],
    ['title\nno content\n', 'Found: “title”.'],
    ['just some prose\nand more', '“just some prose”'],
    [`${'x'.repeat(50)}\n`, `“${'x'.repeat(30)}”`],
    ['a,b,c,d,e,f,g,h\n', 'and 2 more'],
  ])('refuses %j', (text, message) => {
    expect(() => readCsv(text)).toThrow(message);
  });
});

describe('readCsv, quoted fields', () => {
  it('keeps their text unchanged', () => {
    const content = 'one\r\ntwo\nthree\rfour ""\ttab, comma; “x” 🙂 e\u0301\u00a0 ';
    const text = `title,content\r\n"T","${content.replaceAll('"', '""')}"\r\n`;
    expect(fieldsOf(text)).toEqual([{ title: 'T', content }]);
  });

  it('reads files with mixed line ends', () => {
    expect(fieldsOf('title,content\n"A","1\r\n"\r\nB,2\rC,3')).toEqual([
      { title: 'A', content: '1\r\n' },
      { title: 'B', content: '2' },
      { title: 'C', content: '3' },
    ]);
  });

  it('accepts a quote inside an unquoted field', () => {
    expect(fieldsOf('title,content\n5" disk,say "hi"')).toEqual([
      { title: '5" disk', content: 'say "hi"' },
    ]);
  });

  it.each([
    ['title,content\nA,1\nB,"two\nlines', 'Line 3: the quote opened here is never closed.'],
    ['title,content\nA,"1\n2\n3"x\nB,2', "Line 4: there is text after a field's closing quote."],
    ['title,content\r\nA,"a "word" b"\r\n', 'Line 2: there is text after'],
    ['"title,content\nA,1', 'Line 1: the quote opened here is never closed.'],
  ])('reports the line of a broken quote: %j', (text, message) => {
    expect(() => readCsv(text)).toThrow(ImportFileError);
    expect(() => readCsv(text)).toThrow(message);
  });
});

describe('readCsv, rows', () => {
  it('numbers rows from 1 and records their first line', () => {
    const read = readCsv('title,content\n\nA,"x\n\ny"\n\nB,2\n');
    expect(read.rows.map(({ row, line }) => [row, line])).toEqual([
      [1, 3],
      [2, 7],
    ]);
  });

  it('reports rows with more values than columns', () => {
    const read = readCsv('title,content\nA,one, two\nB,fine,\n');
    expect(read.problems).toMatchObject([{ row: 1, line: 2, title: 'A' }]);
    expect(read.problems[0]?.reason).toContain(
      'It has 3 values, but the first line names 2 columns',
    );
    expect(read.rows.map(({ row }) => row)).toEqual([2]);
  });

  it('reads what Papa Parse wrote, for random texts', () => {
    const fragments = [
      '"',
      '""',
      ',',
      ';',
      '\n',
      '\r\n',
      '\r',
      ' ',
      'a',
      'ß',
      '🙂',
      '\t',
      '{{name}}',
      '|',
      "'",
    ];
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const text = (): string =>
      Array.from({ length: random(12) }, () => fragments[random(fragments.length)]).join('');
    for (let round = 0; round < 300; round++) {
      const rows = Array.from({ length: 1 + random(5) }, () => ({
        title: `t${text()}`,
        content: text(),
      }));
      const newline = ['\n', '\r\n', '\r'][random(3)] ?? '\n';
      const delimiter = [',', ';', '\t', '|'][random(4)] ?? ',';
      const written = Papa.unparse(rows, { newline, delimiter, quotes: random(2) === 0 });
      expect(fieldsOf(written)).toEqual(rows);
    }
  });
});

describe('readCsv, a file that ends in the middle of a line', () => {
  const problemLines = (text: string) => readCsv(text).problems.map(({ line }) => line);

  it('reports the last line, since its text may be cut', () => {
    expect(problemLines('title,content,tags\nA,one,x\nB,tw')).toEqual([3]);
    expect(readCsv('title,content,tags\nA,one,x\nB,tw').problems[0]?.reason).toContain(
      'The file seems to be cut off here',
    );
  });

  it('accepts a last line with all values, with a line break, or as short as other lines', () => {
    expect(problemLines('title,content,tags\nA,one,x\nB,two,y')).toEqual([]);
    expect(problemLines('title,content,tags\nA,one,x\nB,two\n')).toEqual([]);
    expect(problemLines('title,content,tags\nA,one\nB,two')).toEqual([]);
  });
});
