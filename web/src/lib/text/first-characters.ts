/** Returns the first characters of a text, counted as the database counts: an emoji is one. */
export function firstCharacters(text: string, count: number): string {
  // A character is at most two code units.
  return Array.from(text.slice(0, count * 2))
    .slice(0, count)
    .join('');
}
