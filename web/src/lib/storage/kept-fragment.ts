import { deviceStore } from './device-store.ts';

const key = 'cuebook.kept-fragment';
/** As long as a link in an email, and the time to ask for it. */
const lifetimeMs = 7_200_000;

/**
 * The fragment of the page to open after a sign-in that leaves this document: by a provider, or by
 * a link in an email. It may be the token of an invitation, so it stays on this device instead of
 * travelling in their addresses, which have its id. There is one at a time: a later sign-in or
 * sign-up replaces it.
 */
export const keptFragment = {
  /** Returns the id by which `read` finds the fragment. */
  store(fragment: string): string {
    const id = Math.random().toString(36).slice(2);
    deviceStore.write(key, `${Date.now()} ${id} ${fragment}`);
    return id;
  },
  /** Returns the fragment with its '#'; '' if it was stored long ago, elsewhere, or replaced. */
  read(id: string | null): string {
    const [at = '', storedId = '', fragment = ''] = (deviceStore.read(key) ?? '').split(' ');
    return Date.now() - Number(at) < lifetimeMs && storedId === id ? fragment : '';
  },
  clear: (): void => deviceStore.remove(key),
};
