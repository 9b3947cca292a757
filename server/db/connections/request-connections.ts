import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { keepAlive } from './connect-client.ts';
import { DatabaseBusy, DatabaseUnavailable } from '#server/db/database.ts';
import type { PipelinedQuery } from './pipelined-query.ts';
import { QueryQueue } from './query-queue.ts';
import { reusedBufferSocket } from './reused-buffer-socket.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { RowReader } from './row-reader.ts';

/** One logged-in connection and the statements prepared on it. */
export interface RequestConnection {
  readonly client: Client;
  readonly queue: QueryQueue;
  readonly statements: PreparedStatements;
  readonly rows: RowReader;
  /** How many requests use it: one, or two where one is sent behind the other. */
  users: number;
  /** The plain read sent last, while it runs; null if the connection must not be shared. */
  lastRead: PipelinedQuery | null;
}

/** Returns whether a request may be sent behind what runs on a connection. */
export type PipelineRule = (connection: RequestConnection) => boolean;

export interface PoolLimits {
  readonly connections: number;
  /** How many requests may wait for a connection; further ones are refused at once. */
  readonly maxWaiting: number;
  readonly waitMs: number;
}

interface Waiter {
  readonly rule: PipelineRule;
  readonly resolve: (connection: RequestConnection) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A small pool. It prefers the connection used last, whose plans and memory are warm. Requests wait
 * in order, for a bounded time, in a bounded queue. Two requests may share a connection if the rule
 * allows it. The server process then finds the next query without going to sleep, and waking
 * another process would take longer.
 */
export class RequestConnections {
  readonly #config: ClientConfig;
  readonly #limits: PoolLimits;
  readonly #idle: RequestConnection[] = [];
  readonly #open = new Set<RequestConnection>();
  readonly #waiting: Waiter[] = [];
  #opening = 0;
  #ended = false;

  constructor(config: ClientConfig, limits: PoolLimits) {
    this.#config = { ...config, ...keepAlive, connectionTimeoutMillis: limits.waitMs };
    this.#limits = limits;
  }

  get openCount(): number {
    return this.#open.size;
  }

  /** Returns a connection to use until it is released; null if the request has to wait. */
  tryAcquire(rule: PipelineRule): RequestConnection | null {
    // Requests that already wait come first.
    if (this.#waiting.length > 0) return null;
    for (const connection of this.#open) {
      if (connection.users === 1 && rule(connection)) {
        connection.users = 2;
        return connection;
      }
    }
    const idle = this.#idle.pop();
    if (idle === undefined) return null;
    idle.users = 1;
    return idle;
  }

  /**
   * Waits for a connection. Rejects with {@link DatabaseUnavailable}, or with {@link DatabaseBusy}
   * if none becomes free.
   */
  waitForConnection(rule: PipelineRule): Promise<RequestConnection> {
    if (this.#ended) return Promise.reject(new DatabaseUnavailable('The database is closed.'));
    if (this.#waiting.length >= this.#limits.maxWaiting) {
      return Promise.reject(new DatabaseBusy('Too many requests wait for the database.'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(new DatabaseBusy('No connection to the database became free in time.'));
      }, this.#limits.waitMs);
      const waiter = { rule, resolve, reject, timer };
      this.#waiting.push(waiter);
      this.#openAnother();
    });
  }

  release(connection: RequestConnection): void {
    connection.users -= 1;
    if (this.#ended && connection.users === 0) this.discard(connection);
    else this.serveWaiting(connection);
  }

  /** Gives free capacity of a connection to waiting requests. */
  serveWaiting(connection: RequestConnection): void {
    if (!this.#open.has(connection)) return;
    for (const waiter of this.#waiting.slice(0, 2)) {
      const fits = connection.users === 0 || (connection.users === 1 && waiter.rule(connection));
      if (!fits) break;
      this.#waiting.shift();
      clearTimeout(waiter.timer);
      connection.users += 1;
      waiter.resolve(connection);
    }
    if (connection.users === 0) this.#idle.push(connection);
  }

  /** Closes a connection whose state is unknown. */
  discard(connection: RequestConnection): void {
    if (!this.#open.delete(connection)) return;
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    // While a statement runs, this drops the connection without a Terminate message.
    connection.client.end().catch(() => {});
    this.#openAnother();
  }

  /** Refuses waiting requests, and lets running ones finish for a bounded time. */
  async end(): Promise<void> {
    this.#ended = true;
    for (const waiter of this.#waiting.splice(0)) {
      clearTimeout(waiter.timer);
      waiter.reject(new DatabaseUnavailable('The database is closed.'));
    }
    const closed = [...this.#open].map(({ client }) => once(client, 'end'));
    for (const connection of this.#idle.splice(0)) this.discard(connection);
    await Promise.race([
      Promise.all(closed),
      pause(this.#limits.waitMs, undefined, { ref: false }),
    ]);
    for (const connection of this.#open) this.discard(connection);
  }

  #openAnother(): void {
    const isFull = this.#open.size + this.#opening >= this.#limits.connections;
    if (this.#ended || isFull || this.#waiting.length <= this.#opening) return;
    this.#opening += 1;
    void this.#connectForWaiter();
  }

  async #connectForWaiter(): Promise<void> {
    try {
      const connection = await this.#connect();
      this.#opening -= 1;
      if (this.#ended) {
        connection.client.end().catch(() => {});
        return;
      }
      this.#open.add(connection);
      this.release(connection);
    } catch (error) {
      this.#opening -= 1;
      // One failed attempt refuses one request. The next attempt may succeed.
      const waiter = this.#waiting.shift();
      if (waiter === undefined) return;
      clearTimeout(waiter.timer);
      const reason = error instanceof Error ? error.message : String(error);
      waiter.reject(
        new DatabaseUnavailable(`The database cannot be reached: ${reason}`, { cause: error }),
      );
      this.#openAnother();
    }
  }

  async #connect(): Promise<RequestConnection> {
    const localSocket = this.#config.host?.startsWith('/') === true ? reusedBufferSocket() : null;
    const client = new Client(
      localSocket === null ? this.#config : { ...this.#config, stream: () => localSocket.socket },
    );
    // Before the connection is in use, `connect` rejects with the error.
    client.on('error', () => {});
    await client.connect();
    const rows = RowReader.attach(client.connection.stream);
    localSocket?.reuse();
    const connection: RequestConnection = {
      client,
      queue: new QueryQueue(client),
      statements: new PreparedStatements(),
      rows,
      users: 1,
      lastRead: null,
    };
    client.on('error', () => this.discard(connection));
    client.on('end', () => this.discard(connection));
    return connection;
  }
}
