/** Returns the string fields of a JSON object. */
export function pickStrings(json: unknown): Record<string, string> {
  if (typeof json !== 'object' || json === null) return {};
  return Object.fromEntries(
    Object.entries(json).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
