import { deviceStore } from './device-store.ts';

/** As long as a link in an email, and the time to ask for it. */
const lifetimeMs = 7_200_000;

/** Creates a value on this device that is gone two hours after it was stored. */
export function createExpiringValue(key: string) {
  return {
    store: (value: string): void => deviceStore.write(key, `${Date.now()} ${value}`),
    /** Returns null for no value, and for one that was stored too long ago. */
    read(): string | null {
      const stored = deviceStore.read(key) ?? '';
      const end = stored.indexOf(' ');
      const isFresh = Date.now() - Number(stored.slice(0, end)) < lifetimeMs;
      return end !== -1 && isFresh ? stored.slice(end + 1) : null;
    },
    clear: (): void => deviceStore.remove(key),
  };
}
