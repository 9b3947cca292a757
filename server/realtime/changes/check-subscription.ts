import type { ResultSet, Statement } from '#server/db/database.ts';
import type { PostgresChange } from '../protocol/join.ts';
import { type Filter, parseFilter, SubscriptionRefused } from './filter.ts';
import { type PublishedTable, tableKey } from './published-tables.ts';

/**
 * Returns the parsed filter of a subscription, or null if it has none. Throws
 * {@link SubscriptionRefused} if the subscription can't be served. `ask` runs a statement as the subscriber.
 */
export async function checkSubscription(
  { schema, table: name, filter, select }: PostgresChange,
  tables: ReadonlyMap<string, PublishedTable>,
  ask: (statement: Statement, isCostly: boolean) => Promise<ResultSet>,
): Promise<Filter | null> {
  if (name === '*' || schema === '*') {
    if (filter !== '' || (select ?? []).length > 0) {
      throw new SubscriptionRefused('a filter or select needs a table and its schema');
    }
    const isServed = [...tables.values()].some(
      (table) => [table.schema, '*'].includes(schema) && [table.table, '*'].includes(name),
    );
    if (!isServed) throw new SubscriptionRefused('no such table is enabled for Realtime');
    return null;
  }
  const table = tables.get(tableKey(schema, name));
  if (table === undefined) {
    throw new SubscriptionRefused('the table is not enabled for Realtime, or you may not read it');
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
  const parsed = await parseFilter(filter, table, ask);
  if (keys.length === 0 && parsed.sql(1, false) !== null) {
    throw new SubscriptionRefused('this filter needs a table with a primary key');
  }
  return parsed;
}
