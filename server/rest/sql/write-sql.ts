/** Builds inserts, updates and deletes: a WITH query whose returned rows are read like any rows. */
import type { WritePlan } from '#server/rest/plan/write-plan.ts';
import type { Column, Relation } from '#server/rest/schema/schema-cache.ts';
import { quoteIdentifier, quoteLiteral, quoteName } from './identifiers.ts';
import type { Parameters } from './parameters.ts';

function columnList(columns: readonly Column[]): string {
  return columns.map(({ name }) => quoteIdentifier(name)).join(', ');
}

/**
 * Returns the columns with their types in the body. A domain with its own JSON conversion is JSON
 * until that is applied. Any other domain is its base type until the write: a missing key is null,
 * which the domain may forbid.
 */
function bodyColumnTypes(columns: readonly Column[]): string {
  return columns
    .map(
      ({ name, baseType, fromJson }) =>
        `${quoteIdentifier(name)} ${fromJson === null ? baseType : 'json'}`,
    )
    .join(', ');
}

function bodyValueSql({ name, fromJson }: Column, row: string): string {
  const value = `${row}.${quoteIdentifier(name)}`;
  return fromJson === null ? value : `${fromJson}(${value})`;
}

/** Returns the rows of the body as `pgrst_body`, with the relation's column types. */
function bodyRowsSql(
  columns: readonly Column[],
  defaults: boolean,
  parameters: Parameters,
): string {
  const body = parameters.add({ kind: 'body' }, 'json');
  if (columns.length === 0) return `json_array_elements(${body}) AS pgrst_body`;
  const plain = columns.every(({ fromJson }) => fromJson === null);
  if (!defaults && plain)
    return `json_to_recordset(${body}) AS pgrst_body(${bodyColumnTypes(columns)})`;
  // missing=default: a missing key means the default, a null means null.
  const values = columns.map((column) => {
    const value = bodyValueSql(column, 'pgrst_row');
    const { name, defaultSql } = column;
    const valueOrDefault =
      !defaults || defaultSql === null
        ? value
        : `CASE WHEN pgrst_item.value ? ${quoteLiteral(name)} THEN ${value} ELSE ${defaultSql} END`;
    return `${valueOrDefault} AS ${quoteIdentifier(name)}`;
  });
  const items = defaults
    ? `jsonb_array_elements(${body}::jsonb) AS pgrst_item(value), LATERAL jsonb_to_record(pgrst_item.value)`
    : `json_to_recordset(${body})`;
  return `(SELECT ${values.join(', ')} FROM ${items} AS pgrst_row(${bodyColumnTypes(columns)})) AS pgrst_body`;
}

function onConflictSql(plan: Extract<WritePlan, { kind: 'insert' }>): string {
  if (plan.conflict === null) return '';
  const target = `(${plan.conflict.columns.map(quoteIdentifier).join(', ')})`;
  if (plan.conflict.resolution === 'ignore-duplicates' || plan.columns.length === 0) {
    return ` ON CONFLICT ${target} DO NOTHING`;
  }
  const set = plan.columns.map(({ name }) => {
    const quoted = quoteIdentifier(name);
    return `${quoted} = EXCLUDED.${quoted}`;
  });
  // Counts the updates: the status is 200 if all rows were updated, 201 if any was inserted.
  const counted = `set_config('pgrst.updated', (coalesce(nullif(current_setting('pgrst.updated', true), ''), '0')::int + 1)::text, true) <> ''`;
  return ` ON CONFLICT ${target} DO UPDATE SET ${set.join(', ')} WHERE ${counted}`;
}

/** Returns the write without RETURNING. `where` has the conditions of the root. */
export function writeSql(
  plan: WritePlan,
  relation: Relation,
  where: string,
  parameters: Parameters,
): string {
  const target = quoteName(relation.schema, relation.name);
  switch (plan.kind) {
    case 'insert': {
      const rows = bodyRowsSql(plan.columns, plan.defaults, parameters);
      const list = columnList(plan.columns);
      const into = list === '' ? target : `${target} (${list})`;
      const only = plan.only.map(({ column, value }) => {
        const key =
          column.fromText === null
            ? parameters.value(value, column.baseType)
            : `${column.fromText}(${parameters.value(value, 'text')})`;
        return `pgrst_body.${quoteIdentifier(column.name)} = ${key}`;
      });
      const filter = only.length === 0 ? '' : ` WHERE ${only.join(' AND ')}`;
      return `INSERT INTO ${into} SELECT ${list} FROM ${rows}${filter}${onConflictSql(plan)}`;
    }
    case 'update': {
      const rows = bodyRowsSql(plan.columns, plan.defaults, parameters);
      const set = plan.columns.map(({ name }) => {
        const quoted = quoteIdentifier(name);
        return `${quoted} = pgrst_body.${quoted}`;
      });
      const one = `(SELECT * FROM ${rows} LIMIT 1) AS pgrst_body`;
      return `UPDATE ${target} SET ${set.join(', ')} FROM ${one}${where}`;
    }
    case 'delete':
      return `DELETE FROM ${target}${where}`;
  }
}
