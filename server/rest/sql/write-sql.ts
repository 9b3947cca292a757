/** Writes inserts, updates and deletes. They are a WITH query; what they return is read like any rows. */
import type { WritePlan } from '#server/rest/plan/write-plan.ts';
import type { Column, Relation } from '#server/rest/schema/schema-cache.ts';
import { quoteIdentifier, quoteLiteral, quoteName } from './identifiers.ts';
import type { Parameters } from './parameters.ts';

function names(columns: readonly Column[]): string {
  return columns.map(({ name }) => quoteIdentifier(name)).join(', ');
}

/**
 * As the body has it: a domain that reads JSON by a function of its own is JSON until then, any other is what it stands
 * for until it is written, since a key that is not there may be null where the domain knows none.
 */
function typed(columns: readonly Column[]): string {
  return columns
    .map(
      ({ name, baseType, fromJson }) =>
        `${quoteIdentifier(name)} ${fromJson === null ? baseType : 'json'}`,
    )
    .join(', ');
}

function readValue({ name, fromJson }: Column, row: string): string {
  const value = `${row}.${quoteIdentifier(name)}`;
  return fromJson === null ? value : `${fromJson}(${value})`;
}

/** The rows of the body as `pgrst_body`, with the columns of the relation's types. */
function bodyRows(columns: readonly Column[], defaults: boolean, parameters: Parameters): string {
  const body = parameters.add({ kind: 'body' }, 'json');
  if (columns.length === 0) return `json_array_elements(${body}) AS pgrst_body`;
  const plain = columns.every(({ fromJson }) => fromJson === null);
  if (!defaults && plain) return `json_to_recordset(${body}) AS pgrst_body(${typed(columns)})`;
  // missing=default: a key that is not there means the default, one that is null means null.
  const values = columns.map((column) => {
    const value = readValue(column, 'pgrst_row');
    const { name, defaultSql } = column;
    const chosen =
      !defaults || defaultSql === null
        ? value
        : `CASE WHEN pgrst_item.value ? ${quoteLiteral(name)} THEN ${value} ELSE ${defaultSql} END`;
    return `${chosen} AS ${quoteIdentifier(name)}`;
  });
  const items = defaults
    ? `jsonb_array_elements(${body}::jsonb) AS pgrst_item(value), LATERAL jsonb_to_record(pgrst_item.value)`
    : `json_to_recordset(${body})`;
  return `(SELECT ${values.join(', ')} FROM ${items} AS pgrst_row(${typed(columns)})) AS pgrst_body`;
}

function conflict(plan: Extract<WritePlan, { kind: 'insert' }>): string {
  if (plan.conflict === null) return '';
  const target = `(${plan.conflict.columns.map(quoteIdentifier).join(', ')})`;
  if (plan.conflict.resolution === 'ignore-duplicates' || plan.columns.length === 0) {
    return ` ON CONFLICT ${target} DO NOTHING`;
  }
  const set = plan.columns.map(({ name }) => {
    const quoted = quoteIdentifier(name);
    return `${quoted} = EXCLUDED.${quoted}`;
  });
  // Counts the updates, so that the answer can tell 200 from 201.
  const counted = `set_config('pgrst.updated', (coalesce(nullif(current_setting('pgrst.updated', true), ''), '0')::int + 1)::text, true) <> ''`;
  return ` ON CONFLICT ${target} DO UPDATE SET ${set.join(', ')} WHERE ${counted}`;
}

/** The write without RETURNING; `where` holds the conditions of the root. */
export function writeSql(
  plan: WritePlan,
  relation: Relation,
  where: string,
  parameters: Parameters,
): string {
  const target = quoteName(relation.schema, relation.name);
  switch (plan.kind) {
    case 'insert': {
      const rows = bodyRows(plan.columns, plan.defaults, parameters);
      const list = names(plan.columns);
      const into = list === '' ? target : `${target} (${list})`;
      const only = plan.only.map(({ column, value }) => {
        const given =
          column.fromText === null
            ? parameters.value(value, column.baseType)
            : `${column.fromText}(${parameters.value(value, 'text')})`;
        return `pgrst_body.${quoteIdentifier(column.name)} = ${given}`;
      });
      const filter = only.length === 0 ? '' : ` WHERE ${only.join(' AND ')}`;
      return `INSERT INTO ${into} SELECT ${list} FROM ${rows}${filter}${conflict(plan)}`;
    }
    case 'update': {
      const rows = bodyRows(plan.columns, plan.defaults, parameters);
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
