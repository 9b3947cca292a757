import { fold } from './fold.ts';
import type { FilterName } from './parse-search.ts';

const filterPattern = (name: FilterName) =>
  new RegExp(String.raw`(^|\s)${name}:(?:"([^"]*)"?|(\S*))`, 'gi');

/** Returns the values of a filter in the text of a search box, as they are written. */
export function filterValues(search: string, name: FilterName): string[] {
  return Array.from(
    search.matchAll(filterPattern(name)),
    ([, , quoted, plain = '']) => quoted ?? plain,
  ).filter((value) => value !== '');
}

/** Returns whether a filter has this value, in any case. */
export function hasFilter(search: string, name: FilterName, value: string): boolean {
  return filterValues(search, name).some((each) => fold(each) === fold(value));
}

/** Returns the text with a filter that has only these values, at its end. */
export function withFilter(search: string, name: FilterName, values: readonly string[]): string {
  const rest = search.replaceAll(filterPattern(name), ' ').replaceAll(/\s+/g, ' ').trim();
  const terms = values.map((value) => `${name}:${/\s/.test(value) ? `"${value}"` : value}`);
  return [rest, ...terms].filter((part) => part !== '').join(' ');
}
