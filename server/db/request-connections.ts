import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { DatabaseBusy, DatabaseUnavailable } from './database.ts';
import type { Exchange } from './exchange.ts';
import { ExchangeLine } from './exchange-line.ts';
import { privateSocket } from './private-socket.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { RowReader } from './row-reader.ts';

/** One logged-in connection with what its server has prepared. */
export interface RequestConnection {
  readonly client: Client;
  readonly line: ExchangeLine;
  readonly statements: PreparedStatements;
  readonly rows: RowReader;
  /** Requests that have it: one, or two where one is sent behind the other. */
  users: number;
  /** The plain read sent last, while it runs; null when what runs must be alone. */
  last: Exchange | null;
}

/** Whether a request may be sent behind what runs on a connection. */
export type Follows = (connection: RequestConnection) => boolean;

export interface PoolLimits {
  readonly connections: number;
  /** Requests that may wait for a connection; the next one is refused at once. */
  readonly waiting: number;
  readonly waitMs: number;
}

interface Waiter {
  readonly follows: Follows;
  readonly accept: (connection: RequestConnection) => void;
  readonly refuse: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A small pool: the connection used last is used next, since its plans and memory are warm; who
 * waits is served in order, for a bounded time, in a bounded queue. A second request shares a
 * connection in use, if it may follow: its server then finds the next one without going to sleep, and
 * to wake another takes longer than what runs.
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
    this.#config = { ...config, keepAlive: true, connectionTimeoutMillis: limits.waitMs };
    this.#limits = limits;
  }

  get openCount(): number {
    return this.#open.size;
  }

  /** A connection to use until it is given back; null when one must be waited for. */
  take(follows: Follows): RequestConnection | null {
    // Who waits is in front.
    if (this.#waiting.length > 0) return null;
    for (const connection of this.#open) {
      if (connection.users === 1 && follows(connection)) {
        connection.users = 2;
        return connection;
      }
    }
    const idle = this.#idle.pop();
    if (idle === undefined) return null;
    idle.users = 1;
    return idle;
  }

  /** Waits for a connection. Rejects with {@link DatabaseUnavailable}, {@link DatabaseBusy} when none gets free. */
  wait(follows: Follows): Promise<RequestConnection> {
    if (this.#ended) return Promise.reject(new DatabaseUnavailable('The database is closed.'));
    if (this.#waiting.length >= this.#limits.waiting) {
      return Promise.reject(new DatabaseBusy('Too many requests wait for the database.'));
    }
    return new Promise((accept, refuse) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        refuse(new DatabaseBusy('No connection to the database became free in time.'));
      }, this.#limits.waitMs);
      const waiter = { follows, accept, refuse, timer };
      this.#waiting.push(waiter);
      this.#openAnother();
    });
  }

  giveBack(connection: RequestConnection): void {
    connection.users -= 1;
    if (this.#ended && connection.users === 0) this.throwAway(connection);
    else this.offer(connection);
  }

  /** Lets those who wait have what is free of a connection. */
  offer(connection: RequestConnection): void {
    if (!this.#open.has(connection)) return;
    for (const waiter of this.#waiting.slice(0, 2)) {
      const fits = connection.users === 0 || (connection.users === 1 && waiter.follows(connection));
      if (!fits) break;
      this.#waiting.shift();
      clearTimeout(waiter.timer);
      connection.users += 1;
      waiter.accept(connection);
    }
    if (connection.users === 0) this.#idle.push(connection);
  }

  /** Ends a connection whose state is in doubt. */
  throwAway(connection: RequestConnection): void {
    if (!this.#open.delete(connection)) return;
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    // With a statement under way, this drops the connection instead of saying goodbye.
    connection.client.end().catch(() => {});
    this.#openAnother();
  }

  /** Refuses who waits, lets finish who is served, for a bounded time. */
  async end(): Promise<void> {
    this.#ended = true;
    for (const waiter of this.#waiting.splice(0)) {
      clearTimeout(waiter.timer);
      waiter.refuse(new DatabaseUnavailable('The database is closed.'));
    }
    const closed = [...this.#open].map(({ client }) => once(client, 'end'));
    for (const connection of this.#idle.splice(0)) this.throwAway(connection);
    await Promise.race([
      Promise.all(closed),
      pause(this.#limits.waitMs, undefined, { ref: false }),
    ]);
    for (const connection of this.#open) this.throwAway(connection);
  }

  #openAnother(): void {
    const enough = this.#open.size + this.#opening >= this.#limits.connections;
    if (this.#ended || enough || this.#waiting.length <= this.#opening) return;
    this.#opening += 1;
    void this.#fill();
  }

  async #fill(): Promise<void> {
    try {
      const connection = await this.#connect();
      this.#opening -= 1;
      if (this.#ended) {
        connection.client.end().catch(() => {});
        return;
      }
      this.#open.add(connection);
      this.giveBack(connection);
    } catch (error) {
      this.#opening -= 1;
      // One failed attempt, one refused request: the next may have better luck.
      const waiter = this.#waiting.shift();
      if (waiter === undefined) return;
      clearTimeout(waiter.timer);
      const reason = error instanceof Error ? error.message : String(error);
      waiter.refuse(
        new DatabaseUnavailable(`The database cannot be reached: ${reason}`, { cause: error }),
      );
      this.#openAnother();
    }
  }

  async #connect(): Promise<RequestConnection> {
    const own = this.#config.host?.startsWith('/') === true ? privateSocket() : null;
    const client = new Client(
      own === null ? this.#config : { ...this.#config, stream: () => own.socket },
    );
    // Until it is in use, an error is the attempt's own.
    client.on('error', () => {});
    await client.connect();
    const rows = RowReader.attach(client.connection.stream);
    own?.reuse();
    const connection: RequestConnection = {
      client,
      line: new ExchangeLine(client),
      statements: new PreparedStatements(),
      rows,
      users: 1,
      last: null,
    };
    client.on('error', () => this.throwAway(connection));
    client.on('end', () => this.throwAway(connection));
    return connection;
  }
}
