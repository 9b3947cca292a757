import { findFields } from './field-names.ts';
import type { RowPlace, RowProblem, SourceRow } from './source-row.ts';

/** Turns one parsed JSON value into a row, or says why it is none; `ignored` collects the keys without a meaning. */
export function readObject(
  value: unknown,
  place: RowPlace,
  ignored: Set<string>,
): { row: SourceRow } | { problem: RowProblem } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      problem: { ...place, title: null, reason: 'It is not an object with a title and content.' },
    };
  }
  const entries: [string, unknown][] = Object.entries(value);
  const found = findFields(entries.map(([key]) => key));
  for (const key of found.ignored) ignored.add(key);
  const fields = Object.fromEntries(
    [...found.places].map(([field, index]) => [field, entries[index]?.[1]]),
  );
  return { row: { ...place, fields } };
}
