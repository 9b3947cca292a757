import { firstCharacters } from './first-characters.ts';

const maxLength = 80;

/** Returns a title for a text: its first line, cut after a word, without Markdown marks. */
export function titleFromText(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  const plain = line
    .replace(/^[#>*\-\s]+/u, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const title = plain === '' ? line.trim() : plain;
  const start = firstCharacters(title, maxLength);
  if (start === title) return title;
  const end = start.lastIndexOf(' ');
  return `${end > 0 ? start.slice(0, end) : start}…`;
}
