/** The result of a statement. */
export interface RowsResult {
  /** The number of all rows that match the filters, if they were counted. */
  readonly total: number | null;
  /** The number of rows in the body, or of rows written. */
  readonly rows: number;
  /** The body in UTF-8, as PostgreSQL sent it. */
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: string | null;
  readonly status: string | null;
  /** The primary key of the only inserted row, if requested: a JSON array. */
  readonly location: string | null;
  /** The number of rows that an upsert updated instead of inserting. */
  readonly updated: number;
}
