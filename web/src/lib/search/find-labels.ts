import { findWords, type Found } from './find-words.ts';
import { fold } from './fold.ts';
import { searchWords } from './parse-search.ts';

interface FoundLabels<Item> extends Found<Item> {
  /** Whether a label starts with the search. */
  readonly hasPrefixMatch: boolean;
}

/**
 * Returns the items whose label contains every word, in any case. Those that start with the search
 * come first, then those in which a word does, such as the name of a group in its path. Without any,
 * those that match except for one typo.
 */
export function findLabels<Item extends { readonly label: string }>(
  items: readonly Item[],
  search: string,
): FoundLabels<Item> {
  const found = findWords(items, searchWords(search), ({ label }) => [label]);
  if (found.typoForgiven || search === '') return { ...found, hasPrefixMatch: false };
  const start = fold(search);
  const ranked = Map.groupBy(found.items, ({ label }) => rankOf(fold(label), start));
  return {
    ...found,
    items: [0, 1, 2].flatMap((rank) => ranked.get(rank) ?? []),
    hasPrefixMatch: ranked.has(0),
  };
}

function rankOf(label: string, start: string): number {
  if (label.startsWith(start)) return 0;
  return label.includes(`/${start}`) || label.includes(` ${start}`) ? 1 : 2;
}
