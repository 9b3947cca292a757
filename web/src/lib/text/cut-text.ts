import { firstCharacters } from './first-characters.ts';

/** Returns a text on one line with at most `maxLength` characters, cut after a word. */
export function cutText(text: string, maxLength: number): string {
  // Long texts aren't split as a whole.
  const line = text
    .slice(0, maxLength * 10)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (firstCharacters(line, maxLength) === line) return line;
  return `${firstCharacters(line, maxLength - 1).replace(/\s+\S*$/, '')}…`;
}
