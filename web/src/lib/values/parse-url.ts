/** Returns an address, or null when `text` is none: `URL.parse`, which came with Safari 18. */
export function parseUrl(text: string, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null;
}
