import type { Database } from '#server/db/database.ts';
import { parseJson } from '#server/http/parse-json.ts';
import * as v from 'valibot';

const column = v.object({
  name: v.string(),
  /** The type's name, as clients expect it: int8, text, _text. */
  type: v.string(),
  /** The same, but of a domain the type on which it is based: values are written like its. */
  baseType: v.string(),
  /** The type for SQL, quoted and with its schema. */
  sqlType: v.string(),
  isKey: v.boolean(),
  canSelect: v.boolean(),
});
const tables = v.array(
  v.object({
    schema: v.string(),
    table: v.string(),
    /** Whether policies apply to the role. */
    hasPolicies: v.boolean(),
    /** Whether the role may select the whole table, and so its system columns. */
    canSelectAll: v.boolean(),
    columns: v.array(column),
  }),
);

export type PublishedColumn = v.InferOutput<typeof column>;
export type PublishedTable = v.InferOutput<typeof tables>[number];

/** The publication whose tables clients may subscribe to, as in a hosted Supabase. */
export const changesPublication = 'supabase_realtime';

const text = `select coalesce(json_agg(json_build_object(
    'schema', n.nspname, 'table', c.relname,
    'hasPolicies', c.relrowsecurity and not (r.rolbypassrls or r.rolsuper),
    'canSelectAll', has_table_privilege(r.oid, c.oid, 'select'),
    'columns', (select json_agg(json_build_object(
        'name', a.attname, 'type', t.typname, 'baseType', (
          with recursive base as (
            select t.oid, t.typname, t.typtype, t.typbasetype
            union all
            select b.oid, b.typname, b.typtype, b.typbasetype
            from base d join pg_type b on d.typtype = 'd' and b.oid = d.typbasetype
          ) select base.typname from base where base.typtype <> 'd'),
        'sqlType', quote_ident(tn.nspname) || '.' || quote_ident(t.typname),
        'isKey', coalesce(a.attnum = any (k.conkey), false),
        'canSelect', has_column_privilege(r.oid, c.oid, a.attnum, 'select')) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
        join pg_namespace tn on tn.oid = t.typnamespace
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
  )), '[]')::text as tables
  from pg_publication_tables p
    join pg_namespace n on n.nspname = p.schemaname
    join pg_class c on c.relname = p.tablename and c.relnamespace = n.oid
    join pg_roles r on r.rolname = $1
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where p.pubname = '${changesPublication}' and has_schema_privilege(r.oid, n.oid, 'usage')
    and has_any_column_privilege(r.oid, c.oid, 'select')`;

export function tableKey(schema: string, table: string): string {
  return `${schema}\n${table}`;
}

/** Reads the published tables that a role may select from, by {@link tableKey}. */
export async function readPublishedTables(
  database: Pick<Database, 'owner'>,
  role: string,
): Promise<ReadonlyMap<string, PublishedTable>> {
  const { rows } = await database.owner.query<{ tables: string }>(text, [role]);
  const list = v.parse(tables, parseJson(rows[0]?.tables ?? '[]'));
  return new Map(list.map((info) => [tableKey(info.schema, info.table), info]));
}
