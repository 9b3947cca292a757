import type { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { whileTransactionIsOpen } from '#server/testing/while-transaction-is-open.ts';
import {
  actAs,
  buildWorld,
  duringTransaction,
  insert,
  newPerson,
  newPrompt,
  newTeam,
  type World,
} from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
beforeAll(async () => {
  ann = await newPerson(test);
});

const as = test.succeedAs;

const row = async (table: string, id: string) =>
  (await test.sql(`select * from ${table} where id = $1`, [id]))[0];

/** Runs work in a transaction, and returns what PostgreSQL has counted in it. */
async function statisticsOf(
  work: (client: Client) => Promise<unknown>,
  query: string,
): Promise<unknown[]> {
  let statistics: unknown[] = [];
  const read = async (client: Client) => {
    ({ rows: statistics } = await client.query(query));
  };
  await whileTransactionIsOpen(test, work, async () => {}, read);
  return statistics;
}

const deleteAccount = (person: string) => async (client: Client) => {
  await actAs(client, { role: 'authenticated', sub: person });
  await client.query('select delete_user_account()');
};

describe('deleting a group', () => {
  it('deletes and restores its prompts with it, and only those', async () => {
    const group = await insert(test, 'groups', { name: 'G', user_id: ann });
    const kept = await newPrompt(test, ann, { group_id: group });
    const gone = await newPrompt(test, ann, { group_id: group });
    await as(ann, 'update prompts set deleted_at = now() where id = $1', gone);

    await as(ann, `update groups set deleted_at = '1999-01-01' where id = $1`, group);
    const deleted = await row('groups', group);
    expect(deleted?.['deleted_at']).toEqual((await row('prompts', kept))?.['deleted_at']);
    expect(Number(deleted?.['deleted_at'])).toBeGreaterThan(Number(deleted?.['created_at']));

    await as(ann, 'update groups set deleted_at = null where id = $1', group);
    expect(await row('prompts', kept)).toMatchObject({ deleted_at: null, version: 1 });
    expect((await row('prompts', gone))?.['deleted_at']).not.toBeNull();
  });

  it('lets a prompt be restored alone, without the group', async () => {
    const group = await insert(test, 'groups', { name: 'G', user_id: ann });
    const prompt = await newPrompt(test, ann, { group_id: group });
    await as(ann, 'update groups set deleted_at = now() where id = $1', group);
    await as(ann, 'update prompts set deleted_at = null where id = $1', prompt);
    expect(await row('prompts', prompt)).toMatchObject({ deleted_at: null, group_id: null });
    await test.sql(`update groups set deleted_at = now() - interval '31 days' where id = $1`, [
      group,
    ]);
    await test.sql('select purge_deleted()');
    expect(await row('prompts', prompt)).toBeDefined();
  });

  it.each([
    ['created in', `insert into prompts (title, content, group_id) values ('New', 'C', $1)`],
    ['moved into', `select move_prompts(array(select id from prompts where title = 'New'), $1)`],
    ['restored into', `update prompts set deleted_at = null where group_id = $1`],
  ])('leaves no prompt in it that is %s it at the same moment', async (place, text) => {
    const person = await newPerson(test);
    const group = await insert(test, 'groups', { name: 'Group', user_id: person });
    if (place !== 'created in') {
      await newPrompt(test, person, {
        title: 'New',
        ...(place === 'restored into' ? { group_id: group, deleted_at: '2026-01-01' } : {}),
      });
    }
    const remove = 'update groups set deleted_at = now() where id = $1';
    await duringTransaction(test, person, text, [group], () => as(person, remove, group));
    const deleted = await row('groups', group);
    expect(await test.sql('select deleted_at from prompts where group_id = $1', [group])).toEqual([
      { deleted_at: deleted?.['deleted_at'] },
    ]);
  });

  it('refuses a prompt that is created in it at the same moment', async () => {
    const person = await newPerson(test);
    const group = await insert(test, 'groups', { name: 'Group', user_id: person });
    const remove = 'update groups set deleted_at = now() where id = $1';
    const { refusal } = await duringTransaction(test, person, remove, [group], () =>
      test.asUser(
        person,
        `insert into prompts (title, content, group_id) values ('New', 'C', $1)`,
        [group],
      ),
    );
    expect(refusal?.code).toBe('42501');
  });

  it('deletes it permanently with its prompts on DELETE', async () => {
    const group = await insert(test, 'groups', { name: 'G', user_id: ann });
    const prompt = await newPrompt(test, ann, { group_id: group });
    await as(ann, 'delete from groups where id = $1', group);
    expect(await row('prompts', prompt)).toBeUndefined();
    expect(await test.sql('select from prompt_versions where prompt_id = $1', [prompt])).toEqual(
      [],
    );
  });
});

describe('undo_prompt_restore()', () => {
  /** Restores a deleted prompt. Returns it before and after, and the exact time of its deletion. */
  async function restored(prompt: string) {
    const before = await row('prompts', prompt);
    const [time] = await test.sql('select deleted_at::text from prompts where id = $1', [prompt]);
    await as(ann, 'update prompts set deleted_at = null where id = $1', prompt);
    return { before, deletedAt: time?.['deleted_at'], after: await row('prompts', prompt) };
  }
  const undo = (prompt: string, at: unknown, version: unknown) =>
    test.asUser(ann, 'select undo_prompt_restore($1, $2, $3)', [prompt, at, version]);

  it('deletes the prompt again as of then, so that its 30 days go on', async () => {
    const prompt = await newPrompt(test, ann);
    await test.sql(`update prompts set deleted_at = now() - interval '9 days' where id = $1`, [
      prompt,
    ]);
    const { before, deletedAt } = await restored(prompt);
    expect((await undo(prompt, deletedAt, 1)).refusal).toBeNull();
    expect(await row('prompts', prompt)).toEqual(before);
  });

  it('returns a prompt to its deleted group', async () => {
    const group = await insert(test, 'groups', { name: 'G', user_id: ann });
    const prompt = await newPrompt(test, ann, { group_id: group });
    await as(ann, 'update groups set deleted_at = now() where id = $1', group);
    const { deletedAt, after } = await restored(prompt);
    expect(after).toMatchObject({ group_id: null, version: 2 });
    expect((await undo(prompt, deletedAt, 2)).refusal).toBeNull();
    await as(ann, 'update groups set deleted_at = null where id = $1', group);
    expect(await row('prompts', prompt)).toMatchObject({ deleted_at: null, group_id: group });
  });

  it('refuses a prompt that was changed since, and a time that is no recent one', async () => {
    const prompt = await newPrompt(test, ann);
    await as(ann, 'update prompts set deleted_at = now() where id = $1', prompt);
    const { deletedAt } = await restored(prompt);
    for (const time of ['1999-01-01', '2999-01-01']) {
      expect((await undo(prompt, time, 1)).refusal?.code).toBe('PT409');
    }
    await as(ann, `update prompts set title = 'Newer' where id = $1`, prompt);
    expect((await undo(prompt, deletedAt, 1)).refusal?.code).toBe('PT409');
    expect(await row('prompts', prompt)).toMatchObject({ title: 'Newer', deleted_at: null });
  });
});

describe('purge_deleted()', () => {
  it('removes what was deleted more than 30 days ago, and nothing else', async () => {
    const aged = async (days: number, group: string | null = null) => {
      const id = await newPrompt(test, ann, { group_id: group });
      await test.sql(
        `update prompts set deleted_at = now() - make_interval(days => $2) where id = $1`,
        [id, days],
      );
      return id;
    };
    const group = await insert(test, 'groups', { name: 'G', user_id: ann });
    const [old, young, live] = [await aged(31), await aged(29), await newPrompt(test, ann)];
    const [oldInGroup, youngInGroup] = [await aged(31, group), await aged(5, group)];
    await test.sql(`update groups set deleted_at = now() - interval '31 days' where id = $1`, [
      group,
    ]);
    const late = await newPrompt(test, ann, { group_id: group });

    const [purged] = await test.sql('select purge_deleted() as n');
    expect(purged).toEqual({ n: 2 });
    expect(await row('groups', group)).toBeUndefined();
    for (const id of [old, oldInGroup]) expect(await row('prompts', id)).toBeUndefined();
    for (const id of [young, live]) expect(await row('prompts', id)).toBeDefined();
    expect(await row('prompts', youngInGroup)).toMatchObject({ group_id: null });
    expect(await row('prompts', late)).toMatchObject({ group_id: null, deleted_at: null });
  });

  it('reads each text of a chain once, however many prompts its owner deleted', async () => {
    const person = await newPerson(test);
    const kept = await newPrompt(test, person);
    await insert(test, 'chain_prompts', {
      chain_id: await insert(test, 'chains', { title: 'C', user_id: person }),
      title: 'Step',
      content: `{{> ${kept}@1}}`,
      sequence_order: 1,
    });
    for (let number = 0; number < 3; number += 1) await newPrompt(test, person);
    await test.sql(
      `update prompts set deleted_at = now() - interval '31 days' where user_id = $1`,
      [person],
    );
    const purge = async (client: Client) => {
      await client.query(`set local track_functions = 'all'`);
      await client.query('select purge_deleted()');
    };
    const reads = await statisticsOf(
      purge,
      `select calls from pg_stat_xact_user_functions where funcname = 'references_in'`,
    );
    expect(reads).toEqual([{ calls: '1' }]);
    expect(await test.sql('select id from prompts where user_id = $1', [person])).toEqual([
      { id: kept },
    ]);
  });
});

describe('a permanently deleted prompt', () => {
  it('leaves its step in a chain, and its forks', async () => {
    const sam = await newPerson(test);
    const prompt = await newPrompt(test, ann, { is_public: true });
    const fork = await newPrompt(test, sam, { forked_from: prompt });
    const chain = await insert(test, 'chains', { title: 'C', user_id: sam });
    const step = await insert(test, 'chain_prompts', {
      chain_id: chain,
      prompt_id: prompt,
      sequence_order: 1,
    });
    await as(ann, 'delete from prompts where id = $1', prompt);
    expect(await row('chain_prompts', step)).toMatchObject({ prompt_id: null });
    expect(await row('prompts', fork)).toMatchObject({ forked_from: null });
  });
});

describe('a deleted account', () => {
  /** Returns every column of the database that still contains an id. */
  async function traces(id: string): Promise<string[]> {
    const tables = await test.sql<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
         and relkind = 'r'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const [count] = await test.sql<{ n: number }>(
        `select count(*)::int as n from ${name} t where to_jsonb(t)::text like $1`,
        [`%${id}%`],
      );
      if ((count?.n ?? 0) > 0) found.push(name);
    }
    return found;
  }

  /** Returns tables with a column that refers to a person, by its name or a foreign key. */
  async function personal(): Promise<string[]> {
    const tables = await test.sql<{ name: string }>(
      `select distinct c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
         and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and (a.attname ~ '(^|_)(user_id|created_by|owner_id|author_id|actor_id)$' or exists (
           select from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
             and k.confrelid in ('auth.users'::regclass, 'public.profiles'::regclass)))
       order by 1`,
    );
    return tables.map(({ name }) => name);
  }

  /** Adds rows of ann to the tables in which the world has none of her. */
  async function appear({ ann: person, sam, samsPublicPrompt }: World): Promise<void> {
    const one = (text: string) => test.sql(text, text.includes('$2') ? [person, sam] : [person]);
    await one(
      `insert into auth.audit_log_entries (id, payload, ip_address, created_at) values
         (gen_random_uuid(), json_build_object('action', 'login', 'actor_id', $1::text, 'actor_username', 'a@b'), '1.2.3.4', now()),
         (gen_random_uuid(), json_build_object('action', 'user_deleted', 'actor_id', 'admin', 'traits', json_build_object('user_id', $1::text)), '', now())`,
    );
    await one(
      `insert into auth.refresh_tokens (token, user_id) values (substr($1::text, 10), $1::text)`,
    );
    await one(
      `insert into auth.flow_state (id, user_id, provider_type, authentication_method) values (gen_random_uuid(), $1, 'email', 'recovery')`,
    );
    await one(
      `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1::text, $1::uuid, '{}', 'email')`,
    );
    await one(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', 'unverified', now(), now())`,
    );
    await one(
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to) values (gen_random_uuid(), $1::uuid, 'recovery_token', 'x', $1::text)`,
    );
    await one(
      `insert into access_tokens (user_id, name, scopes, token_hash, last_characters) values ($1, 'One', '{prompts:read}', 'x', 'abcd')`,
    );
    await one(
      `insert into webhooks (user_id, url, events)
       values ($1, 'https://example.com/', '{prompt.updated,prompt.deleted,label.moved}')`,
    );
    await one(
      `with app as (
         insert into auth.oauth_clients (id, registration_type, client_name, redirect_uris, grant_types)
         values (gen_random_uuid(), 'dynamic', 'App', '{}', '{}') returning id
       ), grants as (
         insert into auth.oauth_grants (user_id, client_id, scopes, audience)
         select $1::uuid, id, '{prompts:read}', 'x' from app
       )
       insert into auth.oauth_authorizations
         (client_id, redirect_uri, scopes, audience, code_challenge, expires_at, user_id)
       select id, 'x', '{prompts:read}', 'x', 'x', now(), $1::uuid from app`,
    );
    await one(`insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)`);
    await one(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ($1, '', '')`,
    );
    await one(
      `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at) values ($1, 'registration', '{}', now())`,
    );
    await one(`insert into private.mailings (user_id, mailed_at) values ($1, now())`);
    await one(
      `insert into private.recovery_codes (user_id, code_hash, factor_ids) values ($1, 'x', '{}')`,
    );
    await one(`insert into hidden_authors (user_id, author_id) values ($1, $2), ($2, $1)`);
    await one(
      `insert into import_parts (import_id, part, user_id, content) values (gen_random_uuid(), 1, $1, '{}')`,
    );
    await insert(test, 'reports', { user_id: person, prompt_id: samsPublicPrompt, reason: 'spam' });
    await one(`insert into private.sent_invitations (user_id) values ($1)`);
    await one(
      `insert into team_invitations (team_id, role, email, user_id, invited_by)
       select id, 'viewer', case when number = 1 then $1::text || '@example.com' end,
         case when number = 2 then $1::uuid end, $2
       from teams, generate_series(1, 2) number where name = 'The team' and created_by is null limit 2`,
    );
    await one(
      `insert into team_links (team_id, role, token_hash, created_by, expires_at, max_uses)
       select id, 'viewer', '\\x01', $1, now() + interval '1 day', 1
       from teams where name = 'The team' limit 1`,
    );
    await one(
      `insert into prompt_shares (prompt_id, role, email, user_id, invited_by, first_version, state)
       select p.id, 'viewer', case number when 1 then $1::text || '@example.com' else number || '@example.com' end,
         case number when 2 then $1::uuid end, $2, 1, case number when 1 then 'pending' else 'accepted' end
       from prompts p, generate_series(1, 2) number where p.user_id = $2 limit 2`,
    );
    await test.sql('insert into favorites (user_id, prompt_id) values ($1, $2)', [
      person,
      samsPublicPrompt,
    ]);
    await test.sql(
      `insert into proposals (prompt_id, author_id, answered_by, base_version, base_title, base_content, base_tags,
         title, content, tags, state, accepted_version, answered_at)
       values ($2, $1, null, 1, 'a', 'a', '{}', 'b', 'b', '{}', 'open', null, null),
         ($2, $1, $3, 1, 'a', 'a', '{}', 'b', 'b', '{}', 'accepted', 2, now()),
         ($2, $3, $1, 1, 'a', 'a', '{}', 'b', 'b', '{}', 'declined', null, now())`,
      [person, samsPublicPrompt, sam],
    );
    await test.sql(
      `insert into prompt_versions (prompt_id, version_number, title, content, imported, created_by, proposed_by)
       values ($1, 2, 'b', 'b', true, $2, $3)`,
      [samsPublicPrompt, sam, person],
    );
    const team = await insert(test, 'teams', { name: 'Hers', created_by: person });
    await test.sql(`insert into team_members (team_id, user_id, role) values ($1, $2, 'editor')`, [
      team,
      sam,
    ]);
  }

  it('leaves nothing that names the person', async () => {
    const world = await buildWorld(test);
    await as(world.ann, `update prompts set title = 'By Ann' where id = $1`, world.teamPrompt);
    await as(world.ann, `select move_prompt_label($1, 'production', 2)`, world.teamPrompt);
    const fork = await newPrompt(test, world.sam, { forked_from: world.publicPrompt });
    await appear(world);
    // A new table must be covered too, or leftover rows in it would go unnoticed.
    const before = await traces(world.ann);
    expect((await personal()).filter((name) => !before.includes(name))).toEqual([]);
    await as(world.ann, 'select delete_user_account()');
    expect(await traces(world.ann)).toEqual([]);
    expect(await row('prompts', world.privatePrompt)).toBeUndefined();
    expect(await row('prompts', fork)).toMatchObject({ forked_from: null, title: 'A title' });
    const audit = await test.sql(
      `select payload from auth.audit_log_entries order by payload ->> 'action'`,
    );
    expect(audit).toEqual([
      { payload: { action: 'login' } },
      { payload: { action: 'user_deleted' } },
    ]);
  });

  it('reads no entries of others in the audit log, which may have millions', async () => {
    const leaver = await newPerson(test);
    await test.sql(
      `insert into auth.audit_log_entries (id, payload)
       select gen_random_uuid(), json_build_object('action', 'login', 'actor_id', gen_random_uuid())
       from generate_series(1, 2000)`,
    );
    await test.sql('analyze auth.audit_log_entries');
    const scanned = await statisticsOf(
      deleteAccount(leaver),
      `select seq_tup_read as scanned from pg_stat_xact_all_tables
       where relid = 'auth.audit_log_entries'::regclass`,
    );
    expect(scanned).toEqual([{ scanned: '0' }]);
  });

  it("is told on the person's own topic, so that their open pages end", async () => {
    const leaver = await newPerson(test);
    await as(leaver, 'select delete_user_account()');
    const told = await test.sql('select event from realtime.messages where topic = $1', [
      `user:${leaver}`,
    ]);
    expect(told).toEqual([{ event: 'deleted' }]);
  });

  it('removes words from the community word list that only its prompts contained', async () => {
    const [leaver, other] = [await newPerson(test), await newPerson(test)];
    const words = async () => {
      await test.sql('select read_search_queue(null, 1)');
      const rows = await test.sql<{ word: string }>(
        `select string_to_table(words, E'\\n') as word from private.search_words
         where partition_id = private.community_partition()`,
      );
      return rows.map(({ word }) => word);
    };
    const prompt = await newPrompt(test, leaver, {
      title: 'Letters of Quillfeather',
      description: 'From Zanzibar',
      is_public: true,
    });
    await newPrompt(test, leaver, { title: 'Was public: Ostrava', is_public: true });
    await newPrompt(test, other, { title: 'Letters to Zanzibar', is_public: true });
    await as(leaver, `update prompts set description = 'Elsewhere' where id = $1`, prompt);
    expect(await words()).toEqual(expect.arrayContaining(['quillfeather', 'zanzibar', 'ostrava']));
    await as(leaver, 'update prompts set is_public = false where user_id = $1', leaver);
    await as(leaver, 'select delete_user_account()');
    const left = await words();
    expect(left).toEqual(expect.arrayContaining(['letters', 'to', 'zanzibar']));
    expect(left.join(' ')).not.toMatch(/quillfeather|ostrava|elsewhere/);
  });

  it('reads no words of long prompts of others', async () => {
    const [leaver, other] = [await newPerson(test), await newPerson(test)];
    await newPrompt(test, leaver, { title: 'Public', is_public: true });
    const content = Array.from({ length: 5_000 }, (_, n) => `word${n}`).join(' ');
    await newPrompt(test, other, { content });
    await test.sql('select read_search_queue(null, 1)');
    // PostgreSQL stores what is long in a table of its own.
    const reads = await statisticsOf(
      deleteAccount(leaver),
      `select s.idx_scan as reads
       from pg_class c join pg_stat_xact_all_tables s on s.relid = c.reltoastrelid
       where c.oid = 'private.search_keys'::regclass`,
    );
    expect(reads).toEqual([{ reads: '0' }]);
  });

  it("gives a team's prompts to its owner, private, with the history that the team could read", async () => {
    const world = await buildWorld(test);
    const source = await newPrompt(test, world.sam, { is_public: true });
    const prompt = await newPrompt(test, world.ann, {
      content: 'Written in private',
      forked_from: source,
    });
    const change = (set: string, person = world.ann) =>
      as(person, `update prompts set ${set} where id = $1`, prompt);
    await change(
      `content = 'For the team', team_id = '${world.team}', group_id = '${world.teamGroup}'`,
    );
    await change(`content = 'By Ed'`, world.ed);
    await change('is_public = true');
    await as(world.ann, 'select delete_user_account()');
    expect(await row('prompts', prompt)).toMatchObject({
      user_id: world.olga,
      team_id: world.team,
      group_id: world.teamGroup,
      is_public: false,
      forked_from: null,
      forked_from_version: null,
      version: 5,
    });
    const versions = await test.sql(
      `select version_number as n, content, is_public, change_description as why, created_by as by
       from prompt_versions where prompt_id = $1 order by 1`,
      [prompt],
    );
    const why = 'Updated prompt';
    expect(versions).toEqual([
      { n: 2, content: 'For the team', is_public: false, why, by: null },
      { n: 3, content: 'By Ed', is_public: false, why, by: world.ed },
      { n: 4, content: 'By Ed', is_public: true, why, by: null },
      {
        n: 5,
        content: 'By Ed',
        is_public: false,
        why: 'Handed over when its owner deleted their account',
        by: null,
      },
    ]);
    const [stats] = await test.sql(
      'select listed, (select forks_count from prompt_stats where prompt_id = $2) as forks from prompt_stats where prompt_id = $1',
      [prompt, source],
    );
    expect(stats).toEqual({ listed: false, forks: 0 });
    const found = await test.asUser(world.olga, `select id from search_prompts('By Ed')`);
    expect(found.rows).toEqual([{ id: prompt }]);
  });

  it('no longer counts with its favourites and forks', async () => {
    const [owner, fan] = [await newPerson(test), await newPerson(test)];
    const prompt = await newPrompt(test, owner, { is_public: true });
    await as(fan, 'insert into favorites (prompt_id) values ($1)', prompt);
    await as(
      fan,
      `insert into prompts (title, content, forked_from) values ('T', 'C', $1)`,
      prompt,
    );
    await as(fan, 'select delete_user_account()');
    const [stats] = await test.sql(
      'select favorites_count, forks_count, points from prompt_stats where prompt_id = $1',
      [prompt],
    );
    expect(stats).toEqual({ favorites_count: 0, forks_count: 0, points: 0 });
  });

  it('makes the longest-serving editor of a team its owner', async () => {
    const [owner, editor, viewer] = [
      await newPerson(test),
      await newPerson(test),
      await newPerson(test),
    ];
    const team = await newTeam(test, { owner: [owner], viewer: [viewer], editor: [editor] });
    await as(owner, 'select delete_user_account()');
    const members = await test.sql(
      'select user_id, role from team_members where team_id = $1 order by role',
      [team],
    );
    expect(members).toEqual([
      { user_id: editor, role: 'owner' },
      { user_id: viewer, role: 'viewer' },
    ]);
  });

  it('hands over to nobody who leaves the team at the same moment', async () => {
    const [owner, first, second] = [
      await newPerson(test),
      await newPerson(test),
      await newPerson(test),
    ];
    const team = await newTeam(test, { owner: [owner], editor: [first, second] });
    const prompt = await newPrompt(test, owner, { team_id: team });
    await duringTransaction(test, first, 'select leave_team($1)', [team], () =>
      as(owner, 'select delete_user_account()'),
    );
    expect(
      await test.sql('select user_id, role from team_members where team_id = $1', [team]),
    ).toEqual([{ user_id: second, role: 'owner' }]);
    expect(await row('prompts', prompt)).toMatchObject({ user_id: second, team_id: team });
  });

  it('gives nothing to viewers: its prompts are deleted, and those of others stay', async () => {
    const [owner, viewer, former] = [
      await newPerson(test),
      await newPerson(test),
      await newPerson(test),
    ];
    const team = await newTeam(test, { owner: [owner], viewer: [viewer] });
    const prompt = await newPrompt(test, owner, { team_id: team });
    const others = await newPrompt(test, former, { team_id: team });
    await as(owner, 'select delete_user_account()');
    expect(await row('teams', team)).toBeUndefined();
    expect(await row('prompts', prompt)).toBeUndefined();
    expect(await row('prompts', others)).toMatchObject({ user_id: former, team_id: null });
  });

  it('deletes a team of which it is the only member', async () => {
    const person = await newPerson(test);
    const team = await newTeam(test, { owner: [person] });
    const prompt = await newPrompt(test, person, { team_id: team });
    await as(person, 'select delete_user_account()');
    expect(await row('teams', team)).toBeUndefined();
    expect(await row('prompts', prompt)).toBeUndefined();
  });

  it('is deleted in the same way by the service role', async () => {
    const world = await buildWorld(test);
    await test.sql('delete from auth.users where id = $1', [world.ann]);
    expect(await traces(world.ann)).toEqual([]);
    expect(await row('prompts', world.teamPrompt)).toMatchObject({ user_id: world.olga });
  });
});
