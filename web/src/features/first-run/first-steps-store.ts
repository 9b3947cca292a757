import { deviceStore } from '#web/lib/storage/device-store.ts';

const keyOf = (userId: string) => `cuebook.first-steps/${userId}`;

/** The ids of the first steps that were done, or 'over'; apart, so that the dashboard stays small. */
export const firstStepsStore = {
  read: (userId: string): string | null => deviceStore.read(keyOf(userId)),
  write: (userId: string, text: string): void => deviceStore.write(keyOf(userId), text),
};
