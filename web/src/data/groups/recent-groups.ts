import { deviceStore } from '#web/lib/storage/device-store.ts';

const keyOf = (userId: string) => `cuebook.recent-groups/${userId}`;

/** The ids of the groups that the person opened on this device, the newest first. */
export const recentGroups = {
  read: (userId: string): readonly string[] => deviceStore.read(keyOf(userId))?.split(',') ?? [],
  write: (userId: string, ids: readonly string[]): void =>
    deviceStore.write(keyOf(userId), ids.join(',')),
};
