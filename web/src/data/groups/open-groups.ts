import { deviceStore } from '#web/lib/storage/device-store.ts';

const keyOf = (userId: string) => `cuebook.open-groups/${userId}`;

/** The ids of the groups that are open in the sidebar's tree on this device. */
export const openGroups = {
  read: (userId: string): readonly string[] => deviceStore.read(keyOf(userId))?.split(',') ?? [],
  write: (userId: string, ids: readonly string[]): void =>
    deviceStore.write(keyOf(userId), ids.join(',')),
};
