/**
 * Tags as files hold them: a list, or a text with commas or semicolons between them (or that is a JSON list).
 * Spaces around a tag, empty ones and repeats go. Null when it is neither.
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
