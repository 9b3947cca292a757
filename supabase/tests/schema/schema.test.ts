import { describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson, newPrompt } from '../world.ts';

const test = await setUpTestDatabase();

/** Returns the names that a query finds at fault. */
const found = async (text: string): Promise<unknown[]> =>
  (await test.sql<{ name: string }>(text)).map(({ name }) => name);

const ours = `('public'::regnamespace, 'private'::regnamespace)`;

describe('schema: every table', () => {
  it('has row level security on', async () => {
    expect(
      await found(`select oid::regclass::text as name from pg_class
        where relnamespace in ${ours} and relkind in ('r', 'p') and not relrowsecurity`),
    ).toEqual([]);
  });

  it('has a comment, as has every view and function', async () => {
    expect(
      await found(`select oid::regclass::text as name from pg_class
        where relnamespace in ${ours} and relkind in ('r', 'p', 'v') and obj_description(oid, 'pg_class') is null
        union all select oid::regprocedure::text from pg_proc
        where pronamespace in ${ours} and obj_description(oid, 'pg_proc') is null`),
    ).toEqual([]);
  });

  it('has a policy or no grants', async () => {
    expect(
      await found(`select c.oid::regclass::text as name from pg_class c
        where relnamespace in ${ours} and relkind in ('r', 'p')
          and ((has_table_privilege('authenticated', c.oid, 'select, insert, update, delete')
              or has_any_column_privilege('authenticated', c.oid, 'select, insert, update'))
            <> exists (select from pg_policy p where p.polrelid = c.oid
              and 'authenticated'::regrole = any (p.polroles)))`),
    ).toEqual([]);
  });

  it('has a policy for both factors and the scopes of access tokens, for each right of people', async () => {
    expect(
      await found(`select c.oid::regclass::text || ' ' || command as name
        from pg_class c, unnest('{select,insert,update,delete}'::text[]) command
        where relnamespace in ${ours} and relkind in ('r', 'p')
          and (has_table_privilege('authenticated', c.oid, command)
            or (command <> 'delete' and has_any_column_privilege('authenticated', c.oid, command)))
          and not exists (select from pg_policies p where format('%I.%I', p.schemaname, p.tablename)::regclass = c.oid
            and p.permissive = 'RESTRICTIVE' and p.cmd = upper(command)
            and coalesce(p.with_check, p.qual) ~ 'lacks_second_factor.*require_scope')`),
    ).toEqual([]);
  });

  it('grants nothing to anon', async () => {
    expect(
      await found(`select oid::regclass::text as name from pg_class
        where relnamespace in ${ours} and relkind in ('r', 'p', 'v', 'S')
          and has_table_privilege('anon', oid, 'select, insert, update, delete, truncate, references, trigger')`),
    ).toEqual([]);
  });

  it('grants no API role truncate, references or trigger', async () => {
    expect(
      await found(`select c.oid::regclass::text || ' ' || role as name
        from pg_class c, unnest(array['authenticated', 'service_role']) role
        where relnamespace in ${ours} and relkind in ('r', 'p', 'v')
          and has_table_privilege(role, c.oid, 'truncate, references, trigger')`),
    ).toEqual([]);
  });

  it('has an index for every foreign key', async () => {
    expect(
      await found(`select k.conname as name from pg_constraint k
        where k.contype = 'f' and k.connamespace in ${ours}
          and not exists (
            select from pg_index i
            where i.indrelid = k.conrelid and i.indisvalid
              and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] <@ k.conkey
              and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ 'IS NOT NULL'))`),
    ).toEqual([]);
  });
});

describe('schema: every function', () => {
  it('is executable only by roles to which it was granted', async () => {
    expect(
      await found(`select p.oid::regprocedure::text as name from pg_proc p
        where pronamespace in ${ours} and (proacl is null or exists (
          select from aclexplode(proacl) a where a.grantee = 0 and a.privilege_type = 'EXECUTE'))`),
    ).toEqual([]);
  });

  it('is not executable by anon, except those of the public pages', async () => {
    expect(
      await found(`select p.oid::regprocedure::text as name from pg_proc p
        where pronamespace in ${ours} and has_function_privilege('anon', p.oid, 'execute')
        order by 1`),
    ).toEqual([
      'explore_prompts(text,text,integer)',
      'included_texts(text[])',
      'private.is_public_attachment(text)',
      'public_attachments(uuid)',
      'public_prompt(uuid)',
      'public_prompt_ids(uuid,uuid,text)',
      'public_templates()',
    ]);
  });

  it('has a fixed search_path if it runs as its owner', async () => {
    expect(
      await found(`select p.oid::regprocedure::text as name from pg_proc p
        where pronamespace in ${ours} and prosecdef
          and not coalesce(proconfig @> array['search_path=""'], false)`),
    ).toEqual([]);
  });

  it('belongs to a role without login and BYPASSRLS if it bypasses policies', async () => {
    const owners = await test.sql(
      `select p.proname, r.rolname, r.rolcanlogin, r.rolsuper, r.rolbypassrls
       from pg_proc p join pg_roles r on r.oid = p.proowner
       where proname in ('search_prompts', 'community_feed', 'public_prompt', 'included_texts', 'find_include_cycle')
       order by proname`,
    );
    const owner = {
      rolname: 'cuebook_search',
      rolcanlogin: false,
      rolsuper: false,
      rolbypassrls: false,
    };
    expect(owners).toEqual([
      { proname: 'community_feed', ...owner },
      { proname: 'find_include_cycle', ...owner, rolname: 'cuebook_reader' },
      { proname: 'included_texts', ...owner, rolname: 'cuebook_reader' },
      { proname: 'public_prompt', ...owner },
      { proname: 'search_prompts', ...owner },
    ]);
  });
});

describe('schema: the role cuebook_search', () => {
  it('can only delete search rows, with their prompt', async () => {
    const [rights] = await test.sql(
      `select has_schema_privilege('cuebook_search', 'public', 'create') as makes,
        array(select relname || ' ' || privilege from pg_class, unnest('{insert,update,delete,truncate}'::text[]) as asked (privilege)
          where relnamespace in ${ours} and relkind = 'r' and has_table_privilege('cuebook_search', oid, privilege) order by 1)::text as writes`,
    );
    expect(rights).toEqual({
      makes: false,
      writes: '{"prompt_search delete","search_keys delete"}',
    });
  });

  it('needs no rights on the extensions, which a hosted Supabase does not grant', async () => {
    await test.sql('revoke usage on schema extensions from public');
    await test.sql('grant usage on schema extensions to authenticated');
    const ann = await newPerson(test, 'Ann');
    const content = `${'word '.repeat(200)}needle`;
    await newPrompt(test, ann, { title: 'Größe, май', content, is_public: true });
    for (const query of ['needle', 'größe', 'май', 'neddle', 'tag:é', 'author:ö']) {
      const found = await test.asUser(ann, 'select from search_prompts($1)', [query]);
      const listed = await test.asUser(ann, `select from community_feed('top', $1)`, [query]);
      expect([found.refusal, listed.refusal]).toEqual([null, null]);
    }
  });
});

describe('schema: every view', () => {
  it('runs under the policies of a role without login and BYPASSRLS', async () => {
    const owners = await test.sql(
      `select c.relname, r.rolname, r.rolcanlogin, r.rolsuper, r.rolbypassrls,
         coalesce(c.reloptions @> array['security_invoker=true'], false) as as_reader
       from pg_class c join pg_roles r on r.oid = c.relowner
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' order by 1`,
    );
    const owner = {
      rolname: 'cuebook_reader',
      rolcanlogin: false,
      rolsuper: false,
      rolbypassrls: false,
      as_reader: false,
    };
    expect(owners).toEqual([
      { relname: 'prompt_details_v', ...owner },
      { relname: 'readable_prompts', ...owner },
    ]);
  });

  it('has an owner that can neither create nor write anything', async () => {
    const [rights] = await test.sql(
      `select has_schema_privilege('cuebook_reader', 'public', 'create') as makes,
        array(select relname || ' ' || privilege from pg_class, unnest('{insert,update,delete,truncate}'::text[]) as asked (privilege)
          where relnamespace in ${ours} and relkind = 'r' and has_table_privilege('cuebook_reader', oid, privilege))::text as writes`,
    );
    expect(rights).toEqual({ makes: false, writes: '{}' });
  });
});

describe('private.new_id()', () => {
  it('returns a UUID version 7, which sorts by time', async () => {
    const [made] = await test.sql(
      `with ids as (select private.new_id() as a, pg_sleep(0.002), private.new_id() as b)
       select substr(a::text, 15, 1) as version, a < b as sorted,
         substr(a::text, 20, 1) in ('8', '9', 'a', 'b') as variant from ids`,
    );
    expect(made).toEqual({ version: '7', sorted: true, variant: true });
  });
});
