import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { DatabaseRefusal } from '#server/db/database.ts';
import { setUpTestDatabase, testTransactionSettings } from '#server/testing/test-database.ts';
import { newPerson } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let sam: string;
beforeAll(async () => {
  [ann, sam] = [await newPerson(test), await newPerson(test)];
});

async function newSession(userId: string, minutesAgo = 0, aal = 'aal1'): Promise<string> {
  const id = randomUUID();
  await test.sql(
    `insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at, aal, user_agent, ip)
     values ($1, $2, now() - interval '1 day', now(),
       (now() - make_interval(mins => $3)) at time zone 'utc', $4, 'Firefox', '2001:db8::1')`,
    [id, userId, minutesAgo, aal],
  );
  return id;
}

/** Runs a statement as a person, in one of their sessions. */
async function ask(userId: string, sessionId: string, text: string, values: string[] = []) {
  const claims = { role: 'authenticated', sub: userId, session_id: sessionId };
  const settings = testTransactionSettings('authenticated', claims);
  const { rows } = await test.database.requests.run(settings, { text, values });
  return rows;
}

const list = (userId: string, sessionId: string) =>
  ask(
    userId,
    sessionId,
    `select id, user_agent, ip, second_factor, is_current, last_used_at > now() - interval '1 hour'
     from my_sessions()`,
  );
const revoke = (userId: string, sessionId: string, ended: string) =>
  ask(userId, sessionId, 'select revoke_session($1)', [ended]);

describe('my_sessions()', () => {
  it('returns this session first, then the most recently used, and only those of the caller', async () => {
    const old = await newSession(ann, 90);
    const here = await newSession(ann, 30);
    const phone = await newSession(ann, 1, 'aal2');
    const foreign = await newSession(sam);
    await test.sql(`update auth.sessions set not_after = now() where id = $1`, [
      await newSession(ann),
    ]);
    expect(await list(ann, here)).toEqual([
      [here, 'Firefox', '2001:db8::1', 'f', 't', 't'],
      [phone, 'Firefox', '2001:db8::1', 't', 'f', 't'],
      [old, 'Firefox', '2001:db8::1', 'f', 'f', 'f'],
    ]);
    expect((await list(sam, foreign)).map(([id]) => id)).toEqual([foreign]);
  });
});

describe('a banned person', () => {
  const ban = (person: string, until: string) =>
    test.sql('update auth.users set banned_until = now() + $2::interval where id = $1', [
      person,
      until,
    ]);

  it('neither deletes the account, to sign up anew, nor creates a token for later', async () => {
    const person = await newPerson(test);
    const here = await newSession(person);
    await ban(person, '1 hour');
    expect(await list(person, here)).toEqual([]);
    for (const call of [
      'select delete_user_account()',
      `select create_access_token('later', array['prompts:read'])`,
      'select new_recovery_codes()',
    ]) {
      await expect(ask(person, here, call)).rejects.toThrow('Authentication required');
    }
    await ban(person, '-1 second');
    expect(await list(person, here)).toHaveLength(1);
  });
});

describe('revoke_session()', () => {
  it('ends a session of the caller, with its refresh tokens', async () => {
    const [here, other] = [await newSession(ann), await newSession(ann)];
    await test.sql('insert into auth.refresh_tokens (token, session_id) values ($1, $2)', [
      other,
      other,
    ]);
    await revoke(ann, here, other);
    expect((await list(ann, here)).map(([id]) => id)).not.toContain(other);
    expect(await test.sql('select from auth.refresh_tokens where token = $1', [other])).toEqual([]);
  });

  it('does not end sessions of other people', async () => {
    const [here, foreign] = [await newSession(ann), await newSession(sam)];
    await expect(revoke(ann, here, foreign)).rejects.toThrow(DatabaseRefusal);
    expect((await list(sam, foreign)).map(([id]) => id)).toContain(foreign);
  });

  it('rejects a token whose session has ended', async () => {
    const [stolen, here] = [await newSession(ann), await newSession(ann)];
    await revoke(ann, here, stolen);
    expect(await list(ann, stolen)).toEqual([]);
    await expect(revoke(ann, stolen, here)).rejects.toThrow('Authentication required');
    expect((await list(ann, here)).map(([id]) => id)).toContain(here);
  });
});
