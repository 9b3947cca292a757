import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { buildWorld, newPerson, newPrompt, type World } from '../world.ts';

const allScopes = ['prompts:read', 'prompts:write', 'chains:read', 'releases:write'];

/** The scopes of each column of the matrix; writing needs reading. */
const columns = {
  read: ['prompts:read'],
  chains: ['chains:read'],
  releases: ['prompts:read', 'releases:write'],
  write: ['prompts:read', 'prompts:write'],
} as const;

interface Limits {
  readonly group_id?: string;
  readonly team_id?: string;
}

const test = await setUpTestDatabase();
let world: World;
beforeAll(async () => {
  world = await buildWorld(test);
  // A policy is asked only where there is a row.
  const { ann, sam, privatePrompt, publicPrompt, samsPublicPrompt } = world;
  await test.asUser(
    ann,
    `with hidden as (insert into hidden_authors (author_id) values ('${sam}')),
       report as (insert into reports (prompt_id, reason) values ('${samsPublicPrompt}', 'spam'))
     insert into import_parts (import_id, part, content) values ('${ann}', 0, '{}')`,
  );
  await test.asUser(ann, `select create_access_token('One', '{prompts:read}')`);
  await test.asUser(ann, `select move_prompt_label('${privatePrompt}', 'production', 1)`);
  await test.asUser(ann, `select share_prompt('${privatePrompt}', 'x@example.com')`);
  await test.asUser(
    ann,
    `update prompts set content = '{{> ${publicPrompt}}}' where id = '${privatePrompt}'`,
  );
});

/** Runs a statement as a program with a token of ann's, and rolls nothing back. */
function asProgram(scopes: readonly string[], statement: string, limits: Limits = {}) {
  const filled = statement.replaceAll(/\{(\w+)\}/g, (_, name: keyof World) => `'${world[name]}'`);
  const claims = {
    sub: world.ann,
    role: 'authenticated',
    access_token: { id: world.ann, scopes, ...limits },
  };
  return test.asRole('authenticated', claims, filled);
}

/** Returns `yes`, or `no` if the token was refused, else the error. */
async function attempt(
  scopes: readonly string[],
  statement: string,
  limits?: Limits,
): Promise<string> {
  const { refusal } = await asProgram(scopes, statement, limits);
  if (refusal === null) return 'yes';
  const refusesToken = refusal.code === '42501' && /access token/i.test(refusal.message);
  return refusesToken ? 'no' : `${refusal.code} ${refusal.message}`;
}

describe('a personal access token', () => {
  it.each([
    // statement, and whether the scopes read, chains, releases, write allow it
    ['select from prompts', 'yes no yes yes'],
    ['select from prompt_versions', 'yes no yes yes'],
    ['select from prompt_labels', 'yes no yes yes'],
    ['select from prompt_label_moves', 'yes no yes yes'],
    ['select from prompt_stats', 'yes no yes yes'],
    ['select from prompt_includes', 'yes no yes yes'],
    ['select from prompt_uses', 'yes no yes yes'],
    ['select from favorites', 'yes no yes yes'],
    ['select from groups', 'yes no yes yes'],
    ['select from profiles', 'yes no yes yes'],
    ['select from readable_prompts', 'yes no yes yes'],
    ['select from prompt_details_v', 'yes no yes yes'],
    ['select from chains', 'no yes no no'],
    ['select from chain_prompts', 'no yes no no'],
    ['select from chain_runs', 'no no no no'],
    ['select from comments', 'no no no no'],
    ['select from hidden_authors', 'no no no no'],
    ['select from import_parts', 'no no no no'],
    ['select from prompt_attachments', 'no no no no'],
    ['select from reports', 'no no no no'],
    ['select from subscriptions', 'no no no no'],
    ['select from takedowns', 'no no no no'],
    ['select from team_invitations', 'no no no no'],
    ['select from prompt_shares', 'no no no no'],
    ['select from team_members', 'no no no no'],
    ['select from teams', 'yes no yes yes'],
    ['select id from access_tokens', 'no no no no'],
    [`insert into prompts (title, content) values ('New', 'x')`, 'no no no yes'],
    [`insert into groups (name) values ('New ' || clock_timestamp())`, 'no no no yes'],
    [
      'insert into prompt_versions (prompt_id, title, content, tags, is_public) select id, title, content, tags, is_public from prompts where id = {privatePrompt}',
      'no no no yes',
    ],
    [
      `insert into favorites (prompt_id) values ({teamPrompt}) on conflict do nothing`,
      'no no no yes',
    ],
    [
      `insert into prompt_uses (prompt_id) values ({teamPrompt}) on conflict do nothing`,
      'yes no yes yes',
    ],
    [`insert into chains (title) values ('New')`, 'no no no no'],
    [
      `insert into chain_prompts (chain_id, prompt_id, sequence_order) values ({chain}, {publicPrompt}, 9)`,
      'no no no no',
    ],
    [`insert into chain_runs (title) values ('New')`, 'no no no no'],
    [`insert into comments (prompt_id, body) values ({publicPrompt}, 'x')`, 'no no no no'],
    [`insert into hidden_authors (author_id) values ({sam})`, 'no no no no'],
    [`insert into import_parts (import_id, part, content) values ({ann}, 0, '{}')`, 'no no no no'],
    [`insert into reports (prompt_id, reason) values ({samsPublicPrompt}, 'spam')`, 'no no no no'],
    [`insert into teams (name) values ('New')`, 'no no no no'],
    [`update prompts set title = 'Changed' where id = {privatePrompt}`, 'no no no yes'],
    [`update groups set name = 'Changed' where id = {group}`, 'no no no yes'],
    [`update prompt_uses set used_at = now()`, 'yes no yes yes'],
    [`update chains set title = 'Changed'`, 'no no no no'],
    [`update chain_prompts set sequence_order = 3 where sequence_order = 2`, 'no no no no'],
    [`update chain_runs set title = 'Changed'`, 'no no no no'],
    [`update comments set body = 'Changed'`, 'no no no no'],
    [`update prompt_attachments set name = 'Changed'`, 'no no no no'],
    [`update teams set name = 'Changed'`, 'no no no no'],
    [`update team_members set role = 'owner'`, 'no no no no'],
    ['delete from favorites where prompt_id = {publicPrompt}', 'no no no yes'],
    ['delete from prompts', 'no no no no'],
    ['delete from groups', 'no no no no'],
    ['delete from prompt_uses', 'no no no no'],
    ['delete from chains', 'no no no no'],
    ['delete from chain_prompts', 'no no no no'],
    ['delete from chain_runs', 'no no no no'],
    ['delete from comments', 'no no no no'],
    ['delete from hidden_authors', 'no no no no'],
    ['delete from import_parts', 'no no no no'],
    ['delete from teams', 'no no no no'],
    ['delete from team_members', 'no no no no'],
    ['delete from access_tokens', 'no no no no'],
  ])('with the scopes read, chains, releases and write: %s', async (statement, expected) => {
    const got = [];
    for (const scopes of Object.values(columns)) got.push(await attempt(scopes, statement));
    expect(got.join(' ')).toBe(expected);
  });

  it.each([
    ['select from search_prompts()', 'yes no yes yes'],
    ['select from prompts_by_title()', 'yes no yes yes'],
    ['select from prompts_by_last_use()', 'yes no yes yes'],
    ['select count_prompts()', 'yes no yes yes'],
    [`select from community_feed('latest')`, 'yes no yes yes'],
    ['select count_community()', 'yes no yes yes'],
    [`select from included_texts(array[{privatePrompt}::text])`, 'yes no yes yes'],
    ['select from public_prompt({publicPrompt})', 'yes yes yes yes'],
    ['select restore_prompt_version({privatePrompt}, 1)', 'no no no yes'],
    [`select move_prompt_label({privatePrompt}, 'staging', 1)`, 'no no yes no'],
    [`select remove_prompt_label({privatePrompt}, 'staging')`, 'no no yes no'],
    [`select protect_prompt_label({privatePrompt}, 'production', true)`, '401 401 401 401'],
    [`select categorize_prompts(array[{publicPrompt}]::uuid[], 'Research')`, 'no no no yes'],
    [`select save_chain('New', array[{publicPrompt}]::uuid[])`, 'no no no no'],
    ['select from fork_base({publicPrompt})', 'no no no no'],
    [`select import_library({ann})`, 'no no no no'],
    ['select from my_sessions()', 'yes yes yes yes'],
    ['select revoke_session({ann})', '401 401 401 401'],
    ['select delete_user_account()', '401 401 401 401'],
    ['select new_recovery_codes()', '401 401 401 401'],
    [`select use_recovery_code('1')`, '401 401 401 401'],
    [`select create_access_token('Another', '{prompts:write}')`, '401 401 401 401'],
    [`select invite_to_team({team}, 'viewer', 'x@example.com')`, 'no no no no'],
    ['select accept_team_invitation({invitation})', 'no no no no'],
    ['select from my_team_invitations()', 'no no no no'],
    [`select share_prompt({privatePrompt}, 'y@example.com')`, 'no no no no'],
    ['select from my_offered_prompts()', 'no no no no'],
    ['select from prompt_people({privatePrompt})', 'no no no no'],
  ])('calls functions that its scopes allow: %s', async (statement, expected) => {
    const got = [];
    for (const scopes of Object.values(columns)) {
      const outcome = await attempt(scopes, statement);
      got.push(outcome === 'PT401 Authentication required' ? '401' : outcome);
    }
    expect(got.join(' ')).toBe(expected);
  });

  it('sees no sessions and counts no recovery codes', async () => {
    const sessions = await asProgram(allScopes, 'select from my_sessions()');
    expect(sessions.rows).toEqual([]);
    const codes = await asProgram(allScopes, 'select recovery_codes_left() as left');
    expect(codes.rows).toEqual([{ left: '0' }]);
  });
});

describe('a token limited to a group', () => {
  const limited = () => ({ group_id: world.group });
  const rows = async (statement: string) =>
    (await asProgram(['prompts:read', 'prompts:write'], statement, limited())).rows;

  it('reads the prompts of the group, by every way', async () => {
    const own = [{ id: world.privatePrompt }];
    expect(await rows('select id from prompts')).toEqual(own);
    expect(await rows('select distinct prompt_id as id from prompt_versions')).toEqual(own);
    expect(await rows('select prompt_id as id from prompt_stats')).toEqual(own);
    expect(
      await rows('select prompt_id as id from prompt_uses where prompt_id = {privatePrompt}'),
    ).toEqual(own);
    expect(await rows('select id from readable_prompts')).toEqual(own);
    expect(await rows('select id from prompt_details_v')).toEqual([]);
    expect(await rows('select id from search_prompts()')).toEqual(own);
    expect(await rows(`select id from search_prompts(scope => 'teams')`)).toEqual([]);
    expect(await rows(`select id from search_prompts(scope => 'favorites')`)).toEqual(own);
    expect(await rows('select id from prompts_by_title()')).toEqual(own);
    expect(await rows('select id from prompts_by_last_use()')).toEqual(own);
    expect(await rows('select count_prompts() as count')).toEqual([{ count: '1' }]);
    expect(await rows('select id from groups')).toEqual([{ id: world.group }]);
    expect(await rows('select id from teams')).toEqual([]);
    const refs = 'array[{privatePrompt}::text, {teamPrompt}::text]';
    expect(
      await rows(`select prompt_id as id from included_texts(${refs}) where gap is null`),
    ).toEqual(own);
  });

  it('changes nothing outside the group, and takes nothing out of it', async () => {
    expect(
      await rows(`update prompts set title = 'x' where id = {publicPrompt} returning id`),
    ).toEqual([]);
    const write = ['prompts:read', 'prompts:write'];
    const outside = [
      `insert into prompts (title, content) values ('Outside', 'x')`,
      `insert into favorites (prompt_id) values ({samsPublicPrompt})`,
      `update prompts set group_id = null where id = {privatePrompt}`,
      `insert into groups (name) values ('Another')`,
    ];
    for (const statement of outside) {
      expect(await attempt(write, statement, limited())).toMatch(/row-level security/);
    }
    expect(
      await attempt(
        write,
        `insert into prompts (title, content, group_id) values ('In it', 'x', {group})`,
        limited(),
      ),
    ).toBe('yes');
    await test.sql(`delete from prompts where title = 'In it'`);
  });
});

it('a token limited to a team reads the prompts of the team', async () => {
  const limits = { team_id: world.team };
  const team = [{ id: world.teamPrompt }];
  for (const statement of [
    'select id from prompts',
    'select id from readable_prompts',
    `select id from search_prompts(scope => 'teams')`,
    'select id from prompts_by_title()',
    'select id from prompts_by_last_use()',
  ]) {
    expect((await asProgram(['prompts:read'], statement, limits)).rows).toEqual(team);
  }
  expect((await asProgram(['prompts:read'], 'select id from groups', limits)).rows).toEqual([
    { id: world.teamGroup },
  ]);
  const anns = await test.asUser(world.ann, `insert into teams (name) values ('Own') returning id`);
  const teams = 'select id from teams';
  expect((await asProgram(['prompts:read'], teams, limits)).rows).toEqual([{ id: world.team }]);
  expect((await asProgram(['prompts:read'], teams)).rows).toEqual(
    expect.arrayContaining([{ id: world.team }, ...anns.rows]),
  );
});

describe('create_access_token', () => {
  const create = (person: string, values: string) =>
    test.asUser(person, `select create_access_token(${values}) as token`);
  const claimsOf = async (token: string) => {
    const hash = createHash('sha256').update(token).digest();
    const [row] = await test.sql<{ claims: unknown }>(
      'select private.access_token_claims($1) as claims',
      [hash],
    );
    return row?.claims;
  };

  it('returns a token once, of which only the hash is kept, and which acts as the person', async () => {
    const person = await newPerson(test);
    const { rows } = await create(person, `' For the build ', '{prompts:write,prompts:read}'`);
    const token = rows[0]?.['token'] ?? '';
    expect(token).toMatch(/^cbk_[0-9a-f]{48}$/);
    const digits = token.slice(4, 44);
    expect(token.slice(44)).toBe(createHash('sha256').update(digits).digest('hex').slice(0, 8));
    expect(await claimsOf(token)).toMatchObject({
      sub: person,
      role: 'authenticated',
      access_token: { scopes: ['prompts:read', 'prompts:write'] },
    });
    const listed = await test.asUser(
      person,
      'select name, last_characters, last_used_at is null as unused from access_tokens',
    );
    expect(listed.rows).toEqual([
      { name: 'For the build', last_characters: token.slice(-4), unused: 'f' },
    ]);
    const hash = await test.asUser(person, 'select token_hash from access_tokens');
    expect(hash.refusal?.code).toBe('42501');
    await test.asUser(person, 'delete from access_tokens');
    expect(await claimsOf(token)).toBeNull();
  });

  it('creates tokens that end, with their time or their account', async () => {
    const person = await newPerson(test);
    const { rows } = await create(
      person,
      `'Short', '{prompts:read}', expires_at => now() + interval '1 hour'`,
    );
    const token = rows[0]?.['token'] ?? '';
    expect(await claimsOf(token)).not.toBeNull();
    await test.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      person,
    ]);
    expect(await claimsOf(token)).toBeNull();
    await test.sql('update auth.users set banned_until = null where id = $1', [person]);
    await test.sql(`update access_tokens set expires_at = now() where user_id = $1`, [person]);
    expect(await claimsOf(token)).toBeNull();
  });

  it.each([
    ['no name', `' ', '{prompts:read}'`, '23514'],
    ['no scope', `'x', '{}'`, '23514'],
    ['an unknown scope', `'x', '{admin}'`, '23514'],
    ['writing without reading', `'x', '{prompts:write}'`, '23514'],
    ['a time that has passed', `'x', '{prompts:read}', expires_at => now()`, 'PT422'],
    ["another person's group", `'x', '{prompts:read}', group_id => {group}`, 'PT404'],
    ['a team of others', `'x', '{prompts:read}', team_id => {team}`, 'PT404'],
  ])('refuses %s', async (_what, values, code) => {
    const filled = values.replaceAll(
      /\{(group|team)\}/g,
      (_, name: 'group' | 'team') => `'${world[name]}'`,
    );
    expect((await create(world.sam, filled)).refusal?.code).toBe(code);
  });

  it('gives an account at most 100 tokens', async () => {
    const person = await newPerson(test);
    const { refusal } = await test.asUser(
      person,
      `select create_access_token('Token ' || n, '{prompts:read}') from generate_series(1, 101) n`,
    );
    expect(refusal).toMatchObject({ code: 'PT422', hint: 'Revoke one that is no longer used.' });
  });

  it('shows nobody the tokens of others, and lets nobody revoke them', async () => {
    await create(world.ann, `'Of ann', '{prompts:read}'`);
    expect((await test.asUser(world.sam, 'select id from access_tokens')).rows).toEqual([]);
    await test.asUser(world.sam, 'delete from access_tokens');
    expect(
      (await test.asUser(world.ann, 'select name from access_tokens order by created_at')).rows,
    ).toEqual([{ name: 'One' }, { name: 'Of ann' }]);
  });

  it('is not for an account whose second factor is missing', async () => {
    const person = await newPerson(test);
    await test.sql(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'Phone', 'totp', 'verified', now(), now(), 'x')`,
      [person],
    );
    expect((await create(person, `'x', '{prompts:read}'`)).refusal?.code).toBe('PT403');
    await newPrompt(test, person);
    const claims = {
      sub: person,
      role: 'authenticated',
      access_token: { scopes: ['prompts:read'] },
    };
    expect(
      (
        await test.asRole(
          'authenticated',
          claims,
          `select id from prompts where user_id = '${person}'`,
        )
      ).rows,
    ).toHaveLength(1);
  });
});
