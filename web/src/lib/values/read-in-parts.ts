/** A URL holds so many ids with room to spare. */
const idsPerRequest = 100;

/** Reads the rows of many ids by requests whose URLs stay short, one beside the other. */
export async function readInParts<Row>(
  ids: readonly string[],
  read: (part: readonly string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const starts = ids.flatMap((_, index) => (index % idsPerRequest === 0 ? [index] : []));
  const parts = starts.map((start) => read(ids.slice(start, start + idsPerRequest)));
  return (await Promise.all(parts)).flat();
}
