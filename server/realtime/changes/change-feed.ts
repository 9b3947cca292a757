import { setTimeout as pause } from 'node:timers/promises';
import type { RealtimeDependencies } from '../dependencies.ts';
import type { PostgresChange } from '../protocol/join.ts';
import { storedBroadcast } from '../channels/replay.ts';
import type { Topics } from '../channels/topics.ts';
import {
  ChangeDelivery,
  type PendingChange,
  type Subscriber,
  type Subscription,
} from './change-delivery.ts';
import { checkSubscription } from './check-subscription.ts';
import { SubscriptionRefused } from './filter.ts';
import type { ReplicationMessage, RowChange } from './pgoutput.ts';
import {
  changesPublication,
  type PublishedTable,
  PublishedTables,
  tableKey,
} from './published-tables.ts';
import { openReplication, type ReplicationStream } from './replication-stream.ts';
import { SubscriptionIndex } from './subscription-index.ts';
import { ask, askerOf } from './visible-rows.ts';
import { waitUntilVisible } from './wait-until-visible.ts';

interface Transaction {
  readonly xid: string;
  readonly committedAt: Date;
  changes: PendingChange[];
  /** Whether some of its changes have been passed on already. */
  isSplit: boolean;
}

/** Changes of a transaction that are passed on together; `endLsn` if they are its last. */
interface Unit {
  readonly changes: readonly PendingChange[];
  readonly endLsn: bigint | null;
}

const messagesPublication = 'supabase_realtime_messages_publication';
const messagesKey = tableKey('realtime', 'messages');
const maxUnitChanges = 1_000;
const maxBatchChanges = 500;
const pauseAtChanges = 5_000;
const resumeAtChanges = 1_000;
const restartMs = 1_000;
/** How old the published tables may be that a new subscription is checked against. */
const maxTablesAgeMs = 1_000;

/** A change that a channel subscribes to, with the id under which its client receives it. */
export interface WantedChange {
  readonly id: number;
  readonly change: PostgresChange;
}

/** Reads committed changes from the write-ahead log, and queues them for their subscribers. */
export class ChangeFeed {
  readonly #services: RealtimeDependencies;
  readonly #topics: Topics;
  readonly #delivery: ChangeDelivery;
  readonly #searchPath: readonly string[];
  readonly #subscriptions = new SubscriptionIndex();
  readonly #tables: PublishedTables;
  readonly #closing = new AbortController();
  #stream: Promise<ReplicationStream> | null = null;
  #open: ReplicationStream | null = null;
  #transaction: Transaction | null = null;
  #queue: Unit[] = [];
  #queuedChanges = 0;
  #isPaused = false;
  #processing: Promise<void> | null = null;
  #lastId = 0;
  #unavailable: string | null = null;
  #generation = 0;

  constructor(services: RealtimeDependencies, topics: Topics) {
    this.#services = services;
    this.#topics = topics;
    const [schema = 'public'] = services.config.API_SCHEMAS;
    this.#searchPath = [...new Set([schema, 'public', 'extensions'])];
    this.#tables = new PublishedTables(services.database);
    this.#delivery = new ChangeDelivery(
      services,
      (role) => this.#tables.of(role),
      this.#searchPath,
    );
    services.database.onSchemaChange(() => this.#tables.clear());
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /**
   * Subscribes to changes; resolves once they are streamed. Throws {@link SubscriptionRefused} if
   * that is impossible. Returns a function that ends the subscription.
   */
  async subscribe(subscriber: Subscriber, wanted: readonly WantedChange[]): Promise<() => void> {
    await this.start();
    const { role } = subscriber.caller;
    // No message tells when the publication or a right changes.
    const now = performance.now();
    const recent = await this.#tables.of(role, now - maxTablesAgeMs);
    const checked = await this.#check(subscriber, wanted, recent).catch(async (error: unknown) => {
      if (!(error instanceof SubscriptionRefused)) throw error;
      return this.#check(subscriber, wanted, await this.#tables.of(role, now));
    });
    // All changes of a channel come in their order.
    const isApart = checked.some(({ filter }) => filter?.needsSql ?? false);
    const subscriptions = checked.map((each): Subscription => ({ ...each, isApart }));
    // The stream may have been lost in the meantime.
    await this.start();
    const end = () => {
      for (const subscription of subscriptions) this.#subscriptions.remove(subscription);
    };
    if (!subscriber.isOpen) return end;
    for (const subscription of subscriptions) this.#subscriptions.add(subscription);
    return end;
  }

  async #check(
    subscriber: Subscriber,
    wanted: readonly WantedChange[],
    tables: ReadonlyMap<string, PublishedTable>,
  ): Promise<Omit<Subscription, 'isApart'>[]> {
    const { caller, callerKey } = subscriber;
    const asker = askerOf(this.#services.database, callerKey);
    const checked: Omit<Subscription, 'isApart'>[] = [];
    for (const { id, change } of wanted) {
      const filter = await checkSubscription(change, tables, (statement, isCostly) =>
        ask(asker, caller, this.#searchPath, statement, isCostly),
      );
      checked.push({ id, subscriber, change, filter });
    }
    return checked;
  }

  /** Opens the stream unless it is open. Throws {@link SubscriptionRefused} if that is impossible. */
  async start(): Promise<void> {
    if (this.#unavailable !== null) throw new SubscriptionRefused(this.#unavailable);
    this.#stream ??= this.#openStream();
    const generation = this.#generation;
    try {
      this.#open = await this.#stream;
    } catch (error) {
      if (generation === this.#generation) this.#stream = null;
      throw error;
    }
  }

  /** Returns whether the database's write-ahead log has what changes are read from. */
  async isAvailable(): Promise<boolean> {
    if (this.#open !== null) return true;
    const { rows } = await this.#services.database.owner.query<{ level: string }>(
      `select current_setting('wal_level') as level`,
    );
    return rows[0]?.level === 'logical';
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const stream = await this.#stream?.catch(() => null);
    await stream?.close();
    await this.#processing;
  }

  async #openStream(): Promise<ReplicationStream> {
    const { database } = this.#services;
    const { rows } = await database.owner.query<{ level: string; publications: string[] }>(
      `select current_setting('wal_level') as level, array(select pubname::text from pg_publication
         where pubname = any ($1::text[]) order by 1) as publications`,
      [[changesPublication, messagesPublication]],
    );
    const [{ level, publications } = { level: '', publications: [] }] = rows;
    if (level !== 'logical') {
      this.#unavailable = 'the database must be set to wal_level=logical';
      throw new SubscriptionRefused(this.#unavailable);
    }
    return openReplication(database.ownerLogin, publications, {
      onMessage: (message) => this.#receive(message),
      onLost: (error) => this.#lose(error),
    });
  }

  /** Makes all subscribers join again, because a temporary slot can't continue. */
  #lose(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    this.#services.log.warn('the replication connection was lost; opening a new one', { error });
    this.#generation += 1;
    this.#stream = null;
    this.#open = null;
    this.#transaction = null;
    this.#queue = [];
    this.#queuedChanges = 0;
    this.#isPaused = false;
    const lost = this.#subscriptions.clear();
    for (const subscriber of new Set(lost.map((each) => each.subscriber))) subscriber.reset();
    void this.#restart();
  }

  /** Keeps trying, since messages that SQL broadcasts need the stream without a new join. */
  async #restart(): Promise<void> {
    while (this.#stream === null && !this.#closing.signal.aborted) {
      try {
        await pause(restartMs, undefined, { signal: this.#closing.signal, ref: false });
        await this.start();
        return;
      } catch (error) {
        if (error instanceof SubscriptionRefused || this.#closing.signal.aborted) return;
        this.#services.log.warn('the replication connection cannot be opened; trying again', {
          error,
        });
      }
    }
  }

  #receive(message: ReplicationMessage): void {
    switch (message.tag) {
      case 'begin': {
        const { xid, committedAt } = message;
        this.#transaction = { xid, committedAt, changes: [], isSplit: false };
        break;
      }
      case 'commit':
        this.#passOn(message.endLsn);
        this.#transaction = null;
        break;
      case 'relation':
        // PostgreSQL describes a table again after it changed.
        this.#tables.clear();
        break;
      case 'other':
        break;
      default:
        this.#collect(message);
    }
  }

  #collect(change: RowChange): void {
    const transaction = this.#transaction;
    if (transaction === null) return;
    const { schema, table } = change.relation;
    const key = tableKey(schema, table);
    const [first] = this.#subscriptions.find(change);
    if (key !== messagesKey && first === undefined) return;
    const { committedAt, xid, changes } = transaction;
    changes.push({ change, key, committedAt, xid, mayBeReplaced: false });
    if (changes.length < maxUnitChanges) return;
    transaction.isSplit = true;
    this.#passOn(null);
  }

  #passOn(endLsn: bigint | null): void {
    const transaction = this.#transaction;
    if (transaction === null) return;
    const { changes, isSplit } = transaction;
    transaction.changes = [];
    // A transaction may write a row twice. Only its last version was ever visible.
    const seen = new Set<string>();
    for (const pending of changes.toReversed()) {
      const key = `${pending.key}\n${keyText(pending.change)}`;
      pending.mayBeReplaced = isSplit || seen.has(key);
      seen.add(key);
    }
    if (changes.length === 0 && this.#queue.length === 0 && this.#processing === null) {
      if (endLsn !== null) this.#open?.acknowledge(endLsn);
      return;
    }
    this.#queue.push({ changes, endLsn });
    this.#queuedChanges += changes.length;
    if (this.#queuedChanges > pauseAtChanges && !this.#isPaused) {
      this.#isPaused = true;
      this.#open?.setPaused(true);
    }
    this.#processing ??= this.#processQueue();
  }

  async #processQueue(): Promise<void> {
    // Changes that arrived together are processed together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0 && !this.#closing.signal.aborted) {
      const generation = this.#generation;
      const batch: PendingChange[] = [];
      let endLsn: bigint | null = null;
      while (batch.length < maxBatchChanges) {
        const unit = this.#queue.shift();
        if (unit === undefined) break;
        batch.push(...unit.changes);
        this.#queuedChanges -= unit.changes.length;
        endLsn = unit.endLsn ?? endLsn;
      }
      try {
        await this.#process(batch);
      } catch (error) {
        if (generation === this.#generation) {
          void this.#open?.close();
          this.#lose(error);
        }
      }
      if (generation !== this.#generation) continue;
      if (endLsn !== null && this.#queue.length === 0) this.#open?.acknowledge(endLsn);
      if (this.#isPaused && this.#queuedChanges < resumeAtChanges) {
        this.#isPaused = false;
        this.#open?.setPaused(false);
      }
    }
    this.#processing = null;
  }

  /** Passes changes on once queries see them, because clients read what a message tells them of. */
  async #process(batch: readonly PendingChange[]): Promise<void> {
    const { database } = this.#services;
    try {
      await waitUntilVisible(database, new Set(batch.map(({ xid }) => xid)));
      await database.beforeAnswer?.();
    } finally {
      for (const { key, change } of batch) {
        if (key === messagesKey) this.#broadcastMessage(change);
      }
    }
    await this.#delivery.deliver(batch, ({ change }) => this.#subscriptions.find(change));
  }

  /** Passes on a message that SQL inserted. Every server reads it by itself. */
  #broadcastMessage({ row }: RowChange): void {
    const topic = row?.get('topic');
    const event = row?.get('event');
    if (topic == null || event == null || row?.get('extension') !== 'broadcast') return;
    const bytes = row.get('binary_payload');
    const message = storedBroadcast(
      {
        id: row.get('id') ?? '',
        event,
        payload: row.get('payload') ?? null,
        binary_payload: bytes == null ? null : Buffer.from(bytes.slice(2), 'hex'),
      },
      false,
    );
    this.#topics.deliver({ name: topic, isPrivate: row.get('private') === 't' }, message);
  }
}

function keyText({ row, old, relation }: RowChange): string {
  const values = row ?? old;
  const keys = relation.columns.filter(({ isKey }) => isKey);
  return keys.map(({ name }) => values?.get(name) ?? '').join('\n');
}
