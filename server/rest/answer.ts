/** What the statement answered. */
export interface Answer {
  /** All rows that the filters leave, when they were counted. */
  readonly total: number | null;
  /** Rows in the body; rows written, for a write. */
  readonly rows: number;
  /** UTF-8, as PostgreSQL sent it. */
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: string | null;
  readonly status: string | null;
  /** The primary key of the one row inserted, when asked for. */
  readonly location: string | null;
  /** Rows that an upsert changed instead of inserting. */
  readonly updated: number;
}
