import type { ResponseBody } from '#server/rest/plan/response-body.ts';
import { quoteIdentifier, quoteName } from './identifiers.ts';

const responseSettings = `nullif(current_setting('response.headers', true), '') AS headers, nullif(current_setting('response.status', true), '') AS status`;

/** The row as a value. A column may have the name of the row, so `_t` alone could be that column. */
const row = '(_t.*)';

function csvBody(): string {
  const header = `CASE WHEN key ~ E'[",\\r\\n]' THEN '"' || replace(key, '"', '""') || '"' ELSE key END`;
  // PostgreSQL's text of the row, without the outer parentheses and with single backslashes.
  const values = `replace(substring(${row}::text, 2, length(${row}::text) - 2), E'\\\\\\\\', E'\\\\')`;
  return `coalesce((SELECT string_agg(${header}, ',') FROM json_object_keys(row_to_json((array_agg(${row}))[1])) AS key), '') || E'\\n' || coalesce(string_agg(${values}, E'\\n'), '')`;
}

/** Returns bytes as hexadecimal digits, whatever the role's `bytea_output` is. */
function hexSql(bytes: string): string {
  return `encode(${bytes}, 'hex')`;
}

function bodySql(body: ResponseBody): string {
  if (body.kind === 'none') return `''`;
  const { encoding } = body;
  const value = body.kind === 'scalars' ? '_t.pgrst_scalar' : row;
  switch (encoding.kind) {
    case 'csv':
      return csvBody();
    case 'values': {
      const column = `_t.${quoteIdentifier(encoding.column)}`;
      return encoding.bytes
        ? hexSql(`string_agg(${column}, '')`)
        : `coalesce(string_agg(${column}::text, ''), '')`;
    }
    case 'handler': {
      const { handler, target, isDomain, bytes } = encoding;
      const name = quoteName(handler.schema, handler.name);
      // As in PostgREST, an aggregate takes a single value itself, but the values of a set as rows.
      const isSingle = body.kind === 'scalars' && !body.set;
      const cast = target === null ? '' : `::${quoteName(target.schema, target.name)}`;
      // The value of a function that returns the domain is the only one.
      const argument = isDomain ? `(array_agg(${value}))[1]` : (isSingle ? value : row) + cast;
      const handled = `${name}(${argument})`;
      return bytes ? hexSql(handled) : handled;
    }
    case 'json':
    case 'object': {
      const item = encoding.strip ? `json_strip_nulls(to_json(${value}))` : value;
      const isSingle =
        body.kind === 'row' || (body.kind === 'scalars' && !body.set) || encoding.kind === 'object';
      return isSingle
        ? `coalesce(json_agg(${item}) -> 0, 'null')`
        : `coalesce(json_agg(${item}), '[]')`;
    }
  }
}

/**
 * Returns the outermost SELECT: total, rows, body, headers, status, then `extraColumns`. execute.ts
 * reads them in this order. `total` counts all rows that match the filters, or is null.
 */
export function resultSql(
  rows: string,
  body: ResponseBody,
  total: string | null,
  extraColumns = '',
): string {
  return `SELECT ${total ?? 'null'} AS total, count(*) AS rows, ${bodySql(body)} AS body, ${responseSettings}${extraColumns} FROM (${rows}) AS _t`;
}
