/** A hosted Supabase gives at most so many rows in one answer. */
const largestPage = 1_000;

/** A row that knows its place in a list ordered by time, then id. Both are the wire's own strings: a Date would lose microseconds. */
export interface KeyedRow {
  readonly id: string;
  readonly created_at: string;
}

/** The `or` filter of the rows that come after `last`, newest first. */
export function afterKey(last: KeyedRow): string {
  return `created_at.lt."${last.created_at}",and(created_at.eq."${last.created_at}",id.lt.${last.id})`;
}

/** Reads page after page, each from the key of the one before, until the list is complete. */
export async function completeList<Row>(
  readPage: (last: Row | undefined, size: number) => Promise<readonly Row[]>,
  size = largestPage,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await readPage(rows.at(-1), size);
    rows.push(...page);
    if (page.length < size) return rows;
  }
}
