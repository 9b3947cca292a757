import { deviceStore } from '#web/lib/storage/device-store.ts';

const keyOf = (ownerId: string) => `cuebook.group-count/${ownerId}`;

/**
 * The number of groups of a person or a team when they were last loaded on this device, so that
 * nothing shifts while they load again.
 */
export const lastGroupCount = {
  read(ownerId: string): number | null {
    const stored = deviceStore.read(keyOf(ownerId));
    return stored === null ? null : Number(stored);
  },
  write: (ownerId: string, count: number): void => deviceStore.write(keyOf(ownerId), String(count)),
};
