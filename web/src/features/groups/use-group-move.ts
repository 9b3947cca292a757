import { useMutation } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { moveGroup } from '#web/data/groups/group-changes.ts';
import type { Group } from '#web/data/groups/groups.ts';
import { toast } from '#web/ui/feedback/toast.ts';

type MovedGroup = Pick<Group, 'id' | 'name' | 'parentId'>;

/**
 * Returns a function that moves a group into another one, or to the top, and tells the person. It
 * resolves to false if that failed.
 */
export function useGroupMove() {
  const { mutateAsync } = useMutation(moveGroup);
  return async (
    { id, name, parentId }: MovedGroup,
    target: Pick<Group, 'id' | 'name'> | null,
  ): Promise<boolean> => {
    try {
      await mutateAsync({ id, parentId: target?.id ?? null });
    } catch (reason) {
      toast.error(`“${name}” could not be moved: ${toDataError(reason).message}`);
      return false;
    }
    const destination = target === null ? 'to the top' : `to “${target.name}”`;
    toast.undoable(`“${name}” moved ${destination}`, async () => {
      await mutateAsync({ id, parentId });
      return `“${name}” moved back`;
    });
    return true;
  };
}
