import { escapeIdentifier } from 'pg';
import type { RequestRunner, Statement, TransactionSettings } from '#server/db/database.ts';
import type { Filter } from './filter.ts';
import type { Values } from './pgoutput.ts';
import type { PublishedTable } from './published-tables.ts';

/** A reader of rows: a database role with the claims of a token. */
export interface Viewer {
  readonly role: string;
  readonly claimsJson: string;
}

/** A changed row to ask about. */
export interface RowVersion {
  readonly row: Values;
  /** The transaction that wrote this version; empty if its content must come from the table. */
  readonly xid: string;
}

const statementTimeoutMs = 5_000;

/**
 * Selects the rows as the viewer, and so under row level security. Returns the visible ones by
 * index. The value is null if the row still has the given version. Otherwise it is the row as the viewer
 * sees it now, as JSON text: content that nobody could see may not leak through a later version.
 */
export async function selectVisible(
  runner: RequestRunner,
  viewer: Viewer,
  table: PublishedTable,
  rows: readonly RowVersion[],
  filter: { readonly filter: Filter; readonly all: boolean } | null,
  searchPath: readonly string[],
): Promise<ReadonlyMap<number, string | null>> {
  const keys = table.columns.filter(({ isKey }) => isKey);
  const keyArrays = keys.map(({ sqlType }, index) => `$${index + 1}::text[]::${sqlType}[]`);
  const keyNames = keys.map((_, index) => `k${index}`);
  const join = keys.map(({ name }, index) => `t.${escapeIdentifier(name)} = k.k${index}`);
  const selectable = table.columns
    .filter(({ canSelect }) => canSelect)
    .map(({ name }) => `t.${escapeIdentifier(name)}`);
  const content = `(select to_jsonb(r)::text from (select ${selectable.join(', ')}) r)`;
  // System columns need the right to select the whole table.
  const result = table.canSelectAll
    ? `case when t.xmin::text = k.xid then null else ${content} end`
    : content;
  const condition = filter?.filter.sql(keys.length + 2, filter.all) ?? null;
  const statement: Statement = {
    text: `select k.n, ${result}
      from unnest(${[...keyArrays, `$${keys.length + 1}::text[]`].join(', ')})
        with ordinality k(${[...keyNames, 'xid', 'n'].join(', ')})
      join ${escapeIdentifier(table.schema)}.${escapeIdentifier(table.table)} t
        on ${join.join(' and ')}${condition === null ? '' : ` where ${condition.text}`}`,
    values: [
      ...keys.map(({ name }) => rows.map(({ row }) => row.get(name) ?? null)),
      rows.map(({ xid }) => xid),
      ...(condition?.values ?? []),
    ],
  };
  const found = await runner.run(settingsOf(viewer, searchPath), statement);
  return new Map(found.rows.map(([n, json]) => [Number(n) - 1, json ?? null]));
}

/** Returns whether a deleted row's key passes a filter's SQL. */
export async function passesSql(
  runner: RequestRunner,
  viewer: Viewer,
  table: PublishedTable,
  key: Values,
  filter: Filter,
  searchPath: readonly string[],
): Promise<boolean> {
  const columns = table.columns.filter(({ name }) => key.has(name));
  const condition = filter.sql(columns.length + 1, false);
  if (condition === null) return true;
  const selected = columns.map(
    ({ name, sqlType }, index) => `$${index + 1}::text::${sqlType} as ${escapeIdentifier(name)}`,
  );
  const found = await runner.run(settingsOf(viewer, searchPath), {
    text: `select 1 from (select ${selected.join(', ')}) t where ${condition.text}`,
    values: [...columns.map(({ name }) => key.get(name) ?? null), ...condition.values],
  });
  return found.rowCount > 0;
}

function settingsOf(
  { role, claimsJson }: Viewer,
  searchPath: readonly string[],
): TransactionSettings {
  return {
    role,
    claims: claimsJson,
    method: 'GET',
    path: '/realtime/v1',
    headers: '{}',
    searchPath,
    readOnly: true,
    statementTimeoutMs,
    caller: 'realtime',
    cost: 'steady',
  };
}
