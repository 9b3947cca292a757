import { StorageError } from '#server/storage/storage-error.ts';

/** One rule of X-Robots-Tag, maybe for one robot only (`googlebot: noindex`). */
const rule =
  /^(?:[\w-]+:\s*)?(?:all|noindex|nofollow|none|nosnippet|indexifembedded|notranslate|noimageindex|max-(?:snippet|video-preview):\s*(?:-1|\d+)|max-image-preview:\s*(?:none|standard|large)|unavailable_after:\s*(.+))$/;

/** Reads X-Robots-Tag of an upload, with which its downloads are sent. Returns null without it. */
export function robotsTag(header: string | null): string | null {
  const tag = header?.trim() ?? '';
  if (tag === '') return null;
  // A comma before a digit belongs to a date: Wed, 03 Dec 2025.
  for (const part of tag.replace(/,$/, '').split(/,(?!\s*\d)/)) {
    const [matched, date] = rule.exec(part.trim()) ?? [];
    if (matched === undefined || (date !== undefined && Number.isNaN(Date.parse(date)))) {
      const message = `Invalid X-Robots-Tag header: Invalid X-Robots-Tag rule: "${part.trim()}"`;
      throw new StorageError('InvalidRequest', message, { error: 'invalid_x_robots_tag' });
    }
  }
  return tag;
}
