import { describe, expect, it } from 'vitest';
import { createPathBuilder, fileName } from './file-names.ts';

describe('fileName', () => {
  it.each([
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
    ['..hidden. ', 'hidden'],
    ['CON', 'CON_'],
    ['nul.txt', 'nul_.txt'],
    ['aux  .md', 'aux_ .md'],
    ['con artist', 'con artist'],
    ['com1', 'com1_'],
    ['COM²', 'COM²_'],
    ['console', 'console'],
    ['tab\tand\nline', 'tab and line'],
    ['right\u202Eleft', 'right left'],
    ['???', 'untitled'],
  ])('turns %j into %j', (title, name) => {
    expect(fileName(title)).toBe(name);
  });

  it('keeps names short enough for every file system, and whole characters', () => {
    const name = fileName('😀'.repeat(500));
    const encoded = encodeURIComponent(`${name} 1000.md`);
    expect(encoded.replaceAll(/%../g, 'x').length).toBeLessThan(255);
    expect(name.isWellFormed()).toBe(true);
  });
});

describe('createPathBuilder', () => {
  it('gives no two prompts paths that some file system takes for one', () => {
    const pathOf = createPathBuilder(['existing.md']);
    const paths = ['Straße', 'STRASSE', 'é', 'e\u0301', 'Existing', 'con', 'CON'].map((title) =>
      pathOf('', title),
    );
    expect(paths).toEqual([
      'Straße.md',
      'STRASSE 2.md',
      'é.md',
      'é 2.md',
      'Existing 2.md',
      'con_.md',
      'CON_ 2.md',
    ]);
  });
});

describe('createPathBuilder, from titles of other people', () => {
  it('makes no file that coding assistants follow', () => {
    const pathOf = createPathBuilder();
    const titles = [
      'CLAUDE',
      'Agents',
      'agent.md',
      'GEMINI',
      'Skill',
      'claude.local',
      'Claude Code',
    ];
    expect(titles.map((title) => pathOf(['', 'Claude'], title))).toEqual([
      'Claude/CLAUDE_.md',
      'Claude/Agents_.md',
      'Claude/agent_.md.md',
      'Claude/GEMINI_.md',
      'Claude/Skill_.md',
      'Claude/claude_.local.md',
      'Claude/Claude Code.md',
    ]);
  });
});

describe('names of many prompts', () => {
  it('are accepted and told apart by Windows, macOS and Linux', () => {
    const pieces = [
      'con',
      'NUL',
      'Com1',
      '.',
      ' ',
      'a',
      'A',
      'ä',
      'a\u0308',
      'ß',
      'SS',
      '/',
      ':',
      '?',
      '😀',
    ];
    const pathOf = createPathBuilder();
    const paths = Array.from({ length: 3_000 }, (_, number) => {
      const digits = [number % 15, Math.floor(number / 15) % 15, Math.floor(number / 225)];
      return pathOf('', digits.map((digit) => pieces[digit] ?? '').join(''));
    });
    const unique = new Set(paths.map((path) => path.normalize('NFC').toUpperCase()));
    expect(unique.size).toBe(paths.length);
    for (const path of paths) {
      const [stem = ''] = path.split('.');
      expect(path).toMatch(/^[^/\\:*?"<>|. ][^/\\:*?"<>|]*\.md$/);
      expect(path).not.toMatch(/[. ]\.md$/);
      expect(stem).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)$/i);
    }
  });
});
