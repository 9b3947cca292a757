import { Client, DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { tryStatement } from '../try-statement.ts';
import { actAs, newPerson } from '../world.ts';
import { rights } from './rights.ts';
import { sets } from './rights-row.ts';
import { buildRightsWorld, callers, type CallerName, type RightsWorld } from './rights-world.ts';

const test = await setUpTestDatabase();
let world: RightsWorld;
let client: Client;
beforeAll(async () => {
  world = await buildRightsWorld(test);
  client = new Client(test.login());
  await client.connect();
});
afterAll(() => client.end());

/** Runs a statement as a caller and rolls it back. */
function attempt(caller: CallerName, statement: string): Promise<number | string> {
  const claims = world.claimsOf(caller);
  const filled = statement.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = name === 'me' ? (claims.sub ?? world.values['ann']) : world.values[name];
    // Empty arrays and lists of scopes look like placeholders.
    return value === undefined ? placeholder : `'${value}'`;
  });
  return tryStatement(client, claims, filled);
}

/** Results that refuse a caller: no row, no right, not signed in, no such row for the caller. */
const refusals: readonly (number | string)[] = [0, 'no', 'PT401', 'PT404'];

/** Replaces sets in a list of callers by their members, in the order of {@link callers}. */
function expand(list: string): string[] {
  const expanded = list.split(' ').flatMap((entry): string[] => {
    const [name = '', code] = entry.split(':');
    const set = sets[name];
    if (set === undefined) return entry === '' ? [] : [entry];
    return expand(set).map((member) => (code === undefined ? member : `${member}:${code}`));
  });
  const rank = (entry: string) => callers.findIndex((caller) => caller === entry.split(':')[0]);
  return expanded.toSorted((one, other) => rank(one) - rank(other));
}

describe('the rights of a caller', () => {
  it.each(rights)('%s: %s', async (statement, allowed) => {
    const got: string[] = [];
    for (const caller of callers) {
      const result = await attempt(caller, statement);
      if (refusals.includes(result)) continue;
      got.push(typeof result === 'number' ? caller : `${caller}:${result}`);
    }
    expect(got).toEqual(expand(allowed));
  });

  it('are stated for each table, view and function of the API', async () => {
    const [found] = await test.sql<{ actions: string[] }>(
      `select array(
         select command || ' ' || c.relname from pg_class c,
           unnest('{select from,insert into,update,delete from}'::text[]) command
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
           and exists (select from unnest('{anon,authenticated,service_role}'::text[]) role
             where has_table_privilege(role, c.oid, split_part(command, ' ', 1))
               or (command <> 'delete from' and has_any_column_privilege(role, c.oid, split_part(command, ' ', 1))))
         union
         select p.proname || '(' from pg_proc p
         where p.pronamespace = 'public'::regnamespace
           and exists (select from unnest('{anon,authenticated,service_role}'::text[]) role
             where has_function_privilege(role, p.oid, 'execute'))
         order by 1) as actions`,
    );
    const statements = rights.map(([statement]) =>
      statement.replace(/^select \w+ from/, 'select from'),
    );
    const isStated = (action: string) =>
      action.endsWith('(')
        ? statements.some((statement) => new RegExp(`\\b${action.slice(0, -1)}\\(`).test(statement))
        : statements.some((statement) => new RegExp(`^${action}\\b`).test(statement));
    const missing = (found?.actions ?? []).filter((action) => !isStated(action));
    expect(
      missing,
      "Add rows to supabase/tests/rights/rights.ts, each with a statement and whom it serves: ['select from …', 'ann olga'], and what they need to rights-world.ts",
    ).toEqual([]);
  });
});

describe('a person who consented to nothing', () => {
  /** Runs a statement as a caller, and returns whether rows of the table name the person then. */
  async function isNamedAfter(
    caller: CallerName,
    statement: string,
    { table, column, person }: { table: string; column: string; person: string },
  ): Promise<boolean> {
    const claims = world.claimsOf(caller);
    await client.query('begin');
    try {
      await actAs(client, claims);
      // Without RETURNING: the caller may be unable to read what they forged.
      await client.query(statement);
      await client.query('reset role');
      const { rowCount } = await client.query(`select from ${table} where ${column} = $1`, [
        person,
      ]);
      return rowCount !== 0;
    } catch (error) {
      // A refusal; a mistake in the statement is none.
      if (error instanceof DatabaseError && !/^42[67]/.test(error.code ?? '')) return false;
      throw error;
    } finally {
      await client.query('rollback');
    }
  }

  it('is made author, owner or member of nothing by any caller', async () => {
    const person = await newPerson(test, 'Victim');
    const columns = await test.sql<{
      table: string;
      column: string;
      copied: string[];
      links: string[];
    }>(
      `select c.relname as table, a.attname as column,
         array(select i.attname from pg_attribute i where i.attrelid = c.oid and i.attnum > 0
           and not i.attisdropped and has_column_privilege('authenticated', c.oid, i.attnum, 'insert'))::text[] as copied,
         array(select i.attname from pg_constraint f join pg_attribute i on i.attrelid = c.oid and i.attnum = any (f.conkey)
           where f.conrelid = c.oid and f.contype = 'f' and not i.attnotnull)::text[] as links
       from pg_constraint k join pg_class c on c.oid = k.conrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
       where c.relnamespace = 'public'::regnamespace and k.contype = 'f' and cardinality(k.conkey) = 1
         and k.confrelid in ('auth.users'::regclass, 'public.profiles'::regclass)
         and has_any_column_privilege('authenticated', c.oid, 'insert, update')
       order by 1, 2`,
    );
    expect(columns.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['prompts', 'groups', 'chains', 'teams', 'team_members', 'comments']),
    );
    const taken: string[] = [];
    for (const { table, column, copied, links } of columns) {
      // A copy of a row that the caller reads, in the person's name, and without links to other rows.
      const values = copied.map((name) => {
        if (name === column) return `'${person}'`;
        if (name === 'id') return 'gen_random_uuid()';
        return links.includes(name) ? 'null' : name;
      });
      const statements = [`update ${table} set ${column} = '${person}'`];
      if (copied.includes(column)) {
        statements.push(
          `insert into ${table} (${copied.join(', ')}) select ${values.join(', ')} from ${table} limit 1`,
        );
      }
      for (const caller of callers) {
        if (caller === 'service') continue;
        for (const statement of statements) {
          if (await isNamedAfter(caller, statement, { table, column, person })) {
            taken.push(`${table}.${column} by ${caller}`);
          }
        }
      }
    }
    expect(taken).toEqual([]);
  });
});
