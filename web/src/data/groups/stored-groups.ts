import { deviceStore } from '#web/lib/storage/device-store.ts';

/** Returns a list of groups, by their ids, that each person has on this device. */
function storedGroups(name: string) {
  const keyOf = (userId: string) => `cuebook.${name}/${userId}`;
  return {
    read: (userId: string): readonly string[] => deviceStore.read(keyOf(userId))?.split(',') ?? [],
    write: (userId: string, ids: readonly string[]): void =>
      deviceStore.write(keyOf(userId), ids.join(',')),
  };
}

/** The groups that are open in the sidebar's tree. */
export const openGroups = storedGroups('open-groups');

/** The groups that the person opened, the newest first. */
export const recentGroups = storedGroups('recent-groups');
