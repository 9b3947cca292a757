/** A hosted Supabase gives at most so many rows in one answer. */
export const maxPageSize = 1_000;

/** A row that knows its place in a list ordered by time, then id. Both are the wire's own strings: a Date would lose microseconds. */
export interface KeyedRow {
  readonly id: string;
  readonly created_at: string;
}

/** The `or` filter of the rows that come after `last`, newest first. */
export function afterKey(last: KeyedRow): string {
  return afterTime('created_at', last.created_at, last.id);
}

/** The same for a list that is ordered by any time. */
function afterTime(column: string, at: string, id: string): string {
  return `${column}.lt."${at}",and(${column}.eq."${at}",id.lt.${id})`;
}

/** Where a page starts: after the row of this time and id, the wire's own strings; null: at the beginning. */
export type PageKey = readonly [at: string, id: string] | null;

/** What a request of the client can do, as far as pages need it. */
interface Pageable {
  order(column: string, options: { ascending: boolean }): this;
  limit(count: number): this;
  or(filters: string): this;
}

/** A page of a list that is ordered by a time, newest first. */
export function newestFirst<Request extends Pageable>(
  request: Request,
  column: string,
  after: PageKey,
  size: number,
): Request {
  const page = request
    .order(column, { ascending: false })
    .order('id', { ascending: false })
    .limit(size);
  return after ? page.or(afterTime(column, ...after)) : page;
}

/** Where the page after these rows starts; null when they were fewer than asked for, so that there is none. */
export function nextKey<Row extends { readonly id: string }>(
  rows: readonly Row[],
  size: number,
  timeOf: (row: Row) => string | null,
): PageKey {
  const last = rows.length === size ? rows.at(-1) : undefined;
  return last ? [timeOf(last) ?? '', last.id] : null;
}

/** Reads page after page, each from the key of the one before, until the list is complete. */
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
