import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthBench, goodPassword, makePerson } from '#server/testing/auth-bench.ts';
import type { Answer, AuthBench, Person } from '#server/testing/auth-bench.ts';

let bench: AuthBench;
beforeAll(async () => {
  bench = await createAuthBench();
});
afterAll(() => bench.stop());

const hour = 3_600_000;

function refresh(token: unknown): Promise<Answer> {
  return bench.send('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } });
}

const refreshTokenOf = (answer: Answer) => String(answer.body['refresh_token']);

/** Families of refresh tokens of a person, their tokens, and how many are good. */
async function familiesOf({ id }: Person) {
  const [row] = await bench.database.sql(
    `select count(distinct session_id)::int as families, count(*)::int as tokens,
       count(*) filter (where not revoked)::int as good
     from auth.refresh_tokens where user_id = $1`,
    [id],
  );
  return row;
}

const used = [400, 'refresh_token_already_used'];
const outcome = (answer: Answer) => [answer.status, answer.body['code']];

describe('a stolen refresh token', () => {
  it('brought by 200 at once gives one family, with one good token', async () => {
    const person = await makePerson(bench);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => refresh(person.refreshToken)),
    );
    // A machine that is busy enough lets the last ones wait too long: they may ask again.
    const served = answers.filter(({ status }) => status !== 504);
    expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(served.map(refreshTokenOf)).size).toBe(1);
    expect(await familiesOf(person)).toEqual({ families: 1, tokens: 2, good: 1 });
  });

  it('used after its owner used it revokes the family, for the thief and the owner', async () => {
    const person = await makePerson(bench);
    const owners = await refresh(person.refreshToken);
    bench.advance(10_001);
    expect(outcome(await refresh(person.refreshToken))).toEqual(used);
    expect(outcome(await refresh(refreshTokenOf(owners)))).toEqual(used);
    expect(await familiesOf(person)).toMatchObject({ good: 0 });
    const token = String(owners.body['access_token']);
    const user = await bench.send('GET', '/user', { token });
    expect(outcome(user)).toEqual([403, 'session_not_found']);
  });

  it('used before its owner uses it revokes the family as soon as the owner comes', async () => {
    const person = await makePerson(bench);
    let thiefs = await refresh(person.refreshToken);
    for (let more = 0; more < 12; more += 1) thiefs = await refresh(refreshTokenOf(thiefs));
    // Also within the interval: the owner is more refreshes behind than a slow tab could be.
    expect(outcome(await refresh(person.refreshToken))).toEqual(used);
    expect(outcome(await refresh(refreshTokenOf(thiefs)))).toEqual(used);
  });

  it('is worthless after a sign-out, a new password, a ban, and the end of the account', async () => {
    const ends: ((person: Person) => Promise<unknown>)[] = [
      ({ accessToken: token }) => bench.send('POST', '/logout', { token }),
      ({ email }) =>
        bench.database.sql(
          `update auth.users set banned_until = now() + interval '1 day' where email = $1`,
          [email],
        ),
      ({ id }) => bench.send('DELETE', `/admin/users/${id}`, { token: bench.secretKey }),
      ({ id }) =>
        bench.send('PUT', `/admin/users/${id}`, {
          token: bench.secretKey,
          body: { password: 'Another-Act-9' },
        }),
    ];
    for (const end of ends) {
      const person = await makePerson(bench);
      await end(person);
      expect((await refresh(person.refreshToken)).status).toBe(400);
      const user = await bench.send('GET', '/user', { token: person.accessToken });
      expect(user.status).toBe(403);
    }
  });

  it("changed by a letter, or another person's hash: refused", async () => {
    const person = await makePerson(bench);
    const rows = await bench.database.sql<{ token: string }>(
      'select token from auth.refresh_tokens where user_id = $1',
      [person.id],
    );
    for (const guess of [`${person.refreshToken}x`, rows[0]?.token, "' or ''='"]) {
      expect(outcome(await refresh(guess))).toEqual([400, 'refresh_token_not_found']);
    }
    expect((await refresh(person.refreshToken)).status).toBe(200);
  });
});

describe('no theft', () => {
  it('two tabs that refresh at once, and after each other, stay signed in', async () => {
    const person = await makePerson(bench);
    let token = person.refreshToken;
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = await Promise.all([refresh(token), refresh(token)]);
      bench.advance(5_000);
      const late = await refresh(token);
      expect([one, other, late].map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set([one, other, late].map(refreshTokenOf)).size).toBe(1);
      token = refreshTokenOf(late);
      bench.advance(hour);
    }
    expect(await familiesOf(person)).toMatchObject({ families: 1, good: 1 });
  });

  it('two tabs stay signed in while the signing key is replaced between them', async () => {
    const person = await makePerson(bench);
    const first = await refresh(person.refreshToken);
    await bench.rotateKeys();
    const second = await refresh(person.refreshToken);
    expect(refreshTokenOf(second)).toBe(refreshTokenOf(first));
  });
});

describe('a clock that jumps', () => {
  it('back and forth between refreshes signs nobody out', async () => {
    const person = await makePerson(bench);
    let token = person.refreshToken;
    for (const jump of [-hour, 26 * hour, -25 * hour, 400 * 24 * hour, -400 * 24 * hour]) {
      bench.advance(jump);
      const answer = await refresh(token);
      expect(answer.status).toBe(200);
      token = refreshTokenOf(answer);
    }
  });

  it('forth makes tokens and links expire, and back does not bring used ones to life', async () => {
    const person = await makePerson(bench);
    bench.advance(2 * hour);
    const expired = await bench.send('GET', '/user', { token: person.accessToken });
    expect(outcome(expired)).toEqual([403, 'bad_jwt']);
    const owners = await refresh(person.refreshToken);
    bench.advance(11_000);
    expect(outcome(await refresh(person.refreshToken))).toEqual(used);
    bench.advance(-2 * hour);
    expect(outcome(await refresh(refreshTokenOf(owners)))).toEqual(used);
    expect(outcome(await refresh(person.refreshToken))).toEqual(used);
  });

  it('far forth and back leaves no limit that never ends, and no more attempts than before', async () => {
    const { email } = await makePerson(bench);
    const guess = () =>
      bench.send('POST', '/token?grant_type=password', {
        body: { email, password: 'Wrong-Pass-1' },
      });
    const statuses = async (times: number) => {
      const answers = [];
      for (let attempt = 0; attempt < times; attempt += 1) answers.push((await guess()).status);
      return answers;
    };
    const year = 365 * 24 * hour;
    bench.advance(year);
    expect(await statuses(11)).toEqual([...Array<number>(10).fill(400), 429]);
    bench.advance(-year);
    expect(await statuses(2)).toEqual([429, 429]);
    bench.advance(31_000);
    expect(await statuses(2)).toEqual([400, 429]);
    bench.advance(hour);
    const body = { email, password: goodPassword };
    const owner = await bench.send('POST', '/token?grant_type=password', { body });
    expect(owner.status).toBe(200);
  });
});
