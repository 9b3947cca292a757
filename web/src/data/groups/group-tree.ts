import type { Group } from './groups.ts';

/** A group in the tree of a person's groups. */
export interface GroupNode extends Group {
  /** The names from the top to its own. */
  readonly path: readonly string[];
  /** The groups in it, by name. */
  readonly children: readonly GroupNode[];
  /** The number of prompts in it and in all groups below it. */
  readonly totalCount: number;
}

/** Returns the groups at the top, by name, each with what is below it. */
export function groupTree(groups: readonly Group[]): readonly GroupNode[] {
  const ids = new Set(groups.map(({ id }) => id));
  // A group whose parent isn't there, such as in a cache, is shown at the top.
  const byParent = Map.groupBy(groups, ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  );
  function nodesIn(parentId: string | null, around: readonly string[]): GroupNode[] {
    const inside = byParent.get(parentId) ?? [];
    return inside
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map((group) => {
        const path = [...around, group.name];
        const children = nodesIn(group.id, path);
        const totalCount = children.reduce(
          (sum, child) => sum + child.totalCount,
          group.promptCount,
        );
        return { ...group, path, children, totalCount };
      });
  }
  return nodesIn(null, []);
}
