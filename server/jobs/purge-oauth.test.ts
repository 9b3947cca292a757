import { expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { purgeOAuthHourly } from './purge-oauth.ts';

const person = '11111111-1111-4111-8111-111111111111';
const test = await setUpTestDatabase();

it('purgeOAuthHourly removes what has expired, and apps that nobody uses', async () => {
  await test.sql(`insert into auth.users (id, email) values ($1, 'person@example.com')`, [person]);
  await test.sql(`
    set role supabase_auth_admin;
    insert into auth.oauth_clients
      (id, registration_type, client_name, redirect_uris, grant_types, created_at, last_approved_at)
    select id, 'dynamic', id, '{}', '{}', now() - age, now() - approved
    from (values
      ('registered yesterday', interval '1 day', null),
      ('never approved', interval '8 days', null),
      ('approved in spring', interval '200 days', interval '100 days'),
      ('approved lately', interval '200 days', interval '80 days'),
      ('in use', interval '200 days', interval '100 days')
    ) clients (id, age, approved);
    insert into auth.oauth_grants (id, user_id, client_id, scopes, audience, created_at)
    select id::uuid, '${person}', client, '{prompts:read}', 'a', now() - interval '2 days'
    from (values
      ('00000000-0000-4000-8000-000000000001', 'in use'),
      ('00000000-0000-4000-8000-000000000002', 'approved lately')
    ) grants (id, client);
    insert into auth.oauth_tokens (token_hash, grant_id, kind, scopes, expires_at)
    select hash::bytea, id::uuid, 'refresh', '{prompts:read}', now() + life
    from (values
      ('live', '00000000-0000-4000-8000-000000000001', interval '1 day'),
      ('expired', '00000000-0000-4000-8000-000000000001', interval '-1 second'),
      ('last of its grant', '00000000-0000-4000-8000-000000000002', interval '-1 second')
    ) tokens (hash, id, life);
    insert into auth.oauth_authorizations
      (client_id, redirect_uri, state, scopes, audience, code_challenge, expires_at)
    select 'in use', 'r', state, '{prompts:read}', 'a', 'c', now() + life
    from (values ('pending', interval '1 hour'), ('just expired', interval '-1 hour'),
      ('long expired', interval '-25 hours')) requests (state, life);
    reset role;`);

  const lines: string[] = [];
  const stop = purgeOAuthHourly(
    test.database,
    createLog('warn', (line) => lines.push(line)),
  );
  await stop();

  expect(lines).toEqual([]);
  const left = async (column: string, table: string) =>
    (
      await test.sql<{ name: string }>(`select ${column} as name from auth.${table} order by 1`)
    ).map(({ name }) => name);
  expect(await left('id', 'oauth_clients')).toEqual([
    'approved lately',
    'in use',
    'registered yesterday',
  ]);
  expect(await left('client_id', 'oauth_grants')).toEqual(['in use']);
  expect(await left('state', 'oauth_authorizations')).toEqual(['just expired', 'pending']);
  expect(await test.sql(`select from auth.oauth_tokens where token_hash = 'live'`)).toHaveLength(1);
  expect(await test.sql('select from auth.oauth_tokens')).toHaveLength(1);
});
