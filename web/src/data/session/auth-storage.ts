/*
 * The storage of the auth client. A full storage must not sign the user out. The client's own check
 * would fall back to memory, and the next reload would lose a refreshed session.
 */

/** The storage key of the session. */
export const sessionKey = 'supabase.auth.token';

/**
 * How long the stored session lasts: until sign-out, until the tab is closed, or until the page is
 * left.
 */
export type SessionLifetime = 'device' | 'tab' | 'page';

/** The key of a placeholder, whose space the session gets when the storage is full. */
const reserveKey = 'cuebook.reserve';
const reserveLength = 16_384;
/** Key prefixes of entries that can be rebuilt or refetched. */
const refetchable = [reserveKey, 'cuebook.group-count/'];

const memory = new Map<string, string>();
const listeners = new Set<(lifetime: SessionLifetime) => void>();
let lifetime: SessionLifetime = 'device';

/** The storage of the auth client. Never throws. */
export const authStorage = {
  getItem: readAuthItem,

  async setItem(key: string, value: string): Promise<void> {
    memory.delete(key);
    if (await writeToDevice(key, value)) {
      remove('sessionStorage', key);
      if (readFrom('localStorage', reserveKey) === null) reserveSpace();
      setLifetime(key, 'device');
      return;
    }
    // The old session's refresh token is used: another tab that sent it would end the session.
    remove('localStorage', key);
    if (write('sessionStorage', key, value)) {
      setLifetime(key, 'tab');
      return;
    }
    memory.set(key, value);
    setLifetime(key, 'page');
  },

  removeItem(key: string): void {
    memory.delete(key);
    remove('sessionStorage', key);
    remove('localStorage', key);
    setLifetime(key, 'device');
  },
};

/** Returns the auth client's entry under a key; null when there is none. */
export function readAuthItem(key: string): string | null {
  return memory.get(key) ?? readFrom('sessionStorage', key) ?? readFrom('localStorage', key);
}

/**
 * Calls `listener` when the session's lifetime changes, and at once when it is not 'device'.
 * Returns how to stop.
 */
export function onSessionLifetime(listener: (lifetime: SessionLifetime) => void): () => void {
  listeners.add(listener);
  if (lifetime !== 'device') listener(lifetime);
  return () => listeners.delete(listener);
}

function setLifetime(key: string, next: SessionLifetime): void {
  if (key !== sessionKey || next === lifetime) return;
  lifetime = next;
  for (const listener of listeners) listener(next);
}

/**
 * Writes to localStorage; when it is full, first removes what can be rebuilt, then the cached
 * responses.
 */
async function writeToDevice(key: string, value: string): Promise<boolean> {
  if (write('localStorage', key, value)) return true;
  for (const each of keysOf('localStorage')) {
    if (refetchable.some((prefix) => each.startsWith(prefix))) remove('localStorage', each);
  }
  if (write('localStorage', key, value)) return true;
  await clearOfflineCache();
  return write('localStorage', key, value);
}

async function clearOfflineCache(): Promise<void> {
  try {
    const { clearResponses } = await import('#web/data/backend/offline-cache-store.ts');
    await clearResponses();
  } catch {
    // IndexedDB is blocked: nothing is cached.
  }
}

function reserveSpace(): void {
  write('localStorage', reserveKey, '-'.repeat(reserveLength));
}

type Area = 'localStorage' | 'sessionStorage';

function write(area: Area, key: string, value: string): boolean {
  try {
    globalThis[area].setItem(key, value);
    return true;
  } catch {
    // Full or blocked.
    return false;
  }
}

function readFrom(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

function remove(area: Area, key: string): void {
  try {
    globalThis[area].removeItem(key);
  } catch {
    // Blocked: nothing is stored.
  }
}

function keysOf(area: Area): string[] {
  try {
    const { length } = globalThis[area];
    return Array.from({ length }, (_, index) => globalThis[area].key(index)).filter(
      (key) => key !== null,
    );
  } catch {
    return [];
  }
}
