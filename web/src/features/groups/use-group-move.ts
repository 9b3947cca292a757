import { useMutation } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { moveGroup } from '#web/data/groups/group-changes.ts';
import type { Group } from '#web/data/groups/groups.ts';
import { toast } from '#web/ui/feedback/toast.ts';

type MovedGroup = Pick<Group, 'id' | 'name' | 'parentId'>;

/** Returns what moves a group into another one, or to the top, and tells the person. */
export function useGroupMove() {
  const { mutateAsync, isPending } = useMutation(moveGroup);

  /** Resolves to false if it failed. */
  async function move(
    { id, name, parentId }: MovedGroup,
    target: Pick<Group, 'id' | 'name'> | null,
  ) {
    try {
      await mutateAsync({ id, parentId: target?.id ?? null });
    } catch (reason) {
      toast.error(`“${name}” could not be moved: ${toDataError(reason).message}`);
      return false;
    }
    const place = target === null ? 'to the top' : `to “${target.name}”`;
    toast.undoable(`“${name}” moved ${place}`, async () => {
      await mutateAsync({ id, parentId });
      return `“${name}” moved back`;
    });
    return true;
  }
  return { move, isPending };
}
