import type { Pool } from 'pg';
import * as v from 'valibot';
import { inTransaction } from '#server/db/connections/transaction.ts';

/** Rows of the catalogue as PostgreSQL returns them; `build-schema-cache.ts` interprets them. */
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
  isolation: v.nullable(v.string()),
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
/** A function that casts between a domain and json or text. */
const representation = v.object({ from: v.string(), to: v.string(), by: v.string() });
const mediaHandler = v.object({
  schema: v.string(),
  name: v.string(),
  target_schema: v.string(),
  target_name: v.string(),
  media_type: v.string(),
  answered_type: v.string(),
  of_value: v.boolean(),
  bytes: v.boolean(),
});
const roleSetting = v.object({ role: v.string(), name: v.string(), value: v.string() });
const catalogue = v.object({
  relations: v.array(relation),
  foreign_keys: v.array(foreignKey),
  routines: v.array(routine),
  representations: v.array(representation),
  media_handlers: v.array(mediaHandler),
  role_settings: v.array(roleSetting),
});
export type Catalogue = v.InferOutput<typeof catalogue>;
export type CatalogueRelation = v.InferOutput<typeof relation>;
export type CatalogueRoutine = v.InferOutput<typeof routine>;

// Partitions are not exposed: they are read and written through their table, whose policies apply.
// A foreign key over a period (PostgreSQL 18) is no relationship: its values needn't be equal.
// With an empty search_path, PostgreSQL prints each type and expression with its schema. Types are
// compared as texts, so they must not be quoted.
const query = `
with recursive domains as (
  select t.oid, t.oid as base from pg_type t where t.typtype <> 'd'
  union all
  select t.oid, d.base from pg_type t join domains d on d.oid = t.typbasetype where t.typtype = 'd'
),
relations as (
  select c.oid, n.nspname, c.relname, c.relkind,
    n.nspname = any (string_to_array($1, chr(1))) and not c.relispartition as exposed
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and n.nspname <> 'information_schema'
    and n.nspname !~ '^pg_'
),
columns as (
  select r.oid, json_agg(json_build_object(
    'name', a.attname, 'number', a.attnum,
    'type', format_type(a.atttypid, -1), 'base_type', format_type(d.base, -1),
    'base_name', b.typname,
    'category', case when b.typelem <> 0 and b.typlen = -1 and b.typcategory = 'A' then 'A' else b.typcategory::text end,
    'nullable', not a.attnotnull,
    'default_sql', case
      when a.attgenerated <> '' or not r.exposed then null
      when a.attidentity <> '' then format('nextval(%L::regclass)', pg_get_serial_sequence(format('%I.%I', r.nspname, r.relname), a.attname))
      else coalesce(pg_get_expr(ad.adbin, ad.adrelid), pg_get_expr(own.typdefaultbin, 0)) end,
    'comment', case when r.exposed then col_description(r.oid, a.attnum) end
  ) order by a.attnum) as list
  from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    join pg_type own on own.oid = a.atttypid
    join domains d on d.oid = a.atttypid join pg_type b on b.oid = d.base
    left join pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
  group by r.oid
)
select json_build_object(
  'relations', coalesce((
    select json_agg(json_build_object(
      'oid', r.oid::bigint, 'schema', r.nspname, 'name', r.relname, 'kind', r.relkind, 'exposed', r.exposed,
      'comment', obj_description(r.oid, 'pg_class'),
      'events', case when r.exposed then pg_relation_is_updatable(r.oid, true) else 0 end,
      'columns', coalesce(c.list, '[]'),
      'keys', coalesce((
        select json_agg(json_build_object('kind', k.contype, 'columns', k.conkey))
        from pg_constraint k where k.conrelid = r.oid and k.contype in ('p', 'u')
      ), '[]'),
      'definition', (
        select w.ev_action::text from pg_rewrite w
        where r.relkind in ('v', 'm') and w.ev_class = r.oid and w.rulename = '_RETURN'
      )
    ) order by r.nspname, r.relname) from relations r left join columns c using (oid)
  ), '[]'),
  'foreign_keys', coalesce((
    select json_agg(json_build_object(
      'name', k.conname, 'origin', k.conrelid::bigint, 'target', k.confrelid::bigint,
      'origin_columns', k.conkey, 'target_columns', k.confkey
    ) order by k.conname, k.conrelid)
    from pg_constraint k where k.contype = 'f' and k.conparentid = 0
      and to_jsonb(k) ->> 'conperiod' is distinct from 'true'
  ), '[]'),
  'routines', coalesce((
    select json_agg(json_build_object(
      'schema', n.nspname, 'name', p.proname, 'comment', obj_description(p.oid, 'pg_proc'),
      'statement_timeout', (
        select substr(s.setting, 19) from unnest(p.proconfig) s (setting)
        where s.setting like 'statement\\_timeout=%'
      ),
      'isolation', (
        select split_part(s.setting, '=', 2) from unnest(p.proconfig) s (setting)
        where s.setting like 'default\\_transaction\\_isolation=%'
      ),
      'volatility', p.provolatile, 'set', p.proretset, 'rows', p.prorows,
      'argument_names', p.proargnames, 'argument_modes', p.proargmodes,
      'argument_types', coalesce((
        select json_agg(format_type(u.type, -1) order by u.at)
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as u (type, at)
      ), '[]'),
      'argument_relations', coalesce((
        select json_agg((select t.typrelid::bigint from pg_type t where t.oid = u.type) order by u.at)
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as u (type, at)
      ), '[]'),
      'defaults', p.pronargdefaults,
      'return_type', format_type(p.prorettype, -1), 'return_kind', rt.typtype, 'return_name', rt.typname,
      'return_relation', rt.typrelid::bigint
    ) order by p.proname, p.oid)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      join domains d on d.oid = p.prorettype join pg_type rt on rt.oid = d.base
    where p.prokind = 'f' and n.nspname = any (string_to_array($1, chr(1)))
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  ), '[]'),
  'representations', coalesce((
    select json_agg(json_build_object(
      'from', format_type(c.castsource, null), 'to', format_type(c.casttarget, null),
      'by', format('%I.%I', n.nspname, p.proname)
    ))
    from pg_cast c join pg_type s on s.oid = c.castsource join pg_type t on t.oid = c.casttarget
      join pg_proc p on p.oid = c.castfunc join pg_namespace n on n.oid = p.pronamespace
    where c.castcontext = 'i' and (
      (s.typtype = 'd' and t.oid = 'json'::regtype)
      or (t.typtype = 'd' and s.oid in ('json'::regtype, 'text'::regtype)))
  ), '[]'),
  'media_handlers', coalesce((
    select json_agg(json_build_object(
      'schema', h.schema, 'name', h.name, 'target_schema', h.target_schema, 'target_name', h.target_name,
      'media_type', lower(h.media_type), 'bytes', h.bytes, 'of_value', h.of_value,
      'answered_type', case h.media_type when '*/*' then 'application/octet-stream' else lower(h.media_type) end
    ))
    from (
      with media as (
        select t.oid, n.nspname, t.typname, d.base = 'bytea'::regtype as bytes
        from pg_type t join pg_namespace n on n.oid = t.typnamespace join domains d on d.oid = t.oid
        where t.typtype = 'd' and t.typname ~* '^([a-z0-9.-]+/[a-z0-9.+-]+|[*]/[*])$'
      )
      select n.nspname as schema, p.proname as name, an.nspname as target_schema, at.typname as target_name,
        m.typname as media_type, m.bytes, false as of_value
      from media m join pg_proc p on p.prorettype = m.oid and p.prokind = 'a' and p.pronargs = 1
        join pg_namespace n on n.oid = p.pronamespace
        join pg_type at on at.oid = p.proargtypes[0] join pg_namespace an on an.oid = at.typnamespace
      where n.nspname = any (string_to_array($1, chr(1)))
        and (at.oid = 'anyelement'::regtype or at.typrelid in (select r.oid from relations r))
      union all
      select m.nspname, m.typname, n.nspname, p.proname, m.typname, m.bytes, true
      from media m join pg_proc p on p.prorettype = m.oid and p.prokind = 'f' and not p.proretset
        join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = any (string_to_array($1, chr(1)))
    ) h
  ), '[]'),
  'role_settings', coalesce((
    select json_agg(json_build_object('role', r.rolname, 'name', split_part(s.setting, '=', 1),
      'value', substr(s.setting, strpos(s.setting, '=') + 1)) order by g.setdatabase)
    from pg_db_role_setting g join pg_roles r on r.oid = g.setrole, unnest(g.setconfig) as s (setting)
    where g.setdatabase in (0, (select d.oid from pg_database d where d.datname = current_database()))
      and (r.rolname = 'authenticator' or exists (
        select from pg_auth_members m join pg_roles l on l.oid = m.member
        where m.roleid = r.oid and l.rolname = 'authenticator'))
  ), '[]')
)::text as catalogue`;

/** Reads the catalogue in one query. `schemas` are the exposed ones. */
export function readCatalogue(owner: Pool, schemas: readonly string[]): Promise<Catalogue> {
  return inTransaction(owner, async (client) => {
    await client.query(`set transaction read only; set local search_path = '';
      set local quote_all_identifiers = off`);
    const { rows } = await client.query<{ catalogue: string }>(query, [schemas.join('\u0001')]);
    return v.parse(catalogue, JSON.parse(rows[0]?.catalogue ?? 'null'));
  });
}
