import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { setUpTestDatabase, testTransactionSettings } from '#server/testing/test-database.ts';
import { newPerson } from '../world.ts';

const test = await setUpTestDatabase();

interface Caller {
  readonly sub: string;
  readonly session_id: string;
  readonly aal: 'aal1' | 'aal2';
}

async function newSession(sub: string, aal: Caller['aal']): Promise<Caller> {
  const id = randomUUID();
  await test.sql(
    'insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ($1, $2, now(), now(), $3)',
    [id, sub, aal],
  );
  return { sub, session_id: id, aal };
}

async function addFactor(userId: string, status = 'verified'): Promise<void> {
  await test.sql(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values (gen_random_uuid(), $1, gen_random_uuid()::text, 'totp', $2, now(), now(), 'x')`,
    [userId, status],
  );
}

async function ask(caller: Caller, text: string, values: string[] = []): Promise<string[]> {
  const claims = { role: 'authenticated', ...caller };
  const settings = testTransactionSettings('authenticated', claims);
  const { rows } = await test.database.requests.run(settings, { text, values });
  return rows.map(([first]) => String(first));
}

const makeCodes = (caller: Caller) => ask(caller, 'select new_recovery_codes()');
const left = async (caller: Caller) =>
  Number((await ask(caller, 'select recovery_codes_left()'))[0]);
const spend = (caller: Caller, code: string) => ask(caller, 'select use_recovery_code($1)', [code]);
const remove = (caller: Caller) => ask(caller, 'select delete_user_account()');

/** A person with a second factor: a session with it, a session without it, and their codes. */
async function twoFactorPerson() {
  const id = await newPerson(test);
  await addFactor(id);
  const [whole, half] = [await newSession(id, 'aal2'), await newSession(id, 'aal1')];
  return { id, whole, half, codes: await makeCodes(whole) };
}

describe('new_recovery_codes()', () => {
  it('returns ten different codes and stores only their hashes', async () => {
    const { id, whole, codes } = await twoFactorPerson();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-f]{4}-){3}[0-9a-f]{4}$/);
    const [stored] = await test.sql<{ row: string }>(
      'select string_agg(c::text, $2) as row from private.recovery_codes c where user_id = $1',
      [id, ' '],
    );
    expect(codes.filter((code) => stored?.row.includes(code.replaceAll('-', '')))).toEqual([]);
    expect(await left(whole)).toBe(10);
  });

  it('requires that the account has a second factor and that the caller gave it', async () => {
    const { half } = await twoFactorPerson();
    await expect(makeCodes(half)).rejects.toThrow('The second factor is required');
    const plain = await newSession(await newPerson(test), 'aal1');
    await expect(makeCodes(plain)).rejects.toThrow('There is no second factor');
    await addFactor(plain.sub, 'unverified');
    await expect(makeCodes(plain)).rejects.toThrow('There is no second factor');
  });

  it('invalidates the earlier codes', async () => {
    const { whole, half, codes } = await twoFactorPerson();
    await makeCodes(whole);
    await expect(spend(half, codes[0] ?? '')).rejects.toThrow('This recovery code is not valid');
  });
});

describe('use_recovery_code()', () => {
  it('removes the second factor, works once, and ends every other session', async () => {
    const { id, whole, half, codes } = await twoFactorPerson();
    await spend(half, ` ${codes[3]?.toUpperCase().replaceAll('-', ' ')} `);
    expect(await test.sql('select from auth.mfa_factors where user_id = $1', [id])).toEqual([]);
    expect(await test.sql('select id from auth.sessions where user_id = $1', [id])).toEqual([
      { id: half.session_id },
    ]);
    await expect(spend(half, codes[4] ?? '')).rejects.toThrow('This recovery code is not valid');
    await expect(spend(whole, codes[4] ?? '')).rejects.toThrow('Authentication required');
    const [entry] = await test.sql<{ traits: unknown }>(
      `select payload -> 'traits' as traits from auth.audit_log_entries
       where payload ->> 'actor_id' = $1`,
      [id],
    );
    expect(entry?.traits).toEqual({ by: 'recovery_code' });
  });

  it('rejects wrong codes and those of other people', async () => {
    const { whole, half } = await twoFactorPerson();
    const other = await twoFactorPerson();
    for (const code of ['', '0000-0000-0000-0000', other.codes[0] ?? '']) {
      await expect(spend(half, code)).rejects.toThrow('This recovery code is not valid');
    }
    expect(await left(whole)).toBe(10);
    expect(await left(other.whole)).toBe(10);
  });

  it('rejects codes that were created for a factor that no longer exists', async () => {
    const { id, half, codes } = await twoFactorPerson();
    await test.sql('delete from auth.mfa_factors where user_id = $1', [id]);
    await addFactor(id);
    expect(await left(half)).toBe(0);
    await expect(spend(half, codes[0] ?? '')).rejects.toThrow('This recovery code is not valid');
  });

  it('accepts a code once when two sessions send it at the same time', async () => {
    const { id, half, codes } = await twoFactorPerson();
    const other = await newSession(id, 'aal1');
    const answers = await Promise.allSettled([
      spend(half, codes[0] ?? ''),
      spend(other, codes[0] ?? ''),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('recovery codes without the second factor', () => {
  it('cannot delete the account, or list or end sessions', async () => {
    const { id, whole, half } = await twoFactorPerson();
    await expect(remove(half)).rejects.toThrow('The second factor is required');
    expect(await ask(half, 'select id from my_sessions()')).toEqual([]);
    await expect(ask(half, 'select revoke_session($1)', [whole.session_id])).rejects.toThrow(
      'The second factor is required',
    );
    await remove(whole);
    expect(await test.sql('select from auth.users where id = $1', [id])).toEqual([]);
  });
});

describe('recovery codes in an ended session', () => {
  it('cannot delete the account, though the token has not expired', async () => {
    const plain = await newSession(await newPerson(test), 'aal1');
    await test.sql('delete from auth.sessions where id = $1', [plain.session_id]);
    await expect(remove(plain)).rejects.toThrow('Authentication required');
  });
});
