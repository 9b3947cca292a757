import { fold } from './fold.ts';
import { filterNames } from './normalize-search.ts';

export type FilterName = (typeof filterNames)[number];

export interface SearchFilter {
  readonly name: FilterName;
  /** Of `in:` a path of groups as it is written, not folded. */
  readonly value: string;
}

/** A parsed search, folded; the database parses it the same way. */
interface SearchQuery {
  /** All must match. Quotation marks make several words one. */
  readonly words: readonly string[];
  readonly filters: readonly SearchFilter[];
}

/** Only the path of `in:` has escaped quotation marks. */
const parts = new RegExp(
  String.raw`(in):"((?:[^"\\]|\\.)+)"|(?:(${filterNames.join('|')}):)?(?:"([^"]+)"|(\S+))`,
  'gi',
);

const validValues: Record<FilterName, RegExp> = {
  tag: /./,
  category: /./,
  group: /./,
  in: /./,
  author: /./,
  is: /^(public|private|favou?rite|template)$/,
  has: /^variables?$/,
  used: /^([<>]\d{1,4}[hdwmy]|never)$/,
};

/**
 * Parses words and filters. A filter with an invalid value counts as a word; one without a value is
 * still being typed.
 */
export function parseSearch(search: string): SearchQuery {
  const words: string[] = [];
  const filters: SearchFilter[] = [];
  for (const match of search.matchAll(parts)) {
    const [, within, path, prefix = within, quoted, plain = ''] = match;
    const name = filterNames.find((each) => each === prefix?.toLowerCase());
    const text = path ?? quoted ?? plain;
    const value = name === 'in' ? text : fold(text).trim();
    if (name && validValues[name].test(value)) filters.push({ name, value });
    else if (name) words.push(`${name}:${value}`);
    else if (value !== '' && !isBareFilter(value)) words.push(value);
  }
  return { words, filters };
}

/** Parses the words of a search in a list without filters. */
export function searchWords(search: string): string[] {
  return Array.from(search.matchAll(/"([^"]+)"|(\S+)/g), ([, quoted, plain = '']) =>
    fold(quoted ?? plain).trim(),
  ).filter((word) => word !== '');
}

/** Whether a word is a filter that has no value yet. */
function isBareFilter(word: string): boolean {
  return filterNames.some((name) => word === `${name}:`);
}

const filterHelp: Partial<Record<FilterName, string>> = {
  is: 'is: knows is:public, is:private, is:favourite and is:template.',
  has: 'has: knows has:variable.',
  used: 'used: is followed by <7d, >2w or never: h, d, w, m and y are hours, days, weeks, months and years.',
};

/** Returns the help for the first invalid filter of a search; null when all are valid. */
export function invalidFilter(search: string): string | null {
  for (const word of parseSearch(search).words) {
    const [name = ''] = word.split(':', 1);
    const help = word.includes(':') && Object.entries(filterHelp).find(([each]) => each === name);
    if (help) return help[1];
  }
  return null;
}
