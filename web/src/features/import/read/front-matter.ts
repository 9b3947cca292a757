import { parse } from 'yaml';
import { splitFrontMatter } from '#text/front-matter.ts';

export interface FrontMatter {
  /** The front matter; null when there is none. */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly body: string;
}

/** Reads the front matter and the text of a Markdown file. Throws an Error for invalid YAML. */
export function readFrontMatter(text: string): FrontMatter {
  const { yaml, body } = splitFrontMatter(text);
  if (yaml === null) return { data: null, body };
  const data: unknown = parse(yaml, { logLevel: 'error' }) ?? {};
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return { data: null, body: text };
  }
  return { data: Object.fromEntries(Object.entries(data)), body };
}
