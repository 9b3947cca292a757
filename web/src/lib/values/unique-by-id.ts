/** Each row once, where it first came: lists whose order moves while they are read may bring a row twice. */
export function uniqueById<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  const first = new Map<string, Row>();
  for (const row of rows) if (!first.has(row.id)) first.set(row.id, row);
  return [...first.values()];
}
