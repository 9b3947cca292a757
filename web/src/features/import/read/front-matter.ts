import { parse } from 'yaml';

export interface FrontMatter {
  /** The front matter; null when there is none. */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly body: string;
}

const pattern = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;

/**
 * Splits a Markdown file into front matter (YAML between two lines of three hyphens) and text. The
 * text excludes the empty line after the front matter and its own last line break. Throws an Error
 * for invalid YAML.
 */
export function readFrontMatter(text: string): FrontMatter {
  const found = text.startsWith('---') ? pattern.exec(text) : null;
  if (found?.index !== 0) return { data: null, body: text };
  const data: unknown = parse(found[1] ?? '', { logLevel: 'error' }) ?? {};
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return { data: null, body: text };
  }
  // Only the file's own line break is removed, since the text may end in a carriage return.
  const lineEnd = text.startsWith('---\r\n') ? '\r\n' : '\n';
  const rest = text.slice(found[0].length);
  const start = rest.startsWith(lineEnd) ? lineEnd.length : 0;
  const end = rest.length > start && rest.endsWith(lineEnd) ? -lineEnd.length : rest.length;
  const body = rest.slice(start, end);
  return { data: Object.fromEntries(Object.entries(data)), body };
}
