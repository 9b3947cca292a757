/*
 * Where the auth client keeps the session. A browser whose storage is full must not sign anybody out: the client's own
 * test of localStorage would fall back to memory, and a renewed session that is not stored is lost with the next reload.
 */

/** Under what key the auth client keeps the session on this device. */
export const sessionKey = 'supabase.auth.token';

/** How long the stored session lasts: until sign-out, until the tab is closed, or until the page is left. */
export type SessionLifetime = 'device' | 'tab' | 'page';

/** A placeholder that gives its room to the session when the storage is full. */
const reserveKey = 'cuebook.reserve';
const reserveLength = 16_384;
/** Keys, or their beginnings, of what is rebuilt or fetched again when it is missing. */
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
      if (readFrom('localStorage', reserveKey) === null) reserveRoom();
      setLifetime(key, 'device');
      return;
    }
    // Its refresh token is used up: another tab that brought it would end the session.
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

/** Returns what the auth client stored under a key; null when there is nothing. */
export function readAuthItem(key: string): string | null {
  return memory.get(key) ?? readFrom('sessionStorage', key) ?? readFrom('localStorage', key);
}

/** Calls `listener` when the session no longer lasts, or lasts again; at once when it does not last now. */
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

/** Makes room where there is none: first what is rebuilt at once, then what was read from the server. */
async function writeToDevice(key: string, value: string): Promise<boolean> {
  if (write('localStorage', key, value)) return true;
  for (const each of keysOf('localStorage')) {
    if (refetchable.some((start) => each.startsWith(start))) remove('localStorage', each);
  }
  if (write('localStorage', key, value)) return true;
  await forgetCachedReads();
  return write('localStorage', key, value);
}

async function forgetCachedReads(): Promise<void> {
  try {
    const { clearResponses } = await import('#web/data/backend/offline-cache-store.ts');
    await clearResponses();
  } catch {
    // There are none, or they cannot be reached.
  }
}

function reserveRoom(): void {
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
    // Blocked: there is nothing.
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
