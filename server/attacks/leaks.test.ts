import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, it } from 'vitest';
import {
  codeIn,
  createAuthTestHarness,
  fragmentOf,
  freshEmail,
  goodPassword,
  linkIn,
  createPerson,
  openLink,
} from '#server/testing/auth-test-harness.ts';
import { attack } from '#server/testing/attacker.ts';
import { signUp } from '#server/testing/sign-up.ts';
import { startTestServer } from '#server/testing/test-server.ts';

const harness = await createAuthTestHarness({ environment: { REAUTHENTICATE_PASSWORD: 'on' } });
afterAll(() => harness.stop());

const newPassword = 'Another-Act-9';

/**
 * Whether a text contains a secret. Matches six digits only as a separate word, because ids and
 * fractions of seconds contain them by chance.
 */
function containsSecret(text: string, secret: string): boolean {
  return /^\d{6}$/.test(secret)
    ? new RegExp(`(?<!\\d\\.)\\b${secret}\\b`).test(text)
    : text.includes(secret);
}

/** Goes once through every flow and returns the secrets that occurred. */
async function runEveryFlow(): Promise<string[]> {
  const person = await createPerson(harness);
  const secrets = [
    goodPassword,
    newPassword,
    person.accessToken,
    person.refreshToken,
    harness.secretKey,
  ];
  const mailed = async (method: string, path: string, body?: object, token?: string) => {
    await harness.send(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(token === undefined ? {} : { token }),
    });
    await harness.whenIdle();
    const mail = harness.mails.at(-1);
    secrets.push(codeIn(mail));
    return mail;
  };
  const recovery = linkIn(await mailed('POST', '/recover', { email: person.email }));
  const fragment = fragmentOf(await openLink(harness, recovery));
  const token = fragment.get('access_token') ?? '';
  secrets.push(
    recovery.searchParams.get('token') ?? '',
    fragment.get('refresh_token') ?? '',
    token,
  );

  const factor = await harness.send('POST', '/factors', { token, body: { factor_type: 'totp' } });
  const { secret } = factor.body['totp'] as { secret: string };
  const path = `/factors/${String(factor.body['id'])}`;
  const challenge = await harness.send('POST', `${path}/challenge`, { token });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: harness.now().getTime(),
  });
  const body = { challenge_id: challenge.body['id'], code };
  const elevated = await harness.send('POST', `${path}/verify`, { token, body });
  expect(elevated.status).toBe(200);
  const aal2Token = String(elevated.body['access_token']);
  secrets.push(secret, code, aal2Token, String(elevated.body['refresh_token']));

  const email = freshEmail();
  const change = await mailed('PUT', '/user', { email, password: newPassword }, aal2Token);
  expect(change?.to).toBe(email);
  secrets.push(linkIn(change).searchParams.get('token') ?? '');
  await mailed('GET', '/reauthenticate', undefined, aal2Token);
  const invited = await mailed('POST', '/invite', { email: freshEmail() }, harness.secretKey);
  secrets.push(linkIn(invited).searchParams.get('token') ?? '');
  const magic = await mailed('POST', '/otp', { email: person.email });
  secrets.push(linkIn(magic).searchParams.get('token') ?? '');
  for (const wrong of [
    '/token?grant_type=password',
    '/verify',
    '/token?grant_type=refresh_token',
  ]) {
    await harness.send('POST', wrong, {
      body: { email, password: 'Wrong-Pass-1', token: '123456' },
    });
  }
  secrets.push('Wrong-Pass-1');
  return secrets;
}

it('no flow writes a secret to the log or the audit log', async () => {
  const secrets = await runEveryFlow();
  expect(secrets.every((secret) => secret.length >= 6)).toBe(true);
  const [audit] = await harness.database.sql<{ all: string }>(
    'select jsonb_agg(to_jsonb(entry))::text as all from auth.audit_log_entries entry',
  );
  expect(audit?.all).toContain('user_updated_password');
  const texts = [harness.logged.join('\n'), audit?.all ?? ''];
  expect(secrets.filter((secret) => texts.some((text) => containsSecret(text, secret)))).toEqual(
    [],
  );
});

it('the database stores no secret of a flow in plain text', async () => {
  const secrets = await runEveryFlow();
  const tables = ['users', 'sessions', 'refresh_tokens', 'one_time_tokens', 'flow_state'];
  const rows = await Promise.all(
    tables.map((table) =>
      harness.database.sql<{ all: string | null }>(
        `select jsonb_agg(to_jsonb(t))::text as all from auth.${table} t`,
      ),
    ),
  );
  const text = JSON.stringify(rows);
  expect(secrets.filter((secret) => containsSecret(text, secret))).toEqual([]);
});

it('a whole server logs no secret of a request, not even from its URL', async () => {
  const server = await startTestServer();
  const person = await signUp(server, 'ada@example.com');
  const { data } = await person.auth.getSession();
  const token = data.session?.access_token ?? '';
  const mails = (await server.dependencies.mailbox?.mails()) ?? [];
  const link = mails[0]?.links[0] ?? '';
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
