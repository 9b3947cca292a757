import { parse } from 'yaml';

export interface FrontMatter {
  /** What the head of the file says; null when it has none. */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly body: string;
}

const head = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;

/**
 * Takes a Markdown text apart: YAML between two lines of three hyphens, then the text. An empty line after the head
 * and the end of the last line belong to the form, not to the text. Throws an Error when the head is no YAML.
 */
export function readFrontMatter(text: string): FrontMatter {
  const found = text.startsWith('---') ? head.exec(text) : null;
  if (found?.index !== 0) return { data: null, body: text };
  const data: unknown = parse(found[1] ?? '', { logLevel: 'error' }) ?? {};
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return { data: null, body: text };
  }
  // As the file ends its lines: a text may end in half a line break of another system.
  const lineEnd = text.startsWith('---\r\n') ? '\r\n' : '\n';
  const rest = text.slice(found[0].length);
  const start = rest.startsWith(lineEnd) ? lineEnd.length : 0;
  const end = rest.length > start && rest.endsWith(lineEnd) ? -lineEnd.length : rest.length;
  const body = rest.slice(start, end);
  return { data: Object.fromEntries(Object.entries(data)), body };
}
