import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuthTestHarness,
  freshEmail,
  goodPassword,
  linkIn,
  createPerson,
  openLink,
  fragmentOf,
  type AuthTestHarness,
} from '#server/testing/auth-test-harness.ts';
import { anyId, anyTime, like } from '#server/testing/matchers.ts';
import { MailNotSent } from '#server/mail/mailer.ts';

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());

const uuid = anyId;
const time = anyTime;

function signUp(body: Record<string, unknown>) {
  return harness.send('POST', '/signup', { body });
}

describe('POST /signup', () => {
  it('returns the user without a session and sends one mail', async () => {
    const email = freshEmail();
    const before = harness.mails.length;
    const data = { full_name: 'Ada Lovelace', email_confirm: false };
    const response = await signUp({
      email: ` ${email.toUpperCase()} `,
      password: goodPassword,
      data,
    });

    expect(response.status).toBe(200);
    const metadata = { ...data, email, email_verified: false, phone_verified: false, sub: uuid };
    expect(response.body).toEqual({
      id: uuid,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      confirmation_sent_at: time,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: metadata,
      identities: [
        {
          identity_id: uuid,
          id: response.body['id'],
          user_id: response.body['id'],
          identity_data: metadata,
          provider: 'email',
          last_sign_in_at: time,
          created_at: time,
          updated_at: time,
          email,
        },
      ],
      created_at: time,
      updated_at: time,
      is_anonymous: false,
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(harness.mails.slice(before).map((mail) => mail.to)).toEqual([email]);
  });

  it("stores neither the password nor the mail's secrets in plain text", async () => {
    const email = freshEmail();
    await signUp({ email, password: goodPassword });
    const link = linkIn(harness.mails.at(-1));
    const [stored] = await harness.database.sql<{ all: string }>(
      `select jsonb_build_array(to_jsonb(u), (select jsonb_agg(to_jsonb(t)) from auth.one_time_tokens t
         where t.user_id = u.id), (select jsonb_agg(to_jsonb(a)) from auth.audit_log_entries a))::text as all
       from auth.users u where email = $1`,
      [email],
    );
    expect(stored?.all).toMatch(/\$2b\$04\$/);
    expect(stored?.all).not.toContain(goodPassword);
    expect(stored?.all).not.toContain(link.searchParams.get('token'));
    expect(harness.logged.join('\n')).not.toContain(goodPassword);
    expect(harness.logged.join('\n')).not.toContain(link.searchParams.get('token'));
  });

  it.each([
    ['no e-mail', { password: goodPassword }, 422, 'anonymous_provider_disabled'],
    ['a phone', { phone: '+491701234567', password: goodPassword }, 400, 'phone_provider_disabled'],
    ['no password', { email: 'a@example.com' }, 400, 'validation_failed'],
    [
      'an address that is none',
      { email: 'nobody', password: goodPassword },
      400,
      'validation_failed',
    ],
    [
      'an address without a top level',
      { email: 'a@b', password: goodPassword },
      400,
      'validation_failed',
    ],
    [
      'a network address',
      { email: 'a@127.0.0.1', password: goodPassword },
      400,
      'validation_failed',
    ],
    ['two dots in a row', { email: 'a..b@c.de', password: goodPassword }, 400, 'validation_failed'],
    ['a dot at the end', { email: 'a.@c.de', password: goodPassword }, 400, 'validation_failed'],
    ['a label of a hyphen', { email: 'a@-b.de', password: goodPassword }, 400, 'validation_failed'],
    [
      'a long name',
      { email: `${'a'.repeat(65)}@b.de`, password: goodPassword },
      400,
      'validation_failed',
    ],
    ['a list as metadata', { email: 'a@b.de', password: goodPassword, data: [] }, 400, 'bad_json'],
    ['two addresses', { email: 'a@b.c, d@e.f', password: goodPassword }, 400, 'validation_failed'],
    ['a header', { email: 'a@b.c\nBcc: d@e.f', password: goodPassword }, 400, 'validation_failed'],
    ['a NUL', { email: 'a@b.c', password: 'Abcdefg1\0x' }, 400, 'bad_json'],
    [
      'a NUL in metadata',
      { email: 'a@b.c', password: goodPassword, data: { full_name: 'a\0b' } },
      400,
      'bad_json',
    ],
    [
      'half a character in metadata',
      { email: 'a@b.c', password: goodPassword, data: { x: ['\ud800'] } },
      400,
      'bad_json',
    ],
    [
      'half a character as a key',
      { email: 'a@b.c', password: goodPassword, data: { '\ud800': 1 } },
      400,
      'bad_json',
    ],
    ['half a character', { email: 'a@b.c', password: `${goodPassword}\ud800` }, 400, 'bad_json'],
    [
      'metadata nested without end',
      `{"email":"a@b.c","password":"${goodPassword}","data":{"a":${'['.repeat(9000)}${']'.repeat(9000)}}}`,
      400,
      'bad_json',
    ],
    [
      'a long password',
      { email: 'a@b.c', password: `A1${'x'.repeat(80)}` },
      422,
      'validation_failed',
    ],
    ['a password that is a number', { email: 'a@b.c', password: 12_345_678 }, 400, 'bad_json'],
    ['a list', [], 400, 'bad_json'],
    ['no JSON', '{"email": ', 400, 'bad_json'],
    ['nothing', '', 400, 'bad_json'],
    [
      'half a challenge',
      { email: 'a@b.c', password: goodPassword, code_challenge: 'x' },
      400,
      'validation_failed',
    ],
    [
      'much metadata',
      { email: 'a@b.c', password: goodPassword, data: { x: 'x'.repeat(7000) } },
      400,
      'validation_failed',
    ],
    [
      'a huge body',
      { email: 'a@b.c', password: goodPassword, data: { x: 'x'.repeat(300_000) } },
      413,
      'request_too_large',
    ],
    ['thousands of values', { data: Array.from({ length: 5000 }) }, 413, 'request_too_large'],
  ])('refuses %s', async (_, body, status, code) => {
    const response = await harness.send('POST', '/signup', { body });
    expect([response.status, response.body['code']]).toEqual([status, code]);
    expect(response.headers.get('x-sb-error-code')).toBe(code);
    expect(response.text).not.toContain(goodPassword);
  });

  it.each([
    ['Ab1', ['length'], 'Password must be at least 8 characters long'],
    ['abcdefg1', ['characters'], 'Password must contain at least one uppercase letter'],
    ['Abcdefgh', ['characters'], 'Password must contain at least one number'],
    [
      'abc',
      ['length', 'characters'],
      'Password must be at least 8 characters long. Password must contain at least one uppercase letter. Password must contain at least one number',
    ],
  ])('refuses the weak password %s with its reasons', async (password, reasons, message) => {
    const response = await signUp({ email: freshEmail(), password });
    expect(response.status).toBe(422);
    expect(response.body).toEqual({ code: 'weak_password', message, weak_password: { reasons } });
  });

  it('returns errors in the older shape to clients that do not request the newer one', async () => {
    const response = await harness.send('POST', '/signup', {
      body: { email: freshEmail(), password: 'abc' },
      headers: { 'x-supabase-api-version': '' },
    });
    expect(response.body).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: like(/at least 8 characters/),
      weak_password: { reasons: ['length', 'characters'] },
    });
  });

  it('responds alike for an address with an account and mails its owner', async () => {
    const person = await createPerson(harness);
    const data = { full_name: 'Somebody else' };
    const forRegistered = await signUp({ email: person.email, password: 'Other-Pass-1', data });
    const mail = harness.mails.at(-1);
    const unknown = await signUp({ email: freshEmail(), password: 'Other-Pass-1', data });

    expect(forRegistered.status).toBe(unknown.status);
    const shape = (response: typeof forRegistered) =>
      response.text
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
        .replaceAll(/person-[0-9a-f]+/g, 'PERSON')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
    expect(shape(forRegistered)).toBe(shape(unknown));
    expect([...forRegistered.headers.keys()]).toEqual([...unknown.headers.keys()]);
    expect(forRegistered.body['id']).not.toBe(person.id);
    expect(mail?.to).toBe(person.email);
    expect(mail?.subject).toBe('You already have a Cuebook account');

    const signIn = { email: person.email, password: goodPassword };
    const still = await harness.send('POST', '/token?grant_type=password', { body: signIn });
    expect(still.status).toBe(200);
    expect(still.text).not.toContain('Somebody else');
  });

  it('replaces an unconfirmed account of the same address', async () => {
    const email = freshEmail();
    await signUp({ email, password: 'Squatter-1' });
    const squattersLink = linkIn(harness.mails.at(-1));
    await signUp({ email, password: goodPassword });
    const ownersLink = linkIn(harness.mails.at(-1));

    expect(fragmentOf(await openLink(harness, squattersLink)).get('error_code')).toBe(
      'otp_expired',
    );
    expect(fragmentOf(await openLink(harness, ownersLink)).get('access_token')).toBeTruthy();
    const grant = (password: string) =>
      harness.send('POST', '/token?grant_type=password', { body: { email, password } });
    expect((await grant('Squatter-1')).body['code']).toBe('invalid_credentials');
    expect((await grant(goodPassword)).status).toBe(200);
  });

  it('creates one account for concurrent sign-ups with one address', async () => {
    const email = freshEmail();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => signUp({ email, password: goodPassword })),
    );
    expect(responses.map((response) => response.status)).toEqual(Array(8).fill(200));
    const rows = await harness.database.sql(
      `select u.id, count(i.id)::int as identities, (select count(*)::int from auth.one_time_tokens t
         where t.user_id = u.id) as tokens
       from auth.users u join auth.identities i on i.user_id = u.id where u.email = $1 group by u.id`,
      [email],
    );
    expect(rows).toEqual([{ id: uuid, identities: 1, tokens: 1 }]);
  });

  it('retries a refused mail once', async () => {
    harness.failMail(new MailNotSent('The mail server is busy.'), 1);
    const email = freshEmail();
    const response = await harness.send('POST', '/signup', {
      body: { email, password: goodPassword },
    });
    harness.failMail(null);
    expect(response.status).toBe(200);
    expect(harness.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('stores nothing and returns an error when the mail cannot be sent', async () => {
    const email = freshEmail();
    harness.failMail(new MailNotSent('mail server is down'));
    const response = await signUp({ email, password: goodPassword });
    harness.failMail(null);

    expect(response.status).toBe(500);
    expect(response.body).toEqual({
      code: 'unexpected_failure',
      message: 'Error sending confirmation email',
    });
    expect(
      await harness.database.sql('select 1 from auth.users where email = $1', [email]),
    ).toEqual([]);
    expect(harness.logged.join('\n')).toContain('mail server is down');
  });

  it('stores nothing when a database statement fails', async () => {
    const email = freshEmail();
    await harness.database.sql(
      `alter table auth.one_time_tokens add constraint broken check (relates_to <> '${email}')`,
    );
    const response = await signUp({ email, password: goodPassword });
    await harness.database.sql('alter table auth.one_time_tokens drop constraint broken');

    expect(response.status).toBe(500);
    expect(response.text).not.toMatch(/constraint|one_time_tokens|violates/);
    expect(
      await harness.database.sql('select 1 from auth.users where email = $1', [email]),
    ).toEqual([]);
    expect((await signUp({ email, password: goodPassword })).status).toBe(200);
  });

  it.each([
    [
      '/auth/callback',
      'http://localhost:3000/auth/callback',
      'http://localhost:3000/auth/callback',
    ],
    ['another name of this machine', 'http://127.0.0.1:3000/x?y=1', 'http://127.0.0.1:3000/x?y=1'],
    ['a foreign site', 'https://evil.example/', 'http://localhost:3000'],
    ['nothing', '', 'http://localhost:3000'],
  ])('redirects to %s only when that is allowed', async (_, requested, expected) => {
    await harness.send('POST', `/signup?redirect_to=${encodeURIComponent(requested)}`, {
      body: { email: freshEmail(), password: goodPassword },
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', referer: requested },
    });
    const link = linkIn(harness.mails.at(-1));
    expect(link.origin).toBe('http://localhost:3000');
    expect(link.searchParams.get('redirect_to')).toBe(expected);
  });
});

describe('POST /signup without confirmation', () => {
  let open: AuthTestHarness;
  beforeAll(async () => {
    open = await createAuthTestHarness({ environment: { CONFIRM_EMAIL: 'off' } });
  });
  afterAll(() => open.stop());

  it('starts a session, and reports an address with an account', async () => {
    const body = { email: freshEmail(), password: goodPassword };
    const first = await open.send('POST', '/signup', { body });
    expect(first.body).toMatchObject({
      access_token: like(/^ey/),
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: like(/^[\w-]{32}$/),
      user: {
        email: body.email,
        email_confirmed_at: time,
        user_metadata: { email_verified: true },
      },
    });
    const again = await open.send('POST', '/signup', { body });
    expect([again.status, again.body['code']]).toEqual([422, 'user_already_exists']);
    expect(open.mails).toEqual([]);
  });
});
