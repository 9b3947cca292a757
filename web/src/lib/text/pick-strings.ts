/** The texts in a JSON object, by name; what is none is left out. */
export function pickStrings(json: unknown): Record<string, string> {
  if (typeof json !== 'object' || json === null) return {};
  return Object.fromEntries(
    Object.entries(json).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
