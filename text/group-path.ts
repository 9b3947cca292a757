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

/** A group's name, and the group that it lies in. */
export interface GroupPlace {
  readonly id: string;
  readonly name: string;
  /** Null at the top. */
  readonly parentId: string | null;
}

/** Returns a group and those around it, from the top; empty for one that isn't there. */
export function groupsOnPath<G extends GroupPlace>(groups: readonly G[], id: string | null): G[] {
  const path: G[] = [];
  let group = groups.find((each) => each.id === id);
  while (group !== undefined && !path.includes(group)) {
    path.unshift(group);
    const { parentId } = group;
    group = groups.find((each) => each.id === parentId);
  }
  return path;
}
