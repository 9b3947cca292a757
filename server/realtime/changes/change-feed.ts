import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '#server/http/caller/caller.ts';
import type { RealtimeDependencies } from '../dependencies.ts';
import type { PostgresChange } from '../protocol/join.ts';
import { storedBroadcast } from '../channels/replay.ts';
import type { Topics } from '../channels/topics.ts';
import { changeJson } from './change-json.ts';
import { type Filter, parseFilter, SubscriptionRefused } from './filter.ts';
import type { ReplicationMessage, RowChange, Values } from './pgoutput.ts';
import {
  changesPublication,
  type PublishedColumn,
  type PublishedTable,
  readPublishedTables,
  tableKey,
} from './published-tables.ts';
import { openReplication, type ReplicationStream } from './replication-stream.ts';
import { passesSql, type RowVersion, selectVisible, type Viewer } from './visible-rows.ts';

/** A channel that subscribes to changes. */
export interface Subscriber {
  readonly caller: Caller;
  readonly isOpen: boolean;
  /** Sends a change; `data` is JSON text. */
  pushChange(ids: readonly number[], data: string): void;
  /** Changes may have been missed: makes the client join again. */
  reset(): void;
}

interface Subscription {
  readonly id: number;
  readonly subscriber: Subscriber;
  readonly change: PostgresChange;
  readonly filter: Filter | null;
}

/** A change with what is known of its transaction. */
interface PendingChange {
  readonly change: RowChange;
  readonly key: string;
  readonly committedAt: Date;
  /** Empty if a later change of the same transaction may have replaced the row. */
  xid: string;
}

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

/** Subscribers of equal role and claims with one filter: one query answers for all of them. */
interface Question {
  readonly viewer: Viewer;
  readonly table: PublishedTable;
  readonly filter: { readonly filter: Filter; readonly all: boolean } | null;
  readonly changes: PendingChange[];
  readonly rows: RowVersion[];
  answer: ReadonlyMap<number, string | null>;
  hasFailed: boolean;
}

/** A change for one subscription, if the question's answer allows it. */
interface Candidate {
  readonly subscription: Subscription;
  readonly table: PublishedTable;
  readonly pending: PendingChange;
  readonly viewer: Viewer;
  readonly sub: string | undefined;
  readonly question: Question | null;
  readonly index: number;
}

const messagesPublication = 'supabase_realtime_messages_publication';
const messagesKey = tableKey('realtime', 'messages');
const maxUnitChanges = 1_000;
const maxBatchChanges = 500;
const pauseAtChanges = 5_000;
const resumeAtChanges = 1_000;
const restartMs = 1_000;
const maxQuestionsAtOnce = 500;

/**
 * Reads what is committed from the write-ahead log, and passes each change on to the subscribers
 * whose own query of the changed row finds it.
 */
export class ChangeFeed {
  readonly #services: RealtimeDependencies;
  readonly #topics: Topics;
  readonly #searchPath: readonly string[];
  readonly #subscriptions = new Map<string, Set<Subscription>>();
  readonly #tables = new Map<string, Promise<ReadonlyMap<string, PublishedTable>>>();
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
  async subscribe(
    subscriber: Subscriber,
    wanted: readonly { readonly id: number; readonly change: PostgresChange }[],
  ): Promise<() => void> {
    await this.start();
    const subscriptions: Subscription[] = [];
    const tables = await this.#tablesOf(subscriber.caller.role);
    for (const { id, change } of wanted) {
      const filter = await this.#check(change, tables);
      subscriptions.push({ id, subscriber, change, filter });
    }
    // The stream may have been lost in the meantime.
    await this.start();
    const end = () => {
      for (const subscription of subscriptions) this.#remove(subscription);
    };
    if (!subscriber.isOpen) return end;
    for (const subscription of subscriptions) this.#add(subscription);
    return end;
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
    const subscribers = new Set<Subscriber>();
    for (const set of this.#subscriptions.values()) {
      for (const { subscriber } of set) subscribers.add(subscriber);
    }
    this.#subscriptions.clear();
    for (const subscriber of subscribers) subscriber.reset();
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

  #tablesOf(role: string): Promise<ReadonlyMap<string, PublishedTable>> {
    let tables = this.#tables.get(role);
    if (tables === undefined) {
      tables = readPublishedTables(this.#services.database, role);
      this.#tables.set(role, tables);
      tables.catch(() => this.#tables.delete(role));
    }
    return tables;
  }

  async #check(
    { schema, table: name, filter, select }: PostgresChange,
    tables: ReadonlyMap<string, PublishedTable>,
  ): Promise<Filter | null> {
    if (name === '*') {
      if (filter !== '' || (select ?? []).length > 0) {
        throw new SubscriptionRefused('a filter or select needs a table');
      }
      const isServed = [...tables.values()].some(
        (table) => schema === '*' || table.schema === schema,
      );
      if (!isServed)
        throw new SubscriptionRefused('no table of the schema is enabled for Realtime');
      return null;
    }
    const table = tables.get(tableKey(schema, name));
    if (table === undefined) {
      throw new SubscriptionRefused(
        'the table is not enabled for Realtime, or you may not read it',
      );
    }
    const keys = table.columns.filter(({ isKey }) => isKey);
    if (table.hasPolicies && (keys.length === 0 || keys.some(({ canSelect }) => !canSelect))) {
      throw new SubscriptionRefused('a table with row level security needs a readable primary key');
    }
    for (const column of select ?? []) {
      if (!table.columns.some((candidate) => candidate.name === column && candidate.canSelect)) {
        throw new SubscriptionRefused(`select names no readable column: ${column.slice(0, 100)}`);
      }
    }
    if (filter === '') return null;
    const parsed = await parseFilter(filter, table, this.#services.database);
    if (keys.length === 0 && parsed.sql(1, false) !== null) {
      throw new SubscriptionRefused('this filter needs a table with a primary key');
    }
    return parsed;
  }

  #add(subscription: Subscription): void {
    const key = subscriptionKey(subscription);
    const set = this.#subscriptions.get(key) ?? new Set();
    this.#subscriptions.set(key, set.add(subscription));
  }

  #remove(subscription: Subscription): void {
    const key = subscriptionKey(subscription);
    const set = this.#subscriptions.get(key);
    set?.delete(subscription);
    if (set?.size === 0) this.#subscriptions.delete(key);
  }

  *#subscriptionsTo(schema: string, key: string): Generator<Subscription> {
    yield* this.#subscriptions.get(key) ?? [];
    yield* this.#subscriptions.get(tableKey(schema, '*')) ?? [];
    yield* this.#subscriptions.get(tableKey('*', '*')) ?? [];
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
    const [first] = this.#subscriptionsTo(schema, key);
    if (key !== messagesKey && first === undefined) return;
    const { committedAt, xid, changes } = transaction;
    changes.push({ change, key, committedAt, xid });
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
      if (isSplit || seen.has(key)) pending.xid = '';
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

  async #process(batch: readonly PendingChange[]): Promise<void> {
    const questions = new Map<string, Question>();
    const candidates: Candidate[] = [];
    for (const pending of batch) {
      if (pending.key === messagesKey) this.#broadcastMessage(pending.change);
      for (const subscription of this.#subscriptionsTo(
        pending.change.relation.schema,
        pending.key,
      )) {
        const candidate = await this.#candidate(subscription, pending, questions);
        if (candidate !== null) candidates.push(candidate);
      }
    }
    const asked = [...questions.values()];
    for (let index = 0; index < asked.length; index += maxQuestionsAtOnce) {
      const some = asked.slice(index, index + maxQuestionsAtOnce);
      await Promise.all(some.map((question) => this.#ask(question)));
    }
    this.#deliver(candidates);
  }

  async #candidate(
    subscription: Subscription,
    pending: PendingChange,
    questions: Map<string, Question>,
  ): Promise<Candidate | null> {
    const { subscriber, change: wanted, filter } = subscription;
    const { change } = pending;
    if (wanted.event !== '*' && wanted.event !== change.tag) return null;
    if (!subscriber.isOpen) return null;
    const { role, claimsJson, claims } = subscriber.caller;
    const viewer = { role, claimsJson };
    const table = (await this.#tablesOf(role)).get(pending.key);
    if (table === undefined) return null;
    const base = { subscription, table, pending, viewer, sub: claims?.sub };
    const unasked = { ...base, question: null, index: 0 };
    if (change.row === null) {
      const known = oldValues(change, table);
      if (filter === null) return unasked;
      if (filter.matches(known) !== true || filter.columns.some((name) => !known.has(name))) {
        return null;
      }
      const runner = this.#services.database.visibility;
      return (await passesSql(runner, viewer, table, known, filter, this.#searchPath))
        ? unasked
        : null;
    }
    const matches = filter === null ? true : filter.matches(change.row);
    if (matches === false) return null;
    const all = matches === null;
    const sql = filter?.sql(1, all) ?? null;
    const isComplete = columnsOf(table, wanted).every(
      ({ name }) => change.row?.get(name) !== undefined,
    );
    if (!table.hasPolicies && sql === null && isComplete) return unasked;
    const key = JSON.stringify([role, claimsJson, pending.key, sql, all]);
    let question = questions.get(key);
    if (question === undefined) {
      const asked = filter === null || sql === null ? null : { filter, all };
      question = {
        viewer,
        table,
        filter: asked,
        changes: [],
        rows: [],
        answer: new Map(),
        hasFailed: false,
      };
      questions.set(key, question);
    }
    // All questions about a change come one after the other.
    if (question.changes.at(-1) !== pending) {
      question.changes.push(pending);
      const needsContent = table.columns.some(({ name }) => change.row?.get(name) === undefined);
      question.rows.push({ row: change.row, xid: needsContent ? '' : pending.xid });
    }
    return { ...base, question, index: question.changes.length - 1 };
  }

  async #ask(question: Question): Promise<void> {
    const { viewer, table, rows, filter } = question;
    const { database, log } = this.#services;
    try {
      question.answer = await selectVisible(
        database.visibility,
        viewer,
        table,
        rows,
        filter,
        this.#searchPath,
      );
    } catch (error) {
      question.hasFailed = true;
      log.warn('the visibility of a change could not be determined', {
        schema: table.schema,
        table: table.table,
        error,
      });
    }
  }

  #deliver(candidates: readonly Candidate[]): void {
    const failed = new Set<Subscriber>();
    const encoded = new Map<PendingChange, Map<string, string>>();
    const messages = new Map<Subscriber, Map<string, number[]>>();
    const flush = () => {
      for (const [subscriber, byData] of messages) {
        for (const [data, ids] of byData) subscriber.pushChange(ids, data);
      }
      messages.clear();
    };
    let current: PendingChange | null = null;
    for (const { subscription, table, pending, viewer, sub, question, index } of candidates) {
      const { subscriber } = subscription;
      if (pending !== current) flush();
      current = pending;
      if (question?.hasFailed === true) failed.add(subscriber);
      // A new token may have come while the question was open.
      const { caller } = subscriber;
      const isSame = caller.role === viewer.role && caller.claims?.sub === sub;
      const row = question === null ? null : question.answer.get(index);
      if (row === undefined || !isSame || !subscriber.isOpen || failed.has(subscriber)) continue;
      const columns = columnsOf(table, subscription.change);
      const key = `${row ?? ''}\n${columns.map(({ name }) => name).join('\n')}`;
      const byKey = encoded.get(pending) ?? new Map<string, string>();
      encoded.set(pending, byKey);
      let data = byKey.get(key);
      if (data === undefined) {
        const { change, committedAt } = pending;
        data = changeJson(change, committedAt, columns, row, oldValues(change, table));
        byKey.set(key, data);
      }
      const byData = messages.get(subscriber) ?? new Map<string, number[]>();
      messages.set(subscriber, byData.set(data, [...(byData.get(data) ?? []), subscription.id]));
    }
    flush();
    for (const subscriber of failed) subscriber.reset();
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
    this.#topics.broadcast({ name: topic, isPrivate: row.get('private') === 't' }, message);
  }
}

function subscriptionKey({ change }: Subscription): string {
  return tableKey(change.schema, change.table);
}

function keyText({ row, old, relation }: RowChange): string {
  const values = row ?? old;
  const keys = relation.columns.filter(({ isKey }) => isKey);
  return keys.map(({ name }) => values?.get(name) ?? '').join('\n');
}

/** The columns that a subscriber gets. */
function columnsOf(table: PublishedTable, { select }: PostgresChange): readonly PublishedColumn[] {
  return table.columns.filter(
    ({ name, canSelect }) => canSelect && (select == null || select.includes(name)),
  );
}

/**
 * Returns what may be sent of the old row. Policies can't be asked about a row that is gone, so it
 * is only the key, unless everybody with the role may read all rows.
 */
function oldValues({ row, old, relation }: RowChange, table: PublishedTable): Values {
  const isSent = ({ isKey, canSelect }: PublishedColumn) =>
    canSelect && (isKey || (relation.hasFullIdentity && !table.hasPolicies));
  // An update that does not send the old key did not change it.
  const values = old ?? row;
  return new Map(
    table.columns.filter((column) => isSent(column)).map(({ name }) => [name, values?.get(name)]),
  );
}
