/** Reads the rows of many keys by requests of at most `size` of them; a URL has room for 100 ids. */
export async function readInParts<Row>(
  keys: readonly string[],
  read: (part: readonly string[]) => Promise<readonly Row[]>,
  size = 100,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < keys.length; from += size) {
    rows.push(...(await read(keys.slice(from, from + size))));
  }
  return rows;
}
