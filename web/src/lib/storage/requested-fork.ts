import { deviceStore } from './device-store.ts';

const key = 'cuebook.requested-fork';
/** As long as a link in an email, and the time to ask for it. */
const lifetimeMs = 7_200_000;

/**
 * The public prompt that a visitor wants to keep, stored until they have signed in: signing up
 * leads through an email, which doesn't know it.
 */
export const requestedFork = {
  store(promptId: string): void {
    deviceStore.write(key, `${Date.now()} ${promptId}`);
  },
  /** Returns the prompt's id, unless it was requested long ago. */
  read(): string | null {
    const [at = '', promptId = ''] = (deviceStore.read(key) ?? '').split(' ');
    return Date.now() - Number(at) < lifetimeMs && promptId !== '' ? promptId : null;
  },
  clear: (): void => deviceStore.remove(key),
};
