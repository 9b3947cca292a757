import { deviceStore } from '#web/lib/storage/device-store.ts';

const keyOf = (userId: string) => `cuebook.group-count/${userId}`;

/**
 * The number of the person's groups when they were last loaded on this device, so that nothing
 * shifts while they load again.
 */
export const lastGroupCount = {
  read(userId: string): number | null {
    const stored = deviceStore.read(keyOf(userId));
    return stored === null ? null : Number(stored);
  },
  write: (userId: string, count: number): void => deviceStore.write(keyOf(userId), String(count)),
};
