import { deviceStore } from '#web/lib/storage/device-store.ts';

const key = 'cuebook.pending-email';

/** The email that is not confirmed yet, so that /register-success can show it after a reload. */
export const pendingEmail = {
  store: (email: string): void => deviceStore.write(key, email),
  read: (): string | null => deviceStore.read(key),
  clear: (): void => deviceStore.remove(key),
};
