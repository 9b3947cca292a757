/** The number of characters of a search that are read, here and in the database. */
export const searchLength = 1_000;

/** The names of filters, as in `tag:work`. */
export const filterNames = [
  'tag',
  'category',
  'group',
  'in',
  'is',
  'has',
  'used',
  'author',
] as const;

/** Direction marks and zero-width spaces around copied words. */
const invisible =
  /(^|\s)[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+(?=\s|$)/g;

/** The quotation marks of phones and word processors. */
const typographicQuotes = /[“”„‟«»＂]/g;

/** An unclosed quotation at the end: `"two wo`, `tag:"two wo`. */
const unclosedQuote = new RegExp(
  String.raw`^(?:[^"]|"[^"]*")*?(?:^|\s)(?:(?:${filterNames.join('|')}):)?"[^"]+$`,
  'i',
);

/**
 * Normalizes a typed search: limits its length, removes characters that no text can contain,
 * replaces typographic quotes and spaces, and closes an open quotation.
 */
export function normalizeSearch(typed: string): string {
  const text = typed
    .slice(0, searchLength - 1)
    .replaceAll(/[\0\p{Cs}]/gu, ' ')
    .replaceAll(invisible, '$1')
    .replaceAll(typographicQuotes, '"')
    .replaceAll(/\s/g, ' ')
    .trim();
  return unclosedQuote.test(text) ? `${text}"` : text;
}
