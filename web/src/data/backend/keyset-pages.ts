/**
 * A row's key in a list ordered by time, then id. Both stay strings: a Date would lose
 * microseconds.
 */
export interface KeyedRow {
  readonly id: string;
  readonly created_at: string;
}

/** Returns the `or` filter of the rows after `last`, newest first. */
export function afterKey(last: KeyedRow): string {
  return afterTime('created_at', last.created_at, last.id);
}

/** The same for a list ordered by another time column. */
function afterTime(column: string, at: string, id: string): string {
  return `${column}.lt."${at}",and(${column}.eq."${at}",id.lt.${id})`;
}

/** The key of the row before a page, as strings; null for the first page. */
export type PageKey = readonly [at: string, id: string] | null;

/** The methods of a client's request that pages need. */
export interface Pageable {
  order(column: string, options: { ascending: boolean }): this;
  limit(count: number): this;
  or(filters: string): this;
}

/** Limits a request to a page of a list ordered by a time, newest first. */
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

/**
 * Returns the key of the page after these rows; null when they are fewer than a page, so there is
 * none.
 */
export function nextKey<Row extends { readonly id: string }>(
  rows: readonly Row[],
  size: number,
  timeOf: (row: Row) => string | null,
): PageKey {
  const last = rows.length === size ? rows.at(-1) : undefined;
  return last ? [timeOf(last) ?? '', last.id] : null;
}
