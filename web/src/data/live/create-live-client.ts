import { RealtimeClient } from '@supabase/realtime-js';
import { auth } from '#web/data/backend/client.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';

/** A client that is abandoned before it would connect again by itself. */
const neverMs = 2 ** 31 - 1;

/**
 * Creates a client for one connection. live-connection.ts decides when to connect again, since it
 * must refetch what was missed, and a hidden page or an offline device shouldn't try.
 */
export function createLiveClient(): RealtimeClient {
  const { url, publishableKey } = runtimeConfig();
  return new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: publishableKey },
    accessToken: async () => (await auth.getSession()).data.session?.access_token ?? null,
    reconnectAfterMs: () => neverMs,
  });
}
