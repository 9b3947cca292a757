import { afterAll, describe, expect, it } from 'vitest';
import {
  createAuthTestHarness,
  goodPassword,
  createPerson,
  type AuthResponse,
  type Person,
} from '#server/testing/auth-test-harness.ts';

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());

const hour = 3_600_000;

const refresh = (token: unknown) => harness.refresh(token);

const refreshTokenOf = (response: AuthResponse) => String(response.body['refresh_token']);

/** Counts a person's token families, refresh tokens, and active refresh tokens. */
async function familiesOf({ id }: Person) {
  const [row] = await harness.database.sql(
    `select count(distinct session_id)::int as families, count(*)::int as tokens,
       count(*) filter (where not revoked)::int as good
     from auth.refresh_tokens where user_id = $1`,
    [id],
  );
  return row;
}

const alreadyUsed = [400, 'refresh_token_already_used'];
const outcome = (response: AuthResponse) => [response.status, response.body['code']];

describe('a stolen refresh token', () => {
  it('in 200 concurrent refreshes keeps one family with one active token', async () => {
    const person = await createPerson(harness);
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => refresh(person.refreshToken)),
    );
    // On a busy machine the last requests may time out; a client retries them.
    const served = responses.filter(({ status }) => status !== 504);
    expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(served.map(refreshTokenOf)).size).toBe(1);
    expect(await familiesOf(person)).toEqual({ families: 1, tokens: 2, good: 1 });
  });

  it('used after the owner revokes the family for both', async () => {
    const person = await createPerson(harness);
    const ownerResponse = await refresh(person.refreshToken);
    harness.advance(10_001);
    expect(outcome(await refresh(person.refreshToken))).toEqual(alreadyUsed);
    expect(outcome(await refresh(refreshTokenOf(ownerResponse)))).toEqual(alreadyUsed);
    expect(await familiesOf(person)).toMatchObject({ good: 0 });
    const token = String(ownerResponse.body['access_token']);
    const user = await harness.send('GET', '/user', { token });
    expect(outcome(user)).toEqual([403, 'session_not_found']);
  });

  it('used before the owner revokes the family when the owner refreshes', async () => {
    const person = await createPerson(harness);
    let thiefResponse = await refresh(person.refreshToken);
    for (let more = 0; more < 12; more += 1)
      thiefResponse = await refresh(refreshTokenOf(thiefResponse));
    // This holds within the reuse interval, too: a slow tab cannot be so many refreshes behind.
    expect(outcome(await refresh(person.refreshToken))).toEqual(alreadyUsed);
    expect(outcome(await refresh(refreshTokenOf(thiefResponse)))).toEqual(alreadyUsed);
  });

  it('is refused after a sign-out, a password change, a ban, and a deletion of the account', async () => {
    const ends: ((person: Person) => Promise<unknown>)[] = [
      ({ accessToken: token }) => harness.send('POST', '/logout', { token }),
      ({ email }) =>
        harness.database.sql(
          `update auth.users set banned_until = now() + interval '1 day' where email = $1`,
          [email],
        ),
      ({ id }) => harness.send('DELETE', `/admin/users/${id}`, { token: harness.secretKey }),
      ({ id }) =>
        harness.send('PUT', `/admin/users/${id}`, {
          token: harness.secretKey,
          body: { password: 'Another-Act-9' },
        }),
    ];
    for (const end of ends) {
      const person = await createPerson(harness);
      await end(person);
      expect((await refresh(person.refreshToken)).status).toBe(400);
      const user = await harness.send('GET', '/user', { token: person.accessToken });
      expect(user.status).toBe(403);
    }
  });

  it('is refused when changed, or as the stored hash', async () => {
    const person = await createPerson(harness);
    const rows = await harness.database.sql<{ token: string }>(
      'select token from auth.refresh_tokens where user_id = $1',
      [person.id],
    );
    for (const guess of [`${person.refreshToken}x`, rows[0]?.token, "' or ''='"]) {
      expect(outcome(await refresh(guess))).toEqual([400, 'refresh_token_not_found']);
    }
    expect((await refresh(person.refreshToken)).status).toBe(200);
  });
});

describe('two tabs of one session', () => {
  it('stay signed in when they refresh concurrently and after each other', async () => {
    const person = await createPerson(harness);
    let token = person.refreshToken;
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = await Promise.all([refresh(token), refresh(token)]);
      harness.advance(5_000);
      const late = await refresh(token);
      expect([one, other, late].map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set([one, other, late].map(refreshTokenOf)).size).toBe(1);
      token = refreshTokenOf(late);
      harness.advance(hour);
    }
    expect(await familiesOf(person)).toMatchObject({ families: 1, good: 1 });
  });

  it('stay signed in when the signing key is replaced between their refreshes', async () => {
    const person = await createPerson(harness);
    const first = await refresh(person.refreshToken);
    await harness.rotateKeys();
    const second = await refresh(person.refreshToken);
    expect(refreshTokenOf(second)).toBe(refreshTokenOf(first));
  });
});

describe('a server clock that jumps', () => {
  it('back and forth between refreshes keeps the session', async () => {
    const person = await createPerson(harness);
    let token = person.refreshToken;
    for (const jump of [-hour, 26 * hour, -25 * hour, 400 * 24 * hour, -400 * 24 * hour]) {
      harness.advance(jump);
      const response = await refresh(token);
      expect(response.status).toBe(200);
      token = refreshTokenOf(response);
    }
  });

  it('forward expires tokens, and back does not make used tokens valid again', async () => {
    const person = await createPerson(harness);
    harness.advance(2 * hour);
    const expired = await harness.send('GET', '/user', { token: person.accessToken });
    expect(outcome(expired)).toEqual([403, 'bad_jwt']);
    const ownerResponse = await refresh(person.refreshToken);
    harness.advance(11_000);
    expect(outcome(await refresh(person.refreshToken))).toEqual(alreadyUsed);
    harness.advance(-2 * hour);
    expect(outcome(await refresh(refreshTokenOf(ownerResponse)))).toEqual(alreadyUsed);
    expect(outcome(await refresh(person.refreshToken))).toEqual(alreadyUsed);
  });

  it('far forward and back neither blocks a limit for good nor allows more attempts', async () => {
    const { email } = await createPerson(harness);
    const guess = () =>
      harness.send('POST', '/token?grant_type=password', {
        body: { email, password: 'Wrong-Pass-1' },
      });
    const statuses = async (times: number) => {
      const responses = [];
      for (let attempt = 0; attempt < times; attempt += 1) responses.push((await guess()).status);
      return responses;
    };
    const year = 365 * 24 * hour;
    harness.advance(year);
    expect(await statuses(11)).toEqual([...Array<number>(10).fill(400), 429]);
    harness.advance(-year);
    expect(await statuses(2)).toEqual([429, 429]);
    harness.advance(31_000);
    expect(await statuses(2)).toEqual([400, 429]);
    harness.advance(hour);
    const body = { email, password: goodPassword };
    const owner = await harness.send('POST', '/token?grant_type=password', { body });
    expect(owner.status).toBe(200);
  });
});
