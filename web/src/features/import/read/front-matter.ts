import { isScalar, parseDocument, visit, type YAMLMap } from 'yaml';
import { splitFrontMatter } from '#text/front-matter.ts';

export interface FrontMatter {
  /** The front matter; null when there is none. */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly body: string;
}

/** Each alias is looked up in the whole document. Front matter rarely has any. */
const maxAliases = 100;

/**
 * Reads the front matter and the text of a Markdown file. Numbers and truth values are read as they
 * are written, since a title may be `2024`; only those of an export keep their types. Throws an
 * Error for invalid YAML.
 */
export function readFrontMatter(text: string): FrontMatter {
  const { yaml, body } = splitFrontMatter(text);
  if (yaml === null) return { data: null, body };
  // The package compares each key with each other one, which takes minutes for many keys.
  const document = parseDocument(yaml, { logLevel: 'error', uniqueKeys: false });
  const [error] = document.errors;
  if (error) throw error;
  const isExport = document.has('cuebook');
  let aliasesLeft = maxAliases;
  visit(document, {
    Map: (_key, map) => refuseRepeatedKeys(map),
    Alias() {
      if (aliasesLeft === 0) throw new Error('It has too many aliases.');
      aliasesLeft -= 1;
    },
    Scalar(_key, scalar) {
      const isText = scalar.value === null || typeof scalar.value === 'string';
      if (!isExport && !isText) scalar.value = scalar.source;
    },
  });
  const data: unknown = document.toJS() ?? {};
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return { data: null, body: text };
  }
  return { data: Object.fromEntries(Object.entries(data)), body };
}

function refuseRepeatedKeys({ items }: YAMLMap): void {
  const keys = new Set<unknown>();
  for (const { key } of items) {
    const value = isScalar(key) ? key.value : key;
    if (keys.has(value)) throw new Error('A key is repeated.');
    keys.add(value);
  }
}
