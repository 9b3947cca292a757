/** Returns a text on one line with at most `maxLength` characters, cut after a word. */
export function cutText(text: string, maxLength: number): string {
  // Long texts aren't split as a whole.
  const line = text
    .slice(0, maxLength * 10)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= maxLength) return line;
  const cut = characters.slice(0, maxLength - 1).join('');
  return `${cut.replace(/\s+\S*$/, '')}…`;
}
