const maxLength = 80;

/** Returns a title for a text: its first line, cut after a word, without Markdown marks. */
export function titleFromText(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  const plain = line
    .replace(/^[#>*\-\s]+/u, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const title = plain === '' ? line.trim() : plain;
  const characters = Array.from(title);
  if (characters.length <= maxLength) return title;
  const start = characters.slice(0, maxLength).join('');
  const end = start.lastIndexOf(' ');
  return `${end > 0 ? start.slice(0, end) : start}…`;
}
