import { fold } from './fold.ts';

/** Whether the texts together contain every word of a search, in any case and without regard to accents. */
export function containsWords(texts: readonly string[], search: string): boolean {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const all = fold(texts.join('\n'));
  return words.every((word) => all.includes(word));
}
