import type { Session } from '@supabase/auth-js';
import { hasExpired } from '#web/data/session/stored-session.ts';
import { requestUrl } from '#web/lib/values/request-url.ts';
import type { ConnectionStatus } from './connection-status.ts';
import type * as responseStore from './offline-cache-store.ts';
import { trackConnectivity } from './track-connectivity.ts';

/** The storage key of the id of the user whose responses are stored. */
const ownerKey = 'cuebook.last-seen';

type ResponseStore = typeof responseStore;

interface OfflineCacheParts {
  /** Loads the store when something is to be stored or read. */
  readonly loadStore: () => Promise<ResponseStore>;
  readonly device: {
    read(key: string): string | null;
    write(key: string, value: string): void;
    remove(key: string): void;
  };
  readonly storedSession: () => Session | null;
}

/**
 * The last response to each read of the signed-in user, for reading offline. It is used only when
 * the server doesn't respond. A sign-out, or another user, clears it.
 */
export class OfflineCache {
  readonly #parts: OfflineCacheParts;

  constructor(parts: OfflineCacheParts) {
    this.#parts = parts;
  }

  /** Stores a response, unless its user signs out while it loads. */
  async store(userId: string, key: string, response: Response): Promise<void> {
    const { loadStore, device, storedSession } = this.#parts;
    try {
      const body = response.body === null ? null : await response.text();
      const { storeResponse } = await loadStore();
      if (storedSession()?.user.id !== userId) return;
      device.write(ownerKey, userId);
      await storeResponse(userId, key, response, body);
    } catch {
      // Storage is full or blocked: the page works without.
    }
  }

  async read(userId: string, key: string): Promise<Response | null> {
    const { loadStore, device } = this.#parts;
    if (device.read(ownerKey) !== userId) return null;
    try {
      return await (await loadStore()).readResponse(userId, key);
    } catch {
      return null;
    }
  }

  /** Removes all responses, unless they are those of `exceptUserId`. */
  async clear(exceptUserId: string | null): Promise<void> {
    const { loadStore, device } = this.#parts;
    const owner = device.read(ownerKey);
    if (owner === null || owner === exceptUserId) return;
    device.remove(ownerKey);
    try {
      await (await loadStore()).clearResponses();
    } catch {
      // Storage is blocked: nothing was stored.
    }
  }
}

interface WithOfflineCacheParts {
  readonly cache: Pick<OfflineCache, 'store' | 'read'>;
  readonly connection: Pick<ConnectionStatus, 'isOffline' | 'report' | 'check'>;
  readonly storedSession: () => Session | null;
  readonly runWhenIdle: (work: () => void) => void;
}

/**
 * Returns a `fetch` that stores what it reads, and reads it from the cache when the server doesn't
 * respond.
 */
export function withOfflineCache(
  send: typeof fetch,
  { cache, connection, storedSession, runWhenIdle }: WithOfflineCacheParts,
): typeof fetch {
  return async (input, init) => {
    const method = init?.method ?? 'GET';
    const session = storedSession();
    if (session === null || (method !== 'GET' && method !== 'HEAD')) {
      return trackConnectivity(connection, send(input, init));
    }
    const userId = session.user.id;
    const key = cacheKey(method, input, init);
    if (connection.isOffline()) {
      const cached = await cache.read(userId, key);
      // The client would try for half a minute to refresh an expired session.
      if (cached === null && hasExpired(session)) throw new TypeError('Failed to fetch: offline');
      void connection.check();
      if (cached) return cached;
    }
    try {
      const response = await trackConnectivity(connection, send(input, init));
      if (response.ok) {
        const copy = response.clone();
        // Rendering comes first.
        runWhenIdle(() => void cache.store(userId, key, copy));
      }
      return response;
    } catch (reason) {
      if (init?.signal?.aborted) throw reason;
      const cached = await cache.read(userId, key);
      if (cached) return cached;
      throw reason;
    }
  };
}

/** Returns the cache key of a request: its URL, and the headers that shape the response. */
function cacheKey(method: string, input: RequestInfo | URL, init: RequestInit | undefined): string {
  const headers = new Headers(init?.headers);
  return [method, requestUrl(input), headers.get('accept'), headers.get('prefer')].join(' ');
}
