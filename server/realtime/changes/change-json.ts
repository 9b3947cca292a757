import { jsonMembers } from './json-members.ts';
import type { RowChange, Values } from './pgoutput.ts';
import type { PublishedColumn } from './published-tables.ts';
import { rowJson } from './row-json.ts';

const maxChangeBytes = 1024 * 1024;
/** In a change that is too large, longer values are left out. */
const maxKeptLength = 64;

/**
 * Returns the `data` of a change in the format of the protocol. `fetched` is the row as JSON text
 * if it comes from the table instead of the change.
 */
export function changeJson(
  change: RowChange,
  committedAt: Date,
  columns: readonly PublishedColumn[],
  fetched: string | null,
  old: Values,
): string {
  const record = fetched === null ? null : pick(fetched, columns, () => true);
  const json = record ?? (change.row === null ? null : rowJson(change.row, columns));
  const data = encode(change, committedAt, columns, json, old, null);
  if (Buffer.byteLength(data) <= maxChangeBytes) return data;
  const short = pick(json ?? '{}', columns, (value) => value.length <= maxKeptLength);
  return encode(change, committedAt, columns, short, old, ['Error 413: Payload Too Large']);
}

function encode(
  { tag, relation, old: sentOld }: RowChange,
  committedAt: Date,
  columns: readonly PublishedColumn[],
  record: string | null,
  old: Values,
  errors: readonly string[] | null,
): string {
  const described = columns.map(({ name, type }) => ({ name, type }));
  const oldColumns = columns.filter(({ name }) => old.has(name));
  const oldJson = tag === 'INSERT' ? null : rowJson(old, oldColumns);
  return [
    `{"schema":${JSON.stringify(relation.schema)}`,
    `"table":${JSON.stringify(relation.table)}`,
    `"commit_timestamp":${JSON.stringify(committedAt.toISOString())}`,
    `"type":"${tag}"`,
    `"columns":${JSON.stringify(described)}`,
    ...(tag === 'DELETE' ? [] : [`"record":${record ?? '{}'}`]),
    ...(oldJson === null || (tag === 'DELETE' && sentOld === null)
      ? []
      : [`"old_record":${oldJson}`]),
    `"errors":${JSON.stringify(errors)}}`,
  ].join(',');
}

/** Returns the row's JSON with these columns, and only the values that pass. */
function pick(
  row: string,
  columns: readonly PublishedColumn[],
  passes: (json: string) => boolean,
): string {
  const names = new Set(columns.map(({ name }) => name));
  const members = jsonMembers(row).filter(([name, value]) => names.has(name) && passes(value));
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}
