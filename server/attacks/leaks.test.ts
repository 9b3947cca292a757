import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  codeIn,
  createAuthBench,
  fragmentOf,
  freshEmail,
  goodPassword,
  linkIn,
  makePerson,
  open,
} from '#server/testing/auth-bench.ts';
import type { AuthBench } from '#server/testing/auth-bench.ts';
import { attack } from '#server/testing/attacker.ts';
import { signUp } from '#server/testing/sign-up.ts';
import { startTestServer } from '#server/testing/test-server.ts';

let bench: AuthBench;
beforeAll(async () => {
  bench = await createAuthBench({ environment: { REAUTHENTICATE_PASSWORD: 'on' } });
});
afterAll(() => bench.stop());

const newPassword = 'Another-Act-9';

/** Six digits also stand inside of identifiers and behind the seconds of a time, where they mean nothing. */
function holds(text: string, secret: string): boolean {
  return /^\d{6}$/.test(secret)
    ? new RegExp(`(?<!\\d\\.)\\b${secret}\\b`).test(text)
    : text.includes(secret);
}

/** Goes once through every flow, and gives the secrets that were met on the way. */
async function everyFlow(): Promise<string[]> {
  const person = await makePerson(bench);
  const met = [goodPassword, newPassword, person.accessToken, person.refreshToken, bench.secretKey];
  const mailed = async (method: string, path: string, body?: object, token?: string) => {
    await bench.send(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(token === undefined ? {} : { token }),
    });
    await bench.settled();
    const mail = bench.mails.at(-1);
    met.push(codeIn(mail));
    return mail;
  };
  const recovery = linkIn(await mailed('POST', '/recover', { email: person.email }));
  const fragment = fragmentOf(await open(bench, recovery));
  const token = fragment.get('access_token') ?? '';
  met.push(recovery.searchParams.get('token') ?? '', fragment.get('refresh_token') ?? '', token);

  const factor = await bench.send('POST', '/factors', { token, body: { factor_type: 'totp' } });
  const { secret } = factor.body['totp'] as { secret: string };
  const path = `/factors/${String(factor.body['id'])}`;
  const challenge = await bench.send('POST', `${path}/challenge`, { token });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: bench.now().getTime(),
  });
  const body = { challenge_id: challenge.body['id'], code };
  const raised = await bench.send('POST', `${path}/verify`, { token, body });
  expect(raised.status).toBe(200);
  const strong = String(raised.body['access_token']);
  met.push(secret, code, strong, String(raised.body['refresh_token']));

  const email = freshEmail();
  const change = await mailed('PUT', '/user', { email, password: newPassword }, strong);
  expect(change?.to).toBe(email);
  met.push(linkIn(change).searchParams.get('token') ?? '');
  await mailed('GET', '/reauthenticate', undefined, strong);
  const invited = await mailed('POST', '/invite', { email: freshEmail() }, bench.secretKey);
  met.push(linkIn(invited).searchParams.get('token') ?? '');
  const magic = await mailed('POST', '/otp', { email: person.email });
  met.push(linkIn(magic).searchParams.get('token') ?? '');
  for (const wrong of [
    '/token?grant_type=password',
    '/verify',
    '/token?grant_type=refresh_token',
  ]) {
    await bench.send('POST', wrong, { body: { email, password: 'Wrong-Pass-1', token: '123456' } });
  }
  met.push('Wrong-Pass-1');
  return met;
}

it('a run of all flows leaves no secret in the log, nor in what the audit log keeps', async () => {
  const met = await everyFlow();
  expect(met.every((secret) => secret.length >= 6)).toBe(true);
  const [audit] = await bench.database.sql<{ all: string }>(
    'select jsonb_agg(to_jsonb(entry))::text as all from auth.audit_log_entries entry',
  );
  expect(audit?.all).toContain('user_updated_password');
  const texts = [bench.logged.join('\n'), audit?.all ?? ''];
  expect(met.filter((secret) => texts.some((text) => holds(text, secret)))).toEqual([]);
});

it('what the database keeps of it signs nobody in', async () => {
  const met = await everyFlow();
  const tables = ['users', 'sessions', 'refresh_tokens', 'one_time_tokens', 'flow_state'];
  const kept = await Promise.all(
    tables.map((table) =>
      bench.database.sql<{ all: string | null }>(
        `select jsonb_agg(to_jsonb(t))::text as all from auth.${table} t`,
      ),
    ),
  );
  const text = JSON.stringify(kept);
  expect(met.filter((secret) => holds(text, secret))).toEqual([]);
});

it('a whole server logs no secret of a request, in its address neither', async () => {
  const server = await startTestServer();
  const person = await signUp(server, 'ada@example.com');
  const { data } = await person.auth.getSession();
  const token = data.session?.access_token ?? '';
  const link = server.parts.mailbox?.mails()[0]?.links[0] ?? '';
  await attack(server, 'GET', `/rest/v1/prompts?apikey=${server.secrets.secretKey}`, { token });
  await attack(server, 'POST', '/rest/v1/prompts', { token, body: { nonsense: person.password } });
  await attack(server, 'GET', `/auth/v1/user?access_token=${token}`, { token: `${token}x` });
  await server.stop();
  const log = server.logged.join('\n');
  expect(log).toContain('"path":"/auth/v1/user"');
  const secrets = [
    person.password,
    token,
    data.session?.refresh_token ?? '',
    new URL(link).searchParams.get('token') ?? '',
    server.secrets.secretKey,
    server.secrets.authAdminPassword,
    String(server.secrets.signingKeys[0]?.d),
  ];
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8);
    expect(log).not.toContain(secret);
  }
});
