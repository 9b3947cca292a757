import { describe, expect, it } from 'vitest';
import type { Subscriber, Subscription } from './change-delivery.ts';
import type { Filter } from './filter.ts';
import type { RowChange, Value } from './pgoutput.ts';
import { SubscriptionIndex } from './subscription-index.ts';

let lastId = 0;

function subscription(
  required: Filter['required'],
  { schema = 'public', table = 'notes' } = {},
): Subscription {
  lastId += 1;
  const change = { event: '*', schema, table, filter: '' } as const;
  const filter: Filter = {
    columns: [],
    required,
    needsSql: false,
    hasPattern: false,
    matches: () => true,
    sql: () => null,
  };
  return { id: lastId, subscriber: {} as Subscriber, change, filter, isApart: false };
}

function changeOf(row: Record<string, Value> | null, old: Record<string, Value> | null = null) {
  const toValues = (values: Record<string, Value>) => new Map(Object.entries(values));
  const change: RowChange = {
    tag: row === null ? 'DELETE' : 'UPDATE',
    relation: { schema: 'public', table: 'notes', columns: [], hasFullIdentity: false },
    row: row && toValues(row),
    old: old && toValues(old),
  };
  return change;
}

function indexOf(...subscriptions: readonly Subscription[]): SubscriptionIndex {
  const index = new SubscriptionIndex();
  for (const each of subscriptions) index.add(each);
  return index;
}

describe('SubscriptionIndex', () => {
  const ada = subscription({ column: 'owner', values: ['ada'] });
  const both = subscription({ column: 'owner', values: ['ada', 'ben'] });
  const open = subscription(null);
  const everything = subscription(null, { schema: '*', table: '*' });
  const other = subscription(null, { table: 'prompts' });
  const index = indexOf(ada, both, open, everything, other);
  const found = (change: RowChange) => new Set(index.find(change));

  it('finds subscriptions whose filter requires a value that the row has', () => {
    expect(found(changeOf({ owner: 'ada' }))).toEqual(new Set([ada, both, open, everything]));
    expect(found(changeOf({ owner: 'ben' }))).toEqual(new Set([both, open, everything]));
    expect(found(changeOf({ owner: null }))).toEqual(new Set([open, everything]));
  });

  it('finds all of a column that an update left out', () => {
    expect(found(changeOf({}))).toEqual(new Set([ada, both, open, everything]));
  });

  it('goes by the old key of a deleted row', () => {
    expect(found(changeOf(null, { owner: 'ada' }))).toEqual(new Set([ada, both, open, everything]));
    expect(found(changeOf(null, {}))).toEqual(new Set([open, everything]));
  });

  it('finds no removed subscription, and none after it was cleared', () => {
    const small = indexOf(ada, both);
    small.remove(both);
    expect([...small.find(changeOf({ owner: 'ada' }))]).toEqual([ada]);
    expect([...small.find(changeOf({ owner: 'ben' }))]).toEqual([]);
    expect(small.clear()).toEqual([ada]);
    expect([...small.find(changeOf({ owner: 'ada' }))]).toEqual([]);
  });
});
