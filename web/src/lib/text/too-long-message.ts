/** Returns the error of a field whose text is longer than `limit` characters. */
export function tooLongMessage(field: string, limit: number): string {
  return `${field} has at most ${limit.toLocaleString('en-GB')} characters. Shorten it to save.`;
}
