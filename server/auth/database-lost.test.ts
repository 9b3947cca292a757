import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAuthTestHarness,
  freshEmail,
  goodPassword,
  createPerson,
} from '#server/testing/auth-test-harness.ts';
import { asCaller } from '#server/current-caller.ts';

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());

const authConnections = `usename = 'supabase_auth_admin' and datname = current_database()`;

/** Terminates every connection of the auth API, as a restart of the database does. */
function cutConnections() {
  return harness.database.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where ${authConnections}`,
  );
}

/** Terminates all connections and waits until the pool has removed them. */
async function cutAndAwaitRemoval() {
  const { auth } = harness.database.database;
  await cutConnections();
  await expect.poll(() => auth.totalCount).toBe(0);
}

const refresh = (token: string) => harness.refresh(token);

/** Takes all connections of the auth pool. Returns a function that releases them. */
async function takeAllConnections(): Promise<() => void> {
  const { auth } = harness.database.database;
  const clients = await Promise.all(
    Array.from({ length: auth.options.max }, (_, n) => asCaller(String(n), () => auth.connect())),
  );
  return () => {
    for (const client of clients) client.release();
  };
}

describe('the auth API when the database fails', () => {
  it('responds with a generic error, logs the details, and works at the next request', async () => {
    const { email, refreshToken } = await createPerson(harness);
    await harness.database.sql('alter table auth.sessions rename to sessions_away');
    const failed = await refresh(refreshToken);
    await harness.database.sql('alter table auth.sessions_away rename to sessions');
    expect([failed.status, failed.body]).toEqual([
      500,
      {
        code: 'unexpected_failure',
        message: 'Unexpected failure, please check server logs for more information',
      },
    ]);
    expect(failed.text).not.toMatch(/sessions|relation|select/);
    expect(harness.logged.join('\n')).toMatch(/unexpected error/);
    expect(harness.logged.join('\n')).not.toContain(email);
    const again = await refresh(refreshToken);
    expect(again.status).toBe(200);
  });

  it('lets a client keep its session and refresh it later, when a request loses its connection', async () => {
    const { refreshToken } = await createPerson(harness);
    const blocking = await harness.database.database.owner.connect();
    await blocking.query('begin; lock table auth.sessions');
    const cut = refresh(refreshToken);
    await expect
      .poll(() =>
        harness.database.sql(
          `select from pg_stat_activity where ${authConnections} and wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(1);
    await cutConnections();
    const response = await cut;
    await blocking.query('commit');
    blocking.release();
    expect([response.status, response.body['code']]).toEqual([504, 'request_timeout']);
    await cutAndAwaitRemoval();
    const again = await refresh(refreshToken);
    expect(again.status).toBe(200);
  });

  it('does not take a refresh that waits for a connection for token reuse', async () => {
    const { refreshToken } = await createPerson(harness);
    const first = await refresh(refreshToken);
    const release = await takeAllConnections();
    const pendingRefresh = refresh(refreshToken);
    // The request arrived within the reuse interval and is processed long after it.
    await expect.poll(() => harness.database.database.auth.waitingCount).toBe(1);
    harness.advance(30_000);
    release();
    const second = await pendingRefresh;
    harness.advance(-30_000);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body['refresh_token']).toBe(first.body['refresh_token']);
  });

  it('responds with request_timeout when no connection becomes free', async () => {
    const { options } = harness.database.database.auth;
    const { connectionTimeoutMillis } = options;
    const release = await takeAllConnections();
    options.connectionTimeoutMillis = 20;
    const response = await refresh('x');
    options.connectionTimeoutMillis = connectionTimeoutMillis;
    release();
    expect([response.status, response.body['code']]).toEqual([504, 'request_timeout']);
  });

  it('leaves no incomplete account when connections are terminated during sign-ups', async () => {
    const signUps = Array.from({ length: 12 }, () =>
      harness.send('POST', '/signup', { body: { email: freshEmail(), password: goodPassword } }),
    );
    for (let cut = 0; cut < 40; cut += 1) {
      await cutConnections();
      await pause(15);
    }
    const responses = await Promise.all(signUps);

    expect(responses.every((response) => [200, 504].includes(response.status))).toBe(true);
    const [rows] = await harness.database.sql<{ users: number; whole: number }>(
      `select count(*)::int as users, count(*) filter (
         where exists (select from auth.identities i where i.user_id = u.id)
           and exists (select from auth.one_time_tokens t where t.user_id = u.id))::int as whole
       from auth.users u where email_confirmed_at is null and email like 'person-%'`,
    );
    expect(rows?.whole).toBe(rows?.users);
    expect(responses.filter((response) => response.status === 200).length).toBeLessThanOrEqual(
      rows?.users ?? 0,
    );
    await cutAndAwaitRemoval();
    const body = { email: freshEmail(), password: goodPassword };
    expect((await harness.send('POST', '/signup', { body })).status).toBe(200);
  });
});
