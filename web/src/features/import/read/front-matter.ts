import { parseDocument, visit } from 'yaml';
import { splitFrontMatter } from '#text/front-matter.ts';

export interface FrontMatter {
  /** The front matter; null when there is none. */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly body: string;
}

/**
 * Reads the front matter and the text of a Markdown file. Numbers and truth values are read as they
 * are written, since a title may be `2024`; only those of an export keep their types. Throws an
 * Error for invalid YAML.
 */
export function readFrontMatter(text: string): FrontMatter {
  const { yaml, body } = splitFrontMatter(text);
  if (yaml === null) return { data: null, body };
  const document = parseDocument(yaml, { logLevel: 'error' });
  const [error] = document.errors;
  if (error) throw error;
  if (!document.has('cuebook')) {
    visit(document, {
      Scalar(_key, scalar) {
        const isText = scalar.value === null || typeof scalar.value === 'string';
        if (!isText) scalar.value = scalar.source;
      },
    });
  }
  const data: unknown = document.toJS() ?? {};
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return { data: null, body: text };
  }
  return { data: Object.fromEntries(Object.entries(data)), body };
}
