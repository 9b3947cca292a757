import { deviceStore } from './device-store.ts';

const key = 'cuebook.notice';

/** A message for the next public page: a toast would go with the app's document. */
export const nextPageNotice = {
  store: (text: string): void => deviceStore.write(key, text),
  /** Returns the notice once. */
  take(): string | null {
    const text = deviceStore.read(key);
    deviceStore.remove(key);
    return text;
  },
};
