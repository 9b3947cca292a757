import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { Log } from '#server/log.ts';

export interface SchemaListener {
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Listens for `notify pgrst, 'reload schema'` or 'reload config' (an empty payload means both) on a connection of
 * its own. When that was lost, a notification may have been too: after every return, listeners are told.
 */
export async function listenForSchema(config: ClientConfig, log: Log): Promise<SchemaListener> {
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  async function connect(): Promise<Client> {
    const client = new Client({ ...config, keepAlive: true });
    client.on('error', () => {});
    client.on('notification', ({ payload }) => {
      if (payload === undefined || /^(reload (schema|config))?$/.test(payload)) tell();
    });
    await client.connect();
    await client.query('listen pgrst');
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
        tell();
        return;
      } catch (error) {
        log.warn('the connection that listens for schema changes is away', { error });
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
