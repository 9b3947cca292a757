import type { Caller } from '#server/http/caller/caller.ts';
import type { RealtimeDependencies } from '../dependencies.ts';
import type { PostgresChange } from '../protocol/join.ts';
import { changeJson } from './change-json.ts';
import type { Filter } from './filter.ts';
import { Lanes } from './lanes.ts';
import type { RowChange, Values } from './pgoutput.ts';
import type { PublishedColumn, PublishedTable } from './published-tables.ts';
import { rowValues } from './row-json.ts';
import { askerOf, passesSql, type RowVersion, selectVisible, type Viewer } from './visible-rows.ts';

/** A channel that subscribes to changes. */
export interface Subscriber {
  readonly caller: Caller;
  /** The caller with whom it shares the server: a person, a key or a network address. */
  readonly callerKey: string;
  readonly isOpen: boolean;
  /** Sends a change; `data` is JSON text. */
  pushChange(ids: readonly number[], data: string): void;
  /** Changes may have been missed: makes the client join again. */
  reset(): void;
}

export interface Subscription {
  readonly id: number;
  readonly subscriber: Subscriber;
  readonly change: PostgresChange;
  readonly filter: Filter | null;
  /**
   * Whether its changes are checked apart from those of others, since this filter, or another one of the
   * channel, costs.
   */
  readonly isApart: boolean;
}

/** A change with what is known of its transaction. */
export interface PendingChange {
  readonly change: RowChange;
  readonly key: string;
  readonly committedAt: Date;
  readonly xid: string;
  /** Whether a later change of the same transaction may have replaced the row. */
  mayBeReplaced: boolean;
}

/** Subscribers of equal role and claims with one filter: one query answers for all of them. */
interface Question {
  readonly viewer: Viewer;
  readonly table: PublishedTable;
  readonly filter: { readonly filter: Filter; readonly all: boolean } | null;
  readonly changes: PendingChange[];
  readonly rows: RowVersion[];
  answer: ReadonlyMap<number, string | null>;
  /** The values of rows that come from the table, as filters have compared them. */
  readonly fetched: Map<number, Values>;
  hasFailed: boolean;
}

/** A change that a subscription may want. */
interface Delivery {
  readonly subscription: Subscription;
  readonly pending: PendingChange;
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

const maxQuestionsAtOnce = 500;

/** Sends changes to the subscribers whose own query of the changed row finds it. */
export class ChangeDelivery {
  readonly #services: RealtimeDependencies;
  readonly #tablesOf: (role: string) => Promise<ReadonlyMap<string, PublishedTable>>;
  readonly #searchPath: readonly string[];
  readonly #lanes = new Lanes<Delivery>({
    run: (lane, deliveries) => this.#deliverApart(lane, deliveries),
    drop: resetAll,
  });

  constructor(
    services: RealtimeDependencies,
    tablesOf: (role: string) => Promise<ReadonlyMap<string, PublishedTable>>,
    searchPath: readonly string[],
  ) {
    this.#services = services;
    this.#tablesOf = tablesOf;
    this.#searchPath = searchPath;
  }

  /**
   * Delivers a batch, whose transactions queries see, in its order. `subscriptionsTo` returns the
   * subscriptions to a change. Those apart get theirs later, each caller at the speed of their filters.
   */
  async deliver(
    batch: readonly PendingChange[],
    subscriptionsTo: (pending: PendingChange) => Iterable<Subscription>,
  ): Promise<void> {
    const deliveries: Delivery[] = [];
    for (const pending of batch) {
      for (const subscription of subscriptionsTo(pending)) {
        if (!isWanted(subscription, pending)) continue;
        const delivery = { subscription, pending };
        if (subscription.isApart) this.#lanes.add(subscription.subscriber.callerKey, delivery);
        else deliveries.push(delivery);
      }
    }
    await this.#deliverAll(deliveries, null);
  }

  async #deliverApart(lane: string, deliveries: readonly Delivery[]): Promise<void> {
    try {
      await this.#deliverAll(deliveries, lane);
    } catch (error) {
      this.#services.log.warn('filtered changes could not be delivered', { error });
      resetAll(deliveries);
    }
  }

  async #deliverAll(deliveries: readonly Delivery[], lane: string | null): Promise<void> {
    const questions = new Map<string, Question>();
    const candidates: Candidate[] = [];
    const tables = new Map<string, ReadonlyMap<string, PublishedTable>>();
    for (const { subscription, pending } of deliveries) {
      const { role } = subscription.subscriber.caller;
      const ofRole = tables.get(role) ?? (await this.#tablesOf(role));
      tables.set(role, ofRole);
      const table = ofRole.get(pending.key);
      if (table === undefined) continue;
      const candidate =
        pending.change.row === null
          ? await this.#deletion(subscription, pending, table)
          : candidateFor(subscription, pending, pending.change.row, table, questions);
      if (candidate !== null) candidates.push(candidate);
    }
    const open = [...questions.values()];
    for (let index = 0; index < open.length; index += maxQuestionsAtOnce) {
      const some = open.slice(index, index + maxQuestionsAtOnce);
      await Promise.all(some.map((question) => this.#ask(question, lane)));
    }
    this.#send(candidates);
  }

  /** Returns a deleted row for a subscription whose filter its key passes. */
  async #deletion(
    subscription: Subscription,
    pending: PendingChange,
    table: PublishedTable,
  ): Promise<Candidate | null> {
    const { filter } = subscription;
    const candidate = withoutQuestion(subscription, pending, table);
    const old = oldValues(pending.change, table);
    if (!maySeeKey(candidate.sub, old, table)) return null;
    if (filter === null) return candidate;
    if (filter.matches(old) !== true || filter.columns.some((name) => !old.has(name))) {
      return null;
    }
    const { viewer } = candidate;
    const asker = askerOf(this.#services.database, subscription.subscriber.callerKey);
    return (await passesSql(asker, viewer, table, old, filter, this.#searchPath))
      ? candidate
      : null;
  }

  async #ask(question: Question, lane: string | null): Promise<void> {
    const { viewer, table, rows, filter } = question;
    const { database, log } = this.#services;
    try {
      question.answer = await selectVisible(
        askerOf(database, lane),
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

  #send(candidates: readonly Candidate[]): void {
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
    for (const candidate of candidates) {
      const { subscription, table, pending, viewer, sub, question, index } = candidate;
      const { subscriber } = subscription;
      if (pending !== current) flush();
      current = pending;
      if (question?.hasFailed === true) failed.add(subscriber);
      // A new token may have come while the question was open.
      const { caller } = subscriber;
      const isSame = caller.role === viewer.role && caller.claims?.sub === sub;
      const row = question === null ? null : question.answer.get(index);
      if (row === undefined || !isSame || !subscriber.isOpen || failed.has(subscriber)) continue;
      if (row !== null && !passesFilter(candidate, row)) continue;
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
}

/** Makes the clients join again, since they may have missed changes. */
function resetAll(deliveries: readonly Delivery[]): void {
  const subscribers = new Set(deliveries.map(({ subscription }) => subscription.subscriber));
  for (const subscriber of subscribers) subscriber.reset();
}

function isWanted({ subscriber, change }: Subscription, pending: PendingChange): boolean {
  return subscriber.isOpen && (change.event === '*' || change.event === pending.change.tag);
}

function withoutQuestion(
  subscription: Subscription,
  pending: PendingChange,
  table: PublishedTable,
): Candidate {
  const { role, claimsJson, claims } = subscription.subscriber.caller;
  const viewer = { role, claimsJson };
  return { subscription, table, pending, viewer, sub: claims?.sub, question: null, index: 0 };
}

/** Returns a new row for a subscription, with the question that decides; null if its filter fails. */
function candidateFor(
  subscription: Subscription,
  pending: PendingChange,
  row: Values,
  table: PublishedTable,
  questions: Map<string, Question>,
): Candidate | null {
  const { filter, change: wanted } = subscription;
  const matches = filter === null ? true : filter.matches(row);
  if (matches === false) return null;
  const candidate = withoutQuestion(subscription, pending, table);
  const { viewer } = candidate;
  const all = matches === null;
  const sql = filter?.sql(1, all) ?? null;
  const isComplete = columnsOf(table, wanted).every(({ name }) => row.get(name) !== undefined);
  if (!table.hasPolicies && sql === null && isComplete) return candidate;
  const key = JSON.stringify([viewer.role, viewer.claimsJson, pending.key, sql, all]);
  let question = questions.get(key);
  if (question === undefined) {
    const test = filter === null || sql === null ? null : { filter, all };
    question = {
      viewer,
      table,
      filter: test,
      changes: [],
      rows: [],
      answer: new Map(),
      fetched: new Map(),
      hasFailed: false,
    };
    questions.set(key, question);
  }
  // All questions about a change come one after the other.
  if (question.changes.at(-1) !== pending) {
    question.changes.push(pending);
    const needsContent = table.columns.some(({ name }) => row.get(name) === undefined);
    const xid = needsContent || pending.mayBeReplaced ? '' : pending.xid;
    question.rows.push({ row, xid });
  }
  return { ...candidate, question, index: question.changes.length - 1 };
}

/**
 * Returns whether a row that comes from the table passes the filter. The version in the change did, but
 * nobody may have been allowed to see that one.
 */
function passesFilter({ subscription, table, question, index }: Candidate, row: string): boolean {
  if (subscription.filter === null) return true;
  const values = question?.fetched.get(index) ?? rowValues(row, table.columns);
  question?.fetched.set(index, values);
  return subscription.filter.matches(values) === true;
}

/**
 * Returns whether a subscriber may get the key of a deleted row. A key of several columns names other
 * rows, such as a person and what they marked: with policies, only people whom it names get it.
 */
function maySeeKey(sub: string | undefined, old: Values, table: PublishedTable): boolean {
  const keys = table.columns.filter(({ isKey }) => isKey);
  const isNamed = sub !== undefined && keys.some(({ name }) => old.get(name) === sub);
  return !table.hasPolicies || keys.length === 1 || isNamed;
}

/** The columns that a subscriber gets: the key, with those of its `select`. */
function columnsOf(table: PublishedTable, { select }: PostgresChange): readonly PublishedColumn[] {
  const isSelected = (name: string) => (select ?? []).length === 0 || select?.includes(name);
  return table.columns.filter(
    ({ name, canSelect, isKey }) => canSelect && (isKey || isSelected(name)),
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
