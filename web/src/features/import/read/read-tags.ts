/**
 * Returns the tags of a list, of a text with commas or semicolons, or of a JSON list as text; null
 * for anything else. Trims tags and drops empty and repeated ones.
 */
export function readTags(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return [];
  const list = typeof value === 'string' ? split(value) : value;
  if (!Array.isArray(list)) return null;
  const tags = new Set<string>();
  for (const item of list) {
    if (typeof item !== 'string') return null;
    const tag = item.trim();
    if (tag !== '') tags.add(tag);
  }
  return [...tags];
}

function split(value: string): unknown[] {
  if (value.trimStart().startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed)) return parsed;
    } catch {
      // A tag may begin with a bracket.
    }
  }
  return value.split(/[,;]/);
}
