/** The largest page: a hosted Supabase returns at most this many rows in one response. */
export const maxPageSize = 1_000;

/** Reads page after page, each from the last row of the one before, and returns all rows. */
export async function readAllPages<Row>(
  readPage: (last: Row | undefined, size: number) => Promise<readonly Row[]>,
  size = maxPageSize,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await readPage(rows.at(-1), size);
    rows.push(...page);
    if (page.length < size) return rows;
  }
}
