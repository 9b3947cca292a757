import type { Session } from '@supabase/auth-js';
import { requestUrl } from '#web/lib/values/request-url.ts';
import { hasExpired } from '#web/data/session/stored-session.ts';

/** The requests that public/first-paint.js made before the app's scripts ran. */
interface PrefetchedResponses {
  /** The access token that they were made with. */
  readonly token: string;
  /** When, in milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly byUrl: Map<string, Promise<Response>>;
}

declare global {
  var prefetched: PrefetchedResponses | undefined;
}

const maxAgeMs = 30_000;

interface WithPrefetchedParts {
  readonly prefetched: PrefetchedResponses | undefined;
  readonly storedSession: () => Session | null;
}

/**
 * Returns a `fetch` that uses each prefetched response once, if the same session is still signed
 * in. A prefetch that failed, or was refused, is sent again.
 */
export function withPrefetched(
  send: typeof fetch,
  { prefetched, storedSession }: WithPrefetchedParts,
): typeof fetch {
  async function takeResponse(url: string): Promise<Response | null> {
    if (prefetched === undefined || prefetched.byUrl.size === 0) return null;
    const { token, fetchedAt, byUrl } = prefetched;
    const session = storedSession();
    const isSameSession = session?.access_token === token && !hasExpired(session);
    if (!isSameSession || Date.now() - fetchedAt > maxAgeMs) {
      byUrl.clear();
      return null;
    }
    const request = byUrl.get(url);
    byUrl.delete(url);
    const response = await request?.catch(() => null);
    return response?.ok ? response : null;
  }

  return async (input, init) => {
    const isRead = (init?.method ?? 'GET') === 'GET';
    const response = isRead ? await takeResponse(requestUrl(input)) : null;
    return response ?? send(input, init);
  };
}

/** Returns whether the app has prefetched responses left to use. */
export function wasPrefetched(): boolean {
  return (globalThis.prefetched?.byUrl.size ?? 0) > 0;
}
