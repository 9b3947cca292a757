import type { Group } from './groups.ts';

/** A group's name, and the group that it lies in. */
export type GroupPlace = Pick<Group, 'id' | 'name' | 'parentId'>;

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
