import { fold } from './fold.ts';

/** So many characters of a search are read, here and in the database. */
export const searchLength = 1_000;

const filterNames = ['tag', 'group', 'is', 'has', 'used', 'author'] as const;
export type FilterName = (typeof filterNames)[number];

export interface SearchFilter {
  readonly name: FilterName;
  readonly value: string;
}

/** What a search box asks for, folded; the database reads it the same way. */
interface SearchQuery {
  /** All of them must be there. Quotation marks hold several together. */
  readonly words: readonly string[];
  readonly filters: readonly SearchFilter[];
}

const parts = new RegExp(String.raw`(?:(${filterNames.join('|')}):)?(?:"([^"]+)"|(\S+))`, 'gi');

/** Around words that were copied: marks of direction and spaces without a width. */
const unseen =
  /(^|\s)[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+(?=\s|$)/g;

/** What telephones and word processors write for a quotation mark. */
const curled = /[“”„‟«»＂]/g;

/** At the end: `"two wo`, `tag:"two wo`. */
const unclosed = new RegExp(
  String.raw`^(?:[^"]|"[^"]*")*?(?:^|\s)(?:(?:${filterNames.join('|')}):)?"[^"]+$`,
  'i',
);

/** What may stand behind a filter's name. */
const takes: Record<FilterName, RegExp> = {
  tag: /./,
  group: /./,
  author: /./,
  is: /^(public|private|favou?rite|template)$/,
  has: /^variables?$/,
  used: /^([<>]\d{1,4}[hdwmy]|never)$/,
};

/** What is typed into a search box as it is asked for: no longer than is read, without what no text can hold, quotation marks and spaces as a keyboard has them, and words that are being put in quotation marks as if those were closed. */
export function normalizeSearch(typed: string): string {
  const text = typed
    .slice(0, searchLength - 1)
    .replaceAll(/[\0\p{Cs}]/gu, ' ')
    .replaceAll(unseen, '$1')
    .replaceAll(curled, '"')
    .replaceAll(/\s/g, ' ')
    .trim();
  return unclosed.test(text) ? `${text}"` : text;
}

/** The words and filters of a search. A filter with a value that it does not know is a word; one without any is still being typed. */
export function parseSearch(search: string): SearchQuery {
  const words: string[] = [];
  const filters: SearchFilter[] = [];
  for (const [, prefix, quoted, plain = ''] of search.matchAll(parts)) {
    const name = filterNames.find((each) => each === prefix?.toLowerCase());
    const value = fold(quoted ?? plain).trim();
    if (name && takes[name].test(value)) filters.push({ name, value });
    else if (name) words.push(`${name}:${value}`);
    else if (value !== '' && !isBareFilter(value)) words.push(value);
  }
  return { words, filters };
}

/** The words for a list that knows no filters. */
export function searchWords(search: string): string[] {
  return Array.from(search.matchAll(/"([^"]+)"|(\S+)/g), ([, quoted, plain = '']) =>
    fold(quoted ?? plain).trim(),
  ).filter((word) => word !== '');
}

/** A filter whose value is still to come. */
function isBareFilter(word: string): boolean {
  return filterNames.some((name) => word === `${name}:`);
}

const knows: Partial<Record<FilterName, string>> = {
  is: 'is: knows is:public, is:private, is:favourite and is:template.',
  has: 'has: knows has:variable.',
  used: 'used: is followed by <7d, >2w or never: h, d, w, m and y are hours, days, weeks, months and years.',
};

/** What to say where a search found nothing because a filter was not understood; null where all were. */
export function invalidFilter(search: string): string | null {
  for (const word of parseSearch(search).words) {
    const [name = ''] = word.split(':', 1);
    const said = word.includes(':') && Object.entries(knows).find(([each]) => each === name);
    if (said) return said[1];
  }
  return null;
}
