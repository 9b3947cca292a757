import { deviceStore } from '#web/lib/storage/device-store.ts';

const key = 'cuebook.pending-email';

/** The address that waits for its confirmation, so that /register-success can name it after a reload. */
export const pendingEmail = {
  keep: (email: string): void => deviceStore.write(key, email),
  read: (): string | null => deviceStore.read(key),
  forget: (): void => deviceStore.remove(key),
};
