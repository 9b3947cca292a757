import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { keepAlive } from './connect-client.ts';
import { CallerBusy, DatabaseBusy, DatabaseUnavailable } from '#server/db/database.ts';
import {
  FairScheduler,
  type RequestKind,
  type SchedulerLimits,
  type Ticket,
} from '#server/fair-scheduler.ts';
import type { PipelinedQuery } from './pipelined-query.ts';
import { QueryQueue } from './query-queue.ts';
import { reusedBufferSocket } from './reused-buffer-socket.ts';
import { lowerPriority } from './lower-priority.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { RowReader } from './row-reader.ts';

/** One logged-in connection and the statements prepared on it. */
export interface RequestConnection {
  readonly client: Client;
  readonly queue: QueryQueue;
  readonly statements: PreparedStatements;
  readonly rows: RowReader;
  /** How many requests use it: more than one where they are sent behind each other. */
  users: number;
  /** The plain read sent last, while it runs; null if the connection must not be shared. */
  lastRead: PipelinedQuery | null;
}

/** Returns whether a request may be sent behind what runs on a connection. */
export type PipelineRule = (connection: RequestConnection) => boolean;

/** How much longer a request waits that may take minutes: another one may be before it. */
const longWait = 6;

export interface PoolLimits extends SchedulerLimits {
  readonly waitMs: number;
  /** How many reads may be sent behind each other on a connection; 2 by default. */
  readonly pipelined?: number;
  /** Of the processes of an embedded PostgreSQL ({@link lowerPriority}). */
  readonly niceness?: number | undefined;
}

const defaultPipelined = 2;

interface Waiter {
  readonly ticket: Ticket<Waiter>;
  readonly rule: PipelineRule;
  readonly resolve: (connection: RequestConnection) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** The place of a request among those of its caller and of others. */
export type RequestTicket = Ticket<Waiter>;

/**
 * A small pool. It prefers the connection used last, whose plans and memory are warm. Requests wait
 * for a bounded time, in a bounded queue, in the order of {@link FairScheduler}. Requests may share
 * a connection if the rule allows it. The server process then finds the next query without going
 * to sleep, and waking another process would take longer.
 */
export class RequestConnections {
  readonly #config: ClientConfig;
  readonly #limits: PoolLimits;
  readonly #idle: RequestConnection[] = [];
  readonly #open = new Set<RequestConnection>();
  readonly #scheduler: FairScheduler<Waiter>;
  readonly #pipelined: number;
  #opening = 0;
  #ended = false;

  constructor(config: ClientConfig, limits: PoolLimits) {
    this.#config = { ...config, ...keepAlive, connectionTimeoutMillis: limits.waitMs };
    this.#limits = limits;
    this.#pipelined = limits.pipelined ?? defaultPipelined;
    this.#scheduler = new FairScheduler(limits);
  }

  createTicket(caller: string, kind: RequestKind, expectedMs: number): RequestTicket {
    return this.#scheduler.createTicket(caller, kind, expectedMs);
  }

  /** Returns a connection to use until it is released; null if the request has to wait. */
  tryAcquire(ticket: RequestTicket, rule: PipelineRule): RequestConnection | null {
    // Requests that already wait come first.
    if (this.#scheduler.waitingCount > 0) return null;
    if (this.#scheduler.mayStart(ticket, false)) {
      for (const connection of this.#open) {
        const { users } = connection;
        if (users > 0 && users < this.#pipelined && rule(connection)) {
          return this.#take(connection, ticket);
        }
      }
    }
    if (!this.#scheduler.mayStart(ticket, true)) return null;
    const idle = this.#idle.pop();
    return idle === undefined ? null : this.#take(idle, ticket);
  }

  /**
   * Waits for a connection. Rejects with {@link DatabaseUnavailable}, with {@link CallerBusy} if the
   * caller has too many requests that wait, or with {@link DatabaseBusy} if none becomes free.
   */
  waitForConnection(ticket: RequestTicket, rule: PipelineRule): Promise<RequestConnection> {
    if (this.#ended) return Promise.reject(new DatabaseUnavailable('The database is closed.'));
    if (this.#scheduler.isFullFor(ticket)) {
      return Promise.reject(new CallerBusy('Too many requests of this caller wait.'));
    }
    return new Promise((resolve, reject) => {
      const waitMs = this.#limits.waitMs * (ticket.kind === 'long' ? longWait : 1);
      const timer = setTimeout(() => {
        this.#scheduler.remove(waiter);
        reject(new DatabaseBusy('No connection to the database became free in time.'));
      }, waitMs);
      const waiter: Waiter = { ticket, rule, resolve, reject, timer };
      const evicted = this.#scheduler.add(waiter);
      if (evicted !== null) {
        clearTimeout(evicted.timer);
        evicted.reject(new DatabaseBusy('Too many requests wait for the database.'));
      }
      // Those that wait may not be allowed to run now, while this one is.
      for (const connection of this.#open) {
        if (connection.users > 0) this.serveWaiting(connection);
      }
      this.#serveIdle();
      this.#openAnother();
    });
  }

  /** Ends a request, whose statement took so long. */
  release(connection: RequestConnection, ticket: RequestTicket, durationMs: number): void {
    this.#scheduler.finish(ticket, durationMs);
    connection.users -= 1;
    this.#offer(connection);
    // The end of a request may also allow another one to start, for which a connection is idle.
    if (this.#scheduler.waitingCount > 0) this.#serveIdle();
  }

  /** Gives free capacity of a connection to waiting requests. */
  serveWaiting(connection: RequestConnection): void {
    if (!this.#open.has(connection)) return;
    while (connection.users < this.#pipelined && this.#scheduler.waitingCount > 0) {
      const waiter = this.#scheduler.next(connection.users === 0);
      if (waiter === null || (connection.users > 0 && !waiter.rule(connection))) break;
      this.#scheduler.remove(waiter);
      clearTimeout(waiter.timer);
      // The next one waits until this one is sent: it may have the same statement, not yet parsed.
      connection.lastRead = null;
      waiter.resolve(this.#take(connection, waiter.ticket));
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
    for (const waiter of this.#scheduler.removeAll()) {
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

  #take(connection: RequestConnection, ticket: RequestTicket): RequestConnection {
    this.#scheduler.start(ticket);
    connection.users += 1;
    return connection;
  }

  #offer(connection: RequestConnection): void {
    if (this.#ended && connection.users === 0) this.discard(connection);
    else this.serveWaiting(connection);
  }

  #serveIdle(): void {
    while (this.#idle.length > 0 && this.#scheduler.next(true) !== null) {
      const connection = this.#idle.pop();
      if (connection !== undefined) this.serveWaiting(connection);
    }
  }

  #openAnother(): void {
    const isFull = this.#open.size + this.#opening >= this.#limits.connections;
    if (this.#ended || isFull || this.#scheduler.waitingCount <= this.#opening) return;
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
      this.#offer(connection);
    } catch (error) {
      this.#opening -= 1;
      // One failed attempt refuses one request. The next attempt may succeed.
      const waiter = this.#scheduler.next(true);
      if (waiter === null) return;
      this.#scheduler.remove(waiter);
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
    const { niceness } = this.#limits;
    if (niceness !== undefined) await lowerPriority(client, niceness);
    const rows = RowReader.attach(client.connection.stream);
    localSocket?.reuse();
    const connection: RequestConnection = {
      client,
      queue: new QueryQueue(client),
      statements: new PreparedStatements(),
      rows,
      users: 0,
      lastRead: null,
    };
    client.on('error', () => this.discard(connection));
    client.on('end', () => this.discard(connection));
    return connection;
  }
}
