import { escapeIdentifier } from 'pg';
import type { Database, RequestRunner, ResultSet, Statement } from '#server/db/database.ts';
import type { Filter } from './filter.ts';
import type { Values } from './pgoutput.ts';
import type { PublishedColumn, PublishedTable } from './published-tables.ts';

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

/** A filter, and whether all of it must be asked as SQL. */
type AskedFilter = { readonly filter: Filter; readonly all: boolean } | null;

/** The connections of a question, and the caller that shares them. */
export interface Asker {
  readonly runner: RequestRunner;
  /** The person, key or address that takes turns with others. */
  readonly caller: string;
  readonly timeoutMs: number;
}

/** Returns the asker of questions for all, or of those with the filters of one caller. */
export function askerOf(
  { visibility, filters }: Pick<Database, 'visibility' | 'filters'>,
  caller: string | null,
): Asker {
  if (caller === null) return { runner: visibility, caller: 'realtime', timeoutMs: 5_000 };
  return { runner: filters, caller, timeoutMs: 1_000 };
}

/**
 * Selects the rows as the viewer, and so under row level security. Returns the visible ones by
 * index. The value is null if the row still has the given version. Otherwise it is the row as the
 * viewer sees it now, as JSON text: content that nobody could see may not leak through a later
 * version.
 */
export async function selectVisible(
  asker: Asker,
  viewer: Viewer,
  table: PublishedTable,
  rows: readonly RowVersion[],
  filter: AskedFilter,
  searchPath: readonly string[],
): Promise<ReadonlyMap<number, string | null>> {
  const [row, ...more] = rows;
  const statement =
    row !== undefined && more.length === 0
      ? selectOne(table, row, filter)
      : selectMany(table, rows, filter);
  const isCostly = filter?.filter.hasPattern ?? false;
  const found = await ask(asker, viewer, searchPath, statement, isCostly);
  return new Map(found.rows.map(([n, json]) => [Number(n) - 1, json ?? null]));
}

/**
 * Returns the statement for one row, which PostgreSQL plans once: planning takes longer than running
 * it. The plan for several would depend on their number.
 */
function selectOne(
  table: PublishedTable,
  { row, xid }: RowVersion,
  filter: AskedFilter,
): Statement {
  const keys = keysOf(table);
  const conditions = keys.map(
    ({ name, sqlType }, index) => `t.${escapeIdentifier(name)} = $${index + 1}::text::${sqlType}`,
  );
  const values: unknown[] = keys.map(({ name }) => row.get(name) ?? null);
  if (table.canSelectAll) values.push(xid);
  const result = resultOf(table, `$${values.length}`);
  const condition = filter?.filter.sql(values.length + 1, filter.all) ?? null;
  if (condition !== null) {
    conditions.push(condition.text);
    values.push(...condition.values);
  }
  return {
    text: `select 1, ${result} from ${nameOf(table)} t where ${conditions.join(' and ')}`,
    values,
  };
}

function selectMany(
  table: PublishedTable,
  rows: readonly RowVersion[],
  filter: AskedFilter,
): Statement {
  const keys = keysOf(table);
  const keyArrays = keys.map(({ sqlType }, index) => `$${index + 1}::text[]::${sqlType}[]`);
  const keyNames = keys.map((_, index) => `k${index}`);
  const join = keys.map(({ name }, index) => `t.${escapeIdentifier(name)} = k.k${index}`);
  const condition = filter?.filter.sql(keys.length + 2, filter.all) ?? null;
  return {
    text: `select k.n, ${resultOf(table, 'k.xid')}
      from unnest(${[...keyArrays, `$${keys.length + 1}::text[]`].join(', ')})
        with ordinality k(${[...keyNames, 'xid', 'n'].join(', ')})
      join ${nameOf(table)} t
        on ${join.join(' and ')}${condition === null ? '' : ` where ${condition.text}`}`,
    values: [
      ...keys.map(({ name }) => rows.map(({ row }) => row.get(name) ?? null)),
      rows.map(({ xid }) => xid),
      ...(condition?.values ?? []),
    ],
  };
}

/** Returns the SQL of a row's content, or of null if the row is still that of the transaction. */
function resultOf(table: PublishedTable, xid: string): string {
  const selectable = table.columns
    .filter(({ canSelect }) => canSelect)
    .map(({ name, type }) => {
      const column = `t.${escapeIdentifier(name)}`;
      // As in rowJson.
      if (type !== 'bytea') return column;
      return `pg_catalog.encode(${column}, 'hex') as ${escapeIdentifier(name)}`;
    });
  const content = `(select to_jsonb(r.*)::text from (select ${selectable.join(', ')}) r)`;
  // System columns need the right to select the whole table.
  if (!table.canSelectAll) return content;
  return `case when t.xmin::text = ${xid}::text then null else ${content} end`;
}

function keysOf({ columns }: PublishedTable): readonly PublishedColumn[] {
  return columns.filter(({ isKey }) => isKey);
}

function nameOf({ schema, table }: PublishedTable): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;
}

/** Returns whether a deleted row's key passes a filter's SQL. */
export async function passesSql(
  asker: Asker,
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
  const statement = {
    text: `select 1 from (select ${selected.join(', ')}) t where ${condition.text}`,
    values: [...columns.map(({ name }) => key.get(name) ?? null), ...condition.values],
  };
  return (await ask(asker, viewer, searchPath, statement, filter.hasPattern)).rowCount > 0;
}

/** Runs a statement as the viewer. One that may take as long as its timeout is costly. */
export function ask(
  { runner, caller, timeoutMs }: Asker,
  { role, claimsJson }: Viewer,
  searchPath: readonly string[],
  statement: Statement,
  isCostly: boolean,
): Promise<ResultSet> {
  const settings = {
    role,
    claims: claimsJson,
    method: 'GET',
    path: '/realtime/v1',
    headers: '{}',
    searchPath,
    readOnly: true,
    statementTimeoutMs: timeoutMs,
    caller,
    cost: isCostly ? 'slow' : 'steady',
  } as const;
  return runner.run(settings, statement);
}
