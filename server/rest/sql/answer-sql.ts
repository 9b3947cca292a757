import type { BodyForm } from '#server/rest/plan/body-form.ts';
import { quoteIdentifier, quoteName } from './identifiers.ts';
import { rowAlias, type Written } from './scope.ts';

const settings = `nullif(current_setting('response.headers', true), '') AS headers, nullif(current_setting('response.status', true), '') AS status`;

function csvBody(row: string): string {
  const name = `CASE WHEN key ~ E'[",\\r\\n]' THEN '"' || replace(key, '"', '""') || '"' ELSE key END`;
  // The text of a row is PostgreSQL's own, without its outer parentheses, and without the second of each two backslashes.
  const values = `replace(substring(${row}::text, 2, length(${row}::text) - 2), E'\\\\\\\\', E'\\\\')`;
  return `coalesce((SELECT string_agg(${name}, ',') FROM json_object_keys(row_to_json((array_agg(${row}))[1])) AS key), '') || E'\\n' || coalesce(string_agg(${values}, E'\\n'), '')`;
}

function bodyOf(form: BodyForm, row: string): string {
  if (form.kind === 'none') return `''`;
  const { writing } = form;
  const value = form.kind === 'scalars' ? `${row}.pgrst_scalar` : row;
  switch (writing.kind) {
    case 'csv':
      return csvBody(row);
    case 'values': {
      const column = `${row}.${quoteIdentifier(writing.column)}`;
      return writing.bytes
        ? `coalesce(string_agg(${column}, ''), '')`
        : `coalesce(string_agg(${column}::text, ''), '')`;
    }
    case 'handler': {
      const { handler, target } = writing;
      const cast = target === null ? '' : `::${quoteName(target.schema, target.name)}`;
      // A handler of rows is an aggregate; that of a value is its domain, and the value the only one.
      const given = form.kind === 'scalars' ? `(array_agg(${value}))[1]` : value + cast;
      return `${quoteName(handler.schema, handler.name)}(${given})`;
    }
    case 'json':
    case 'object': {
      const item = writing.strip ? `json_strip_nulls(to_json(${value}))` : value;
      const one =
        form.kind === 'row' || (form.kind === 'scalars' && !form.set) || writing.kind === 'object';
      return one ? `coalesce(json_agg(${item}) -> 0, 'null')` : `coalesce(json_agg(${item}), '[]')`;
    }
  }
}

/**
 * The outermost SELECT: total, rows, body, headers, status, then `extra`; execute.ts reads them in this order. `total` counts all rows that the filters leave, or is null.
 */
export function answerSql(
  { sql, names }: Written,
  form: BodyForm,
  total: string | null,
  extra = '',
): string {
  const row = rowAlias('_t', names);
  return `SELECT ${total ?? 'null'} AS total, count(*) AS rows, ${bodyOf(form, row)} AS body, ${settings}${extra} FROM (${sql}) AS ${row}`;
}
