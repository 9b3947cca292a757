import { requestUrl } from '#web/lib/values/request-url.ts';
import { deviceStore } from '#web/lib/storage/device-store.ts';
import { runWhenIdle } from '#web/lib/react/run-when-idle.ts';
import { isOffline, trackConnectivity, checkConnection } from './connection-status.ts';
import { hasExpired, storedSession } from '#web/data/session/stored-session.ts';

/*
 * What a person has read is kept on their device, so that they can read it again without a line: each answer to a
 * GET, as it was last. It is theirs alone, and gone when they sign out. Nothing is ever answered from here while the
 * server answers.
 */

/** Whose answers are kept, if any are: who else comes, or nobody, does away with them. */
const ownerKey = 'cuebook.last-seen';

/** Loaded when something is to be kept or read. */
const store = () => import('./offline-cache-store.ts');

/** A `fetch` that keeps what it reads, and without a line reads what it kept. */
export function withOfflineCache(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const method = init?.method ?? 'GET';
    const session = storedSession();
    if (session === null || (method !== 'GET' && method !== 'HEAD')) {
      return trackConnectivity(send(input, init));
    }
    const userId = session.user.id;
    const key = keyOf(method, input, init);
    if (isOffline()) {
      // To renew a session that has expired would be tried for half a minute.
      const seen = await read(userId, key);
      if (seen === null && hasExpired(session)) throw new TypeError('There is no line');
      // Perhaps there is one again.
      void checkConnection();
      if (seen) return seen;
    }
    try {
      const response = await trackConnectivity(send(input, init));
      if (response.ok) {
        const copy = response.clone();
        // What is shown goes first.
        runWhenIdle(() => void keep(userId, key, copy));
      }
      return response;
    } catch (reason) {
      if (init?.signal?.aborted) throw reason;
      const seen = await read(userId, key);
      if (seen) return seen;
      throw reason;
    }
  };
}

/** One question to the server: the address, and the headers that shape its answer. */
function keyOf(method: string, input: RequestInfo | URL, init: RequestInit | undefined): string {
  const headers = new Headers(init?.headers);
  return [method, requestUrl(input), headers.get('accept'), headers.get('prefer')].join(' ');
}

async function keep(userId: string, key: string, response: Response): Promise<void> {
  try {
    const body = response.body === null ? null : await response.text();
    const { storeResponse } = await store();
    // Who signed out while all that came has nothing kept any more, and is named here no more.
    if (storedSession()?.user.id !== userId) return;
    deviceStore.write(ownerKey, userId);
    await storeResponse(userId, key, response, body);
  } catch {
    // A device that keeps nothing still shows everything.
  }
}

async function read(userId: string, key: string): Promise<Response | null> {
  if (deviceStore.read(ownerKey) !== userId) return null;
  try {
    return await (await store()).readResponse(userId, key);
  } catch {
    return null;
  }
}

/** Does away with what anybody but this person has seen here; with all of it for nobody. */
export async function clearOfflineCache(exceptOf: string | null): Promise<void> {
  const owner = deviceStore.read(ownerKey);
  if (owner === null || owner === exceptOf) return;
  deviceStore.remove(ownerKey);
  try {
    await (await store()).clearResponses();
  } catch {
    // There is nothing to forget.
  }
}
