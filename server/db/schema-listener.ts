import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import type { Log } from '#server/log.ts';
import { connectClient } from './connections/connect-client.ts';

export interface SchemaListener {
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Listens for `notify pgrst, 'reload schema'` or 'reload config' on its own connection; an empty
 * payload means both. A lost connection can miss a notification, so every reconnect notifies the
 * listeners too.
 */
export async function listenForSchema(config: ClientConfig, log: Log): Promise<SchemaListener> {
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };

  async function connect(): Promise<Client> {
    const client = await connectClient(config);
    client.on('notification', ({ payload }) => {
      if (payload === undefined || /^(reload (schema|config))?$/.test(payload)) notifyListeners();
    });
    try {
      await client.query('listen pgrst');
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    client.once('end', () => {
      if (!closing.signal.aborted) reconnected = reconnect();
    });
    return client;
  }

  async function reconnect(): Promise<void> {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        await pause(waitMs, undefined, { signal: closing.signal });
      } catch {
        return;
      }
      try {
        current = await connect();
        if (closing.signal.aborted) return;
        notifyListeners();
        return;
      } catch (error) {
        log.warn('the connection that listens for schema changes is down; reconnecting', { error });
      }
    }
  }

  let reconnected = Promise.resolve();
  let current = await connect();
  return {
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      closing.abort();
      await reconnected;
      await current.end().catch(() => {});
    },
  };
}
