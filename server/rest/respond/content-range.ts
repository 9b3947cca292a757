/** `0-9/100`, `*` where nothing is known or there. */
export function contentRange(first: number, last: number, total: number | null): string {
  const rows = total === 0 || first > last ? '*' : `${first}-${last}`;
  return `${rows}/${total ?? '*'}`;
}

/** 200 for everything there is (or when nobody counted), 206 for a part, 416 beyond the end. */
export function rangeStatus(first: number, last: number, total: number | null): 200 | 206 | 416 {
  if (total === null) return 200;
  if (first > total) return 416;
  return last - first + 1 < total ? 206 : 200;
}
