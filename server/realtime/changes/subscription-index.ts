import type { Subscription } from './change-delivery.ts';
import type { RowChange } from './pgoutput.ts';
import { tableKey } from './published-tables.ts';

/** Subscriptions to one table, or to all that a `*` in place of its name or schema means. */
class TableSubscriptions {
  readonly all = new Set<Subscription>();
  /** Those whose filter requires no value. */
  readonly #others = new Set<Subscription>();
  /** The others, by column and value. */
  readonly #byColumn = new Map<string, Map<string, Set<Subscription>>>();

  add(subscription: Subscription): void {
    this.all.add(subscription);
    const required = subscription.filter?.required ?? null;
    if (required === null) {
      this.#others.add(subscription);
      return;
    }
    const byValue = this.#byColumn.get(required.column) ?? new Map<string, Set<Subscription>>();
    this.#byColumn.set(required.column, byValue);
    for (const value of required.values) {
      const set = byValue.get(value) ?? new Set();
      byValue.set(value, set.add(subscription));
    }
  }

  remove(subscription: Subscription): void {
    this.all.delete(subscription);
    this.#others.delete(subscription);
    const { column = '', values = [] } = subscription.filter?.required ?? {};
    const byValue = this.#byColumn.get(column);
    for (const value of values) {
      const set = byValue?.get(value);
      set?.delete(subscription);
      if (set?.size === 0) byValue?.delete(value);
    }
    if (byValue?.size === 0) this.#byColumn.delete(column);
  }

  *find({ row, old }: RowChange): Generator<Subscription> {
    yield* this.#others;
    for (const [column, byValue] of this.#byColumn) {
      const value = (row ?? old)?.get(column);
      if (value === null) continue;
      if (value !== undefined) yield* byValue.get(value) ?? [];
      // A value that an update left out may be any.
      else if (row !== null) yield* new Set([...byValue.values()].flatMap((set) => [...set]));
    }
  }
}

/**
 * The subscriptions to changes, by the values that their filters require: a change is checked
 * against few of thousands.
 */
export class SubscriptionIndex {
  readonly #tables = new Map<string, TableSubscriptions>();

  add(subscription: Subscription): void {
    const key = keyOf(subscription);
    const table = this.#tables.get(key) ?? new TableSubscriptions();
    this.#tables.set(key, table);
    table.add(subscription);
  }

  remove(subscription: Subscription): void {
    const key = keyOf(subscription);
    const table = this.#tables.get(key);
    table?.remove(subscription);
    if (table?.all.size === 0) this.#tables.delete(key);
  }

  /** Returns all subscriptions that a change may concern. */
  *find(change: RowChange): Generator<Subscription> {
    const { schema, table } = change.relation;
    const keys = [schema, '*'].flatMap((each) => [tableKey(each, table), tableKey(each, '*')]);
    for (const key of keys) yield* this.#tables.get(key)?.find(change) ?? [];
  }

  /** Removes all subscriptions, and returns them. */
  clear(): Subscription[] {
    const all = [...this.#tables.values()].flatMap((table) => [...table.all]);
    this.#tables.clear();
    return all;
  }
}

function keyOf({ change }: Subscription): string {
  return tableKey(change.schema, change.table);
}
