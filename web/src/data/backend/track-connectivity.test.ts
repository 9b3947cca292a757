import { AuthRetryableFetchError } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { ConnectionStatus } from './connection-status.ts';
import { trackConnectivity } from './track-connectivity.ts';

describe('trackConnectivity', () => {
  it('counts a lost connection as offline, and a server too busy to refresh the session as online', async () => {
    const connection = new ConnectionStatus(new EventTarget(), { onLine: true });
    const fail = (message: string, status: number) =>
      trackConnectivity(connection, Promise.reject(new AuthRetryableFetchError(message, status)));
    await expect(fail('busy', 503)).rejects.toThrow('busy');
    expect(connection.isOffline()).toBe(false);
    await expect(fail('Failed to fetch', 0)).rejects.toThrow('Failed to fetch');
    expect(connection.isOffline()).toBe(true);
    await trackConnectivity(connection, Promise.resolve(new Response('[]')));
    expect(connection.isOffline()).toBe(false);
  });
});
