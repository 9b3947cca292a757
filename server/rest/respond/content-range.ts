/** Returns Content-Range: `0-9/100`, with `*` for no rows and for an unknown total. */
export function contentRange(first: number, last: number, total: number | null): string {
  const rows = total === 0 || first > last ? '*' : `${first}-${last}`;
  return `${rows}/${total ?? '*'}`;
}

/** Returns 200 for all rows or without a count, 206 for a part of them, 416 beyond the end. */
export function rangeStatus(first: number, last: number, total: number | null): 200 | 206 | 416 {
  if (total === null) return 200;
  if (first > total) return 416;
  return last - first + 1 < total ? 206 : 200;
}
