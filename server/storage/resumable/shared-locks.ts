import { setTimeout as pause } from 'node:timers/promises';
import type { RequestRelease } from '@tus/server';
import type { Client, ClientConfig } from 'pg';
import { connectClient } from '#server/db/connections/connect-client.ts';

const channel = 'cuebook_uploads';
/** How often a request asks for a lock that another process has. */
const retryMs = 200;
/** The key of a lock, from the id of its upload. */
const key = 'hashtextextended($1, 9)';

interface Session {
  readonly client: Promise<Client>;
  /** Settles when the last statement has. A connection takes one at a time. */
  idle: Promise<unknown>;
  /** Asks the holders of its locks to end, by upload. */
  readonly holders: Map<string, RequestRelease>;
  users: number;
}

/**
 * Locks uploads for all processes on a database, by its advisory locks. The locks of a process are
 * on one connection, which is open while it has or wants any, so they end when it is killed.
 */
export class SharedLocks {
  readonly #login: ClientConfig;
  #session: Session | null = null;

  constructor(login: ClientConfig) {
    this.#login = login;
  }

  /**
   * Takes the lock of an upload that no other request of this process wants, and asks the holder
   * in another process to end. Returns a function that releases it. `endSoon` is called when
   * another process wants it, or when it is lost with the connection.
   */
  async take(id: string, endSoon: RequestRelease, signal: AbortSignal) {
    const session = this.#join();
    try {
      while (!(await tryLock(session, id))) await pause(retryMs, undefined, { signal });
      session.holders.set(id, endSoon);
      return async () => {
        session.holders.delete(id);
        // A lost connection has released it.
        await query(session, `select pg_advisory_unlock(${key})`, [id]).catch(() => {});
        this.#leave(session);
      };
    } catch (error) {
      // PostgreSQL may have given the lock after all. It ends with the session.
      if (!signal.aborted) this.#forget(session);
      this.#leave(session);
      throw error;
    }
  }

  #join(): Session {
    this.#session ??= this.#open();
    this.#session.users += 1;
    return this.#session;
  }

  #leave(session: Session): void {
    session.users -= 1;
    if (session.users > 0) return;
    this.#forget(session);
    void session.client.then((client) => client.end()).catch(() => {});
  }

  #forget(session: Session): void {
    if (this.#session === session) this.#session = null;
  }

  #open(): Session {
    const holders = new Map<string, RequestRelease>();
    const connect = async () => {
      const client = await connectClient(this.#login);
      client.on('notification', ({ payload = '' }) => void holders.get(payload)?.());
      client.once('end', () => {
        this.#forget(session);
        for (const endSoon of holders.values()) void endSoon();
      });
      await client.query(`listen ${channel}`);
      return client;
    };
    const client = connect();
    const session: Session = { client, idle: client, holders, users: 0 };
    client.catch(() => this.#forget(session));
    return session;
  }
}

/** Takes a lock if it is free; otherwise asks its holder to end. */
async function tryLock(session: Session, id: string): Promise<boolean> {
  const rows = await query(session, `select pg_try_advisory_lock(${key}) as is_locked`, [id]);
  if (rows[0]?.['is_locked'] === true) return true;
  await query(session, 'select pg_notify($1, $2)', [channel, id]);
  return false;
}

async function query(
  session: Session,
  text: string,
  values: readonly string[],
): Promise<Readonly<Record<string, unknown>>[]> {
  const run = async () => (await session.client).query<Record<string, unknown>>(text, [...values]);
  const result = session.idle.then(run, run);
  session.idle = result;
  return (await result).rows;
}
