/** One replaced range of a text. */
interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * Returns the smallest range whose replacement turns one text into another; null when they are
 * equal. So the cursor stays, and undo takes back only the difference.
 */
export function differenceOf(before: string, wanted: string): TextChange | null {
  const after = wanted.replaceAll(/\r\n?/g, '\n');
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    from: start,
    to: before.length - end,
    insert: after.slice(start, after.length - end),
  };
}
