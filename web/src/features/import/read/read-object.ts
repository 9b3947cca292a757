import { findFields } from './field-names.ts';
import type { RowLocation, RowProblem, SourceRow } from './source-row.ts';

/** Returns a JSON value as a row, or the reason why it isn't one. Adds unused keys to `ignored`. */
export function readObject(
  value: unknown,
  location: RowLocation,
  ignored: Set<string>,
): { row: SourceRow } | { problem: RowProblem } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      problem: { ...location, title: null, reason: "It isn't an object with a title and content." },
    };
  }
  const entries: [string, unknown][] = Object.entries(value);
  const found = findFields(entries.map(([key]) => key));
  for (const key of found.ignored) ignored.add(key);
  const fields = Object.fromEntries(
    [...found.positions].map(([field, index]) => [field, entries[index]?.[1]]),
  );
  return { row: { ...location, fields } };
}
