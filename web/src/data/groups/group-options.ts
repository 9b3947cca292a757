import { formatGroupPath } from '#text/group-path.ts';
import { groupTree, type GroupNode } from './group-tree.ts';
import type { Group } from './groups.ts';

/** Returns the nodes with all below them, each before those in it. */
export function flattenGroups(nodes: readonly GroupNode[]): GroupNode[] {
  return nodes.flatMap((node) => [node, ...flattenGroups(node.children)]);
}

/** Returns a group as an option of a select, by its path. */
export function groupOption({ id, path }: GroupNode): { value: string; label: string } {
  return { value: id, label: formatGroupPath(path) };
}

/** Returns all groups as options of a select, each before those in it. */
export function groupOptions(groups: readonly Group[]): { value: string; label: string }[] {
  return flattenGroups(groupTree(groups)).map(groupOption);
}
