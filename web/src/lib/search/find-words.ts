import { fold } from './fold.ts';
import { typosOf } from './find-matches.ts';

/** What was found in a list that is held whole, best first. */
export interface Found<Item> {
  readonly items: readonly Item[];
  /** Nothing has the words as they are: in these, one has a letter wrong. */
  readonly typoForgiven: boolean;
}

/** Of so many words, one may have a typo. */
const mostWords = 8;

/**
 * The items whose texts have all the folded words between them; where none has, those in which one word has a typo. An
 * item's texts come in the order of their weight: those that need fewer of them to have all the words stand first.
 */
export function findWords<Item>(
  items: readonly Item[],
  words: readonly string[],
  textsOf: (item: Item) => readonly string[],
): Found<Item> {
  if (words.length === 0) return { items, typoForgiven: false };
  const folded = items.map((item) => ({ item, texts: textsOf(item).map(fold) }));
  const exact = ranked(folded, (text) => words.every((word) => text.includes(word)));
  if (exact.length > 0 || words.length > mostWords) return { items: exact, typoForgiven: false };
  const ways = words.flatMap((word, at) => {
    const typos = typosOf(word);
    return typos ? [{ typo: new RegExp(typos), others: words.toSpliced(at, 1) }] : [];
  });
  const close = ranked(folded, (text) =>
    ways.some(({ typo, others }) => typo.test(text) && others.every((word) => text.includes(word))),
  );
  return { items: close, typoForgiven: close.length > 0 };
}

function ranked<Item>(
  items: readonly { readonly item: Item; readonly texts: readonly string[] }[],
  has: (text: string) => boolean,
): Item[] {
  return items
    .flatMap(({ item, texts }) => {
      const needed = texts.findIndex((_, at) => has(texts.slice(0, at + 1).join('\n')));
      return needed === -1 ? [] : [{ item, needed }];
    })
    .toSorted((one, other) => one.needed - other.needed)
    .map(({ item }) => item);
}
