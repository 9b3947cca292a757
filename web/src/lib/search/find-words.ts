import { fold } from './fold.ts';
import { typosOf } from './find-matches.ts';

/** The matches in a list that is in memory, best first. */
export interface Found<Item> {
  readonly items: readonly Item[];
  /** No exact match: in these, one word differs by one letter. */
  readonly typoForgiven: boolean;
}

/** Searches with more words than this must match exactly. */
const maxWordsWithTypo = 8;

/**
 * Returns the items whose texts contain all folded words; if there are none, those in which one
 * word has a typo. An item's texts are ordered by weight: items that need fewer of them to contain
 * all words come first.
 */
export function findWords<Item>(
  items: readonly Item[],
  words: readonly string[],
  textsOf: (item: Item) => readonly string[],
): Found<Item> {
  if (words.length === 0) return { items, typoForgiven: false };
  const folded = items.map((item) => ({ item, texts: textsOf(item).map(fold) }));
  const exact = filterAndRank(folded, (text) => words.every((word) => text.includes(word)));
  if (exact.length > 0 || words.length > maxWordsWithTypo)
    return { items: exact, typoForgiven: false };
  const variants = words.flatMap((word, index) => {
    const typos = typosOf(word);
    return typos ? [{ typo: new RegExp(typos), others: words.toSpliced(index, 1) }] : [];
  });
  const close = filterAndRank(folded, (text) =>
    variants.some(
      ({ typo, others }) => typo.test(text) && others.every((word) => text.includes(word)),
    ),
  );
  return { items: close, typoForgiven: close.length > 0 };
}

function filterAndRank<Item>(
  items: readonly { readonly item: Item; readonly texts: readonly string[] }[],
  matches: (text: string) => boolean,
): Item[] {
  return items
    .flatMap(({ item, texts }) => {
      const needed = texts.findIndex((_, index) => matches(texts.slice(0, index + 1).join('\n')));
      return needed === -1 ? [] : [{ item, needed }];
    })
    .toSorted((one, other) => one.needed - other.needed)
    .map(({ item }) => item);
}
