/** The filters whose values a search box offers. */
const completedFilters = ['in', 'group', 'tag'] as const;

export type CompletedFilter = (typeof completedFilters)[number];

/** A filter whose value is being typed. */
export interface FilterDraft {
  readonly name: CompletedFilter;
  /** The value, up to the caret. */
  readonly typed: string;
  /** The offsets of its start and end in the text. */
  readonly start: number;
  readonly end: number;
}

const draftPattern = new RegExp(
  String.raw`(?:^|\s)((${completedFilters.join('|')}):(?:"((?:[^"\\]|\\.)*)|([^\s"]*)))$`,
  'i',
);

/** Returns the filter in whose value the caret stands; null if it stands in none. */
export function filterAt(text: string, caret: number): FilterDraft | null {
  const found = draftPattern.exec(text.slice(0, caret));
  if (found === null) return null;
  const [, whole = '', prefix, quoted, plain = ''] = found;
  const name = completedFilters.find((each) => each === prefix?.toLowerCase());
  if (name === undefined) return null;
  const rest = quoted === undefined ? /^\S*/ : /^(?:[^"\\]|\\.)*"/;
  const typed = (quoted ?? plain).replaceAll(/\\"/g, '"');
  const end = caret + (rest.exec(text.slice(caret))?.[0].length ?? 0);
  return { name, typed, start: caret - whole.length, end };
}

/** Returns the text with a value for the filter, and the place of the caret behind it. */
export function completeFilter(
  text: string,
  { name, start, end }: FilterDraft,
  value: string,
): { readonly text: string; readonly caret: number } {
  const before = `${text.slice(0, start)}${name}:${quote(name, value)} `;
  return { text: before + text.slice(end).trimStart(), caret: before.length };
}

/** Returns whether a filter can name a value: only that of `in:` has escaped quotation marks. */
export function canBeNamed(name: CompletedFilter, value: string): boolean {
  return name === 'in' || !value.includes('"') || !/\s|^"/.test(value);
}

function quote(name: CompletedFilter, value: string): string {
  if (!/\s|^"/.test(value)) return value;
  return `"${name === 'in' ? value.replaceAll('"', String.raw`\"`) : value}"`;
}
