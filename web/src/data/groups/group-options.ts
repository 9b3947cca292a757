import { formatGroupPath } from '#text/group-path.ts';
import { groupTree, type GroupNode } from './group-tree.ts';
import type { Group } from './groups.ts';

/** Returns the nodes with all below them, each before those in it. */
export function flattenGroups(nodes: readonly GroupNode[]): GroupNode[] {
  return nodes.flatMap((node) => [node, ...flattenGroups(node.children)]);
}

/** Returns all groups as options of a select, by their paths, each before those in it. */
export function groupOptions(groups: readonly Group[]): { value: string; label: string }[] {
  return flattenGroups(groupTree(groups)).map(({ id, path }) => ({
    value: id,
    label: formatGroupPath(path),
  }));
}
