/*
 * Paths of groups as text, such as Work/Mail. In a name, `\/` stands for a slash and `\\` for a
 * backslash; `\"` is a quotation mark, for paths in quotes. The database reads them the same way
 * (`private.path_names`).
 */

/** Returns the path with these names. */
export function formatGroupPath(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[\\/]/g, String.raw`\$&`)).join('/');
}

/** Returns the names of a path, without spaces around them. Leaves out empty ones. */
export function parseGroupPath(path: string): string[] {
  return Array.from(path.matchAll(/(?:[^/\\]|\\.?)+/gsu), ([name]) =>
    name.replaceAll(/\\([\\/"])/g, '$1').trim(),
  ).filter((name) => name !== '');
}
