/**
 * Removes later repeats of a row: a list whose order changes between two pages may return a row
 * twice.
 */
export function uniqueById<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  const first = new Map<string, Row>();
  for (const row of rows) if (!first.has(row.id)) first.set(row.id, row);
  return [...first.values()];
}
