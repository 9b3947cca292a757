import type { Pool } from 'pg';
import * as v from 'valibot';

/** Rows of the catalogue as they come; `build-schema-cache.ts` gives them meaning. */
const column = v.object({
  name: v.string(),
  number: v.number(),
  type: v.string(),
  base_type: v.string(),
  base_name: v.string(),
  category: v.string(),
  nullable: v.boolean(),
  default_sql: v.nullable(v.string()),
  comment: v.nullable(v.string()),
});
const key = v.object({ kind: v.string(), columns: v.array(v.number()) });
const relation = v.object({
  oid: v.number(),
  schema: v.string(),
  name: v.string(),
  kind: v.string(),
  exposed: v.boolean(),
  comment: v.nullable(v.string()),
  /** Bits of pg_relation_is_updatable: 4 update, 8 insert, 16 delete. */
  events: v.number(),
  columns: v.array(column),
  keys: v.array(key),
  /** The parsed query of a view, as PostgreSQL prints it. */
  definition: v.nullable(v.string()),
});
const foreignKey = v.object({
  name: v.string(),
  origin: v.number(),
  target: v.number(),
  origin_columns: v.array(v.number()),
  target_columns: v.array(v.number()),
});
const routine = v.object({
  schema: v.string(),
  name: v.string(),
  comment: v.nullable(v.string()),
  statement_timeout: v.nullable(v.string()),
  volatility: v.picklist(['i', 's', 'v']),
  set: v.boolean(),
  rows: v.number(),
  argument_names: v.nullable(v.array(v.string())),
  argument_modes: v.nullable(v.array(v.string())),
  argument_types: v.array(v.string()),
  argument_relations: v.array(v.number()),
  defaults: v.number(),
  return_type: v.string(),
  return_kind: v.string(),
  return_name: v.string(),
  return_relation: v.number(),
});
const catalogue = v.object({
  relations: v.array(relation),
  foreign_keys: v.array(foreignKey),
  routines: v.array(routine),
});
export type Catalogue = v.InferOutput<typeof catalogue>;
export type CatalogueRelation = v.InferOutput<typeof relation>;
export type CatalogueRoutine = v.InferOutput<typeof routine>;

// With an empty search_path every type and expression is printed with its schema.
const query = `
with recursive domains as (
  select t.oid, t.oid as base from pg_type t where t.typtype <> 'd'
  union all
  select t.oid, d.base from pg_type t join domains d on d.oid = t.typbasetype where t.typtype = 'd'
),
relations as (
  select c.oid, n.nspname, c.relname, c.relkind, n.nspname = any (string_to_array($1, chr(1))) as exposed
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and n.nspname <> 'information_schema'
    and n.nspname !~ '^pg_'
)
select json_build_object(
  'relations', coalesce((
    select json_agg(json_build_object(
      'oid', r.oid::bigint, 'schema', r.nspname, 'name', r.relname, 'kind', r.relkind, 'exposed', r.exposed,
      'comment', obj_description(r.oid, 'pg_class'),
      'events', case when r.exposed then pg_relation_is_updatable(r.oid, true) else 0 end,
      'columns', coalesce((
        select json_agg(json_build_object(
          'name', a.attname, 'number', a.attnum,
          'type', format_type(a.atttypid, -1), 'base_type', format_type(d.base, -1),
          'base_name', b.typname,
          'category', case when b.typelem <> 0 and b.typlen = -1 and b.typcategory = 'A' then 'A' else b.typcategory::text end,
          'nullable', not a.attnotnull,
          'default_sql', case
            when a.attgenerated <> '' or not r.exposed then null
            when a.attidentity <> '' then format('nextval(%L::regclass)', pg_get_serial_sequence(format('%I.%I', r.nspname, r.relname), a.attname))
            else pg_get_expr(ad.adbin, ad.adrelid) end,
          'comment', case when r.exposed then col_description(r.oid, a.attnum) end
        ) order by a.attnum)
        from pg_attribute a join domains d on d.oid = a.atttypid join pg_type b on b.oid = d.base
          left join pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
        where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      ), '[]'),
      'keys', coalesce((
        select json_agg(json_build_object('kind', k.contype, 'columns', k.conkey))
        from pg_constraint k where k.conrelid = r.oid and k.contype in ('p', 'u')
      ), '[]'),
      'definition', (
        select w.ev_action::text from pg_rewrite w
        where r.relkind in ('v', 'm') and w.ev_class = r.oid and w.rulename = '_RETURN'
      )
    ) order by r.nspname, r.relname) from relations r
  ), '[]'),
  'foreign_keys', coalesce((
    select json_agg(json_build_object(
      'name', k.conname, 'origin', k.conrelid::bigint, 'target', k.confrelid::bigint,
      'origin_columns', k.conkey, 'target_columns', k.confkey
    ) order by k.conname, k.conrelid)
    from pg_constraint k where k.contype = 'f' and k.conparentid = 0
  ), '[]'),
  'routines', coalesce((
    select json_agg(json_build_object(
      'schema', n.nspname, 'name', p.proname, 'comment', obj_description(p.oid, 'pg_proc'),
      'statement_timeout', (
        select substr(s.setting, 19) from unnest(p.proconfig) s (setting)
        where s.setting like 'statement\\_timeout=%'
      ),
      'volatility', p.provolatile, 'set', p.proretset, 'rows', p.prorows,
      'argument_names', p.proargnames, 'argument_modes', p.proargmodes,
      'argument_types', coalesce((
        select json_agg(format_type(u.type, -1) order by u.at)
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as u (type, at)
      ), '[]'),
      'argument_relations', coalesce((
        select json_agg(t.typrelid::bigint order by u.at)
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as u (type, at)
          join pg_type t on t.oid = u.type
      ), '[]'),
      'defaults', p.pronargdefaults,
      'return_type', format_type(p.prorettype, -1), 'return_kind', rt.typtype, 'return_name', rt.typname,
      'return_relation', rt.typrelid::bigint
    ) order by p.proname, p.oid)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      join domains d on d.oid = p.prorettype join pg_type rt on rt.oid = d.base
    where p.prokind = 'f' and n.nspname = any (string_to_array($1, chr(1)))
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  ), '[]')
)::text as catalogue`;

/** Reads the catalogue in one query. `schemas` are the exposed ones. */
export async function readCatalogue(owner: Pool, schemas: readonly string[]): Promise<Catalogue> {
  const client = await owner.connect();
  try {
    await client.query(`begin read only; set local search_path = ''`);
    const { rows } = await client.query<{ catalogue: string }>(query, [schemas.join('\u0001')]);
    await client.query('commit');
    return v.parse(catalogue, JSON.parse(rows[0]?.catalogue ?? 'null'));
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
