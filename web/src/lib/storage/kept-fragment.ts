import { createExpiringValue } from './expiring-value.ts';

const stored = createExpiringValue('cuebook.kept-fragment');

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
    stored.store(`${id} ${fragment}`);
    return id;
  },
  /** Returns the fragment with its '#'; '' if it was stored long ago, elsewhere, or replaced. */
  read(id: string | null): string {
    const [storedId, fragment = ''] = stored.read()?.split(' ') ?? [];
    return storedId === id ? fragment : '';
  },
  clear: stored.clear,
};
