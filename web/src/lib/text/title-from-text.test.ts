import { describe, expect, it } from 'vitest';
import { titleFromText } from './title-from-text.ts';

describe('titleFromText', () => {
  it.each([
    ['the first line', '\n\nSummarise this\nin five sentences', 'Summarise this'],
    ['a Markdown heading without its marks', '## Review  notes\n\nText', 'Review notes'],
    ['a line that is only marks', '---\nText', '---'],
    ['nothing for nothing', ' \n ', ''],
    ['a short line whole', 'x'.repeat(80), 'x'.repeat(80)],
    ['a long line up to a word', `${'word '.repeat(17)}end`, `${'word '.repeat(16).trim()}…`],
    ['a long word up to a whole character', '😀'.repeat(90), `${'😀'.repeat(80)}…`],
  ])('returns %s', (_, text, title) => {
    expect(titleFromText(text)).toBe(title);
  });
});
