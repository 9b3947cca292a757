import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuthBench,
  freshEmail,
  goodPassword,
  makePerson,
} from '#server/testing/auth-bench.ts';
import type { AuthBench } from '#server/testing/auth-bench.ts';

let bench: AuthBench;
beforeAll(async () => {
  bench = await createAuthBench();
});
afterAll(() => bench.stop());

const ours = `usename = 'supabase_auth_admin' and datname = current_database()`;

/** Cuts every connection of the account interface, as a database that restarts does. */
function cutConnections() {
  return bench.database.sql(`select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`);
}

/** Resolves when the server knows of each connection that was cut, so that the next request opens one. */
async function cutIsKnown() {
  const { auth } = bench.database.database;
  await cutConnections();
  await expect.poll(() => auth.totalCount).toBe(0);
}

function refresh(token: string) {
  const body = { refresh_token: token };
  return bench.send('POST', '/token?grant_type=refresh_token', { body });
}

/** Keeps all connections of the account interface from it; gives how to give them back. */
async function takeAllConnections(): Promise<() => void> {
  const { auth } = bench.database.database;
  const taken = await Promise.all(Array.from({ length: auth.options.max }, () => auth.connect()));
  return () => {
    for (const client of taken) client.release();
  };
}

describe('a database that goes away', () => {
  it('is answered blandly, logged in full, and the next request works again', async () => {
    const { email, refreshToken } = await makePerson(bench);
    await bench.database.sql('alter table auth.sessions rename to sessions_away');
    const failed = await refresh(refreshToken);
    await bench.database.sql('alter table auth.sessions_away rename to sessions');
    expect([failed.status, failed.body]).toEqual([
      500,
      {
        code: 'unexpected_failure',
        message: 'Unexpected failure, please check server logs for more information',
      },
    ]);
    expect(failed.text).not.toMatch(/sessions|relation|select/);
    expect(bench.logged.join('\n')).toMatch(/unexpected error/);
    expect(bench.logged.join('\n')).not.toContain(email);
    const again = await refresh(refreshToken);
    expect(again.status).toBe(200);
  });

  it('in the middle of a request lets a client keep its session, which it renews a moment later', async () => {
    const { refreshToken } = await makePerson(bench);
    const blocking = await bench.database.database.owner.connect();
    await blocking.query('begin; lock table auth.sessions');
    const cut = refresh(refreshToken);
    await expect
      .poll(() =>
        bench.database.sql(
          `select from pg_stat_activity where ${ours} and wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(1);
    await cutConnections();
    const answer = await cut;
    await blocking.query('commit');
    blocking.release();
    expect([answer.status, answer.body['code']]).toEqual([504, 'request_timeout']);
    await cutIsKnown();
    const again = await refresh(refreshToken);
    expect(again.status).toBe(200);
  });

  it('or is busy makes no thief of who waits for it', async () => {
    const { refreshToken } = await makePerson(bench);
    const first = await refresh(refreshToken);
    const release = await takeAllConnections();
    const waiting = refresh(refreshToken);
    // It came within the interval, and is served long after it.
    await expect.poll(() => bench.database.database.auth.waitingCount).toBe(1);
    bench.advance(30_000);
    release();
    const second = await waiting;
    bench.advance(-30_000);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body['refresh_token']).toBe(first.body['refresh_token']);
  });

  it('or has no connection free for long says so, in the words of the protocol', async () => {
    const { options } = bench.database.database.auth;
    const { connectionTimeoutMillis } = options;
    const release = await takeAllConnections();
    options.connectionTimeoutMillis = 20;
    const answer = await refresh('x');
    options.connectionTimeoutMillis = connectionTimeoutMillis;
    release();
    expect([answer.status, answer.body['code']]).toEqual([504, 'request_timeout']);
  });

  it('leaves no half account, however often it goes away in the middle of sign-ups', async () => {
    const signUps = Array.from({ length: 12 }, () =>
      bench.send('POST', '/signup', { body: { email: freshEmail(), password: goodPassword } }),
    );
    for (let cut = 0; cut < 40; cut += 1) {
      await cutConnections();
      await pause(15);
    }
    const answers = await Promise.all(signUps);

    expect(answers.every((answer) => [200, 504].includes(answer.status))).toBe(true);
    const [rows] = await bench.database.sql<{ users: number; whole: number }>(
      `select count(*)::int as users, count(*) filter (
         where exists (select from auth.identities i where i.user_id = u.id)
           and exists (select from auth.one_time_tokens t where t.user_id = u.id))::int as whole
       from auth.users u where email_confirmed_at is null and email like 'person-%'`,
    );
    expect(rows?.whole).toBe(rows?.users);
    expect(answers.filter((answer) => answer.status === 200).length).toBeLessThanOrEqual(
      rows?.users ?? 0,
    );
    await cutIsKnown();
    const body = { email: freshEmail(), password: goodPassword };
    expect((await bench.send('POST', '/signup', { body })).status).toBe(200);
  });
});
