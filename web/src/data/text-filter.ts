/**
 * The `or` filter of rows in which one of the columns contains the text, in any case. A regular expression,
 * since in `ilike` on the wire an asterisk cannot be itself.
 */
export function contains(columns: readonly string[], text: string): string {
  const expression = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const value = expression.replaceAll(/["\\]/g, String.raw`\$&`);
  return columns.map((column) => `${column}.imatch."${value}"`).join(',');
}
