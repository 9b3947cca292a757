/**
 * Parses a URL; null when `text` is none. Replaces `URL.parse`, which Safari has only since version
 * 18.
 */
export function parseUrl(text: string, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null;
}
