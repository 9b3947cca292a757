import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/database.ts';
import { parseJson } from '#server/http/json/parse-json.ts';
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

type Tables = ReadonlyMap<string, PublishedTable>;

interface Read {
  /** Of `performance.now()`, before the query was sent. */
  readonly beganAt: number;
  readonly tables: Promise<Tables>;
}

/** Between two reads for a role, so that clients whose subscriptions are refused can't keep it busy. */
const pauseMs = 100;

/** Reads the published tables, once at a time for a role. */
export class PublishedTables {
  readonly #database: Pick<Database, 'owner'>;
  readonly #reads = new Map<string, Read>();

  constructor(database: Pick<Database, 'owner'>) {
    this.#database = database;
  }

  /**
   * Returns the tables that a role may select from, by {@link tableKey}. They were read at the time
   * `since` of `performance.now()`, or later.
   */
  async of(role: string, since = -Infinity): Promise<Tables> {
    for (;;) {
      const read = this.#reads.get(role) ?? this.#begin(role);
      if (read.beganAt >= since) return read.tables;
      // Everyone who waits here shares the next read.
      const pauseLeft = Math.max(0, read.beganAt + pauseMs - performance.now());
      await Promise.all([read.tables.catch(() => null), pause(pauseLeft)]);
      this.#forget(role, read);
    }
  }

  clear(): void {
    this.#reads.clear();
  }

  #begin(role: string): Read {
    const beganAt = performance.now();
    const read = { beganAt, tables: readPublishedTables(this.#database, role) };
    this.#reads.set(role, read);
    read.tables.catch(() => this.#forget(role, read));
    return read;
  }

  #forget(role: string, read: Read): void {
    if (this.#reads.get(role) === read) this.#reads.delete(role);
  }
}

async function readPublishedTables(
  database: Pick<Database, 'owner'>,
  role: string,
): Promise<Tables> {
  const { rows } = await database.owner.query<{ tables: string }>(text, [role]);
  const list = v.parse(tables, parseJson(rows[0]?.tables ?? '[]'));
  return new Map(list.map((info) => [tableKey(info.schema, info.table), info]));
}
