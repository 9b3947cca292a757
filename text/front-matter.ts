interface SplitFile {
  /** The YAML of the front matter; null if there is none. */
  readonly yaml: string | null;
  readonly body: string;
}

/** Without the flag m, for which a lone \r, U+2028 and U+2029 in a value would begin a line, too. */
const pattern = /^---[ \t]*\r?\n((?:[\s\S]*?\n)??)---[ \t]*(?:\r?\n|$)/;

/**
 * Splits a Markdown file into front matter (YAML between two lines of three hyphens) and text. The
 * text excludes the empty line after the front matter and its own last line break.
 */
export function splitFrontMatter(text: string): SplitFile {
  const found = pattern.exec(text);
  if (found === null) return { yaml: null, body: text };
  // Only the file's own line break is removed, since the text may end in a carriage return.
  const lineEnd = text.startsWith('---\r\n') ? '\r\n' : '\n';
  const rest = text.slice(found[0].length);
  const start = rest.startsWith(lineEnd) ? lineEnd.length : 0;
  const end = rest.length > start && rest.endsWith(lineEnd) ? -lineEnd.length : rest.length;
  return { yaml: found[1] ?? '', body: rest.slice(start, end) };
}

/** Puts front matter and text together; `splitFrontMatter` returns them again. */
export function joinFrontMatter(yaml: string, body: string): string {
  return `---\n${yaml}---\n\n${body}\n`;
}
