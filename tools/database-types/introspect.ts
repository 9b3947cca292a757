import type { Client } from 'pg';

/** A column, an argument or a result column, from the catalog. */
export interface Field {
  readonly name: string;
  /** Name in pg_type; for an array, that of its element. */
  readonly type: string;
  readonly isArray: boolean;
  readonly isNullable: boolean;
  /** Whether an insert or a call may omit it. */
  readonly isOptional: boolean;
  /** Whether only the database sets it: a generated column, or an identity generated always. */
  readonly isGenerated?: boolean;
}

interface Relationship {
  readonly foreignKeyName: string;
  readonly columns: readonly string[];
  readonly isOneToOne: boolean;
  readonly referencedRelation: string;
  readonly referencedColumns: readonly string[];
}

export interface Relation {
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly comment: string | null;
  readonly columns: readonly Field[];
  readonly relationships: readonly Relationship[];
}

export interface RoutineShape {
  readonly name: string;
  readonly comment: string | null;
  readonly args: readonly Field[];
  readonly isSet: boolean;
  /** Columns of `returns table`; null if it returns `type`. */
  readonly columns: readonly Field[] | null;
  readonly type: string;
  readonly isArray: boolean;
  /** The table or view whose rows it returns. */
  readonly relation: string | null;
}

export interface SchemaShape {
  readonly relations: readonly Relation[];
  readonly functions: readonly RoutineShape[];
}

const apiRoles = `array['anon', 'authenticated', 'service_role']`;

/** Reads the relations and functions of schema public that the API's roles have rights to. */
export async function introspect(client: Client): Promise<SchemaShape> {
  const relations = await client.query<Relation>(relationsSql);
  const functions = await client.query<RoutineShape>(functionsSql);
  return { relations: relations.rows, functions: functions.rows };
}

const relationsSql = `
  select c.relname as name,
    case when c.relkind in ('r', 'p') then 'table' else 'view' end as kind,
    obj_description(c.oid, 'pg_class') as comment,
    (
      select json_agg(json_build_object(
        'name', a.attname,
        'type', coalesce(e.typname, t.typname),
        'isArray', e.oid is not null,
        'isNullable', not a.attnotnull,
        'isOptional', a.atthasdef or a.attidentity <> '' or not a.attnotnull,
        'isGenerated', a.attgenerated <> '' or a.attidentity = 'a'
      ) order by a.attname)
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns,
    coalesce((
      select json_agg(json_build_object(
        'foreignKeyName', k.conname,
        'columns', array(
          select attname from unnest(k.conkey) with ordinality as n (attnum, position)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.attnum order by position),
        'isOneToOne', exists (
          select from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
            and (i.indkey::smallint[])[:i.indnkeyatts - 1] <@ k.conkey),
        'referencedRelation', f.relname,
        'referencedColumns', array(
          select attname from unnest(k.confkey) with ordinality as n (attnum, position)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n.attnum order by position)
      ) order by k.conname)
      from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and f.relnamespace = 'public'::regnamespace
    ), '[]'::json) as relationships
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    and exists (
      select from unnest(${apiRoles}) role where has_table_privilege(role, c.oid, 'select, insert, update, delete')
    )
  order by c.relname`;

const functionsSql = `
  select p.proname as name,
    obj_description(p.oid, 'pg_proc') as comment,
    coalesce((
      select json_agg(json_build_object(
        'name', a.name, 'type', coalesce(e.typname, t.typname), 'isArray', e.oid is not null,
        'isNullable', a.position > p.pronargs - p.pronargdefaults,
        'isOptional', a.position > p.pronargs - p.pronargdefaults
      ) order by a.name)
      from unnest(p.proargtypes::oid[], p.proargnames[1:p.pronargs]) with ordinality as a (type, name, position)
      join pg_type t on t.oid = a.type
      left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    ), '[]'::json) as args,
    p.proretset as "isSet",
    (
      select json_agg(json_build_object(
        'name', a.name, 'type', coalesce(e.typname, t.typname), 'isArray', e.oid is not null,
        'isNullable', false, 'isOptional', false
      ) order by a.name)
      from unnest(p.proallargtypes, p.proargmodes, p.proargnames) as a (type, mode, name)
      join pg_type t on t.oid = a.type
      left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
      where a.mode = 't'
    ) as columns,
    coalesce(re.typname, r.typname) as type,
    re.oid is not null as "isArray",
    (select c.relname from pg_class c where c.oid = r.typrelid and c.relnamespace = 'public'::regnamespace) as relation
  from pg_proc p
  join pg_type r on r.oid = p.prorettype
  left join pg_type re on re.oid = r.typelem and r.typcategory = 'A'
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and r.typname <> 'trigger'
    and exists (select from unnest(${apiRoles}) role where has_function_privilege(role, p.oid, 'execute'))
  order by p.proname`;
