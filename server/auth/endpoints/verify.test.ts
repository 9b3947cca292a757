import { afterAll, describe, expect, it } from 'vitest';
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
import { anyText, like } from '#server/testing/matchers.ts';

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());

const hour = 3_600_000;

/** Signs up and returns the confirmation mail. */
async function signUp(email = freshEmail()) {
  await harness.send('POST', '/signup?redirect_to=http://localhost:3000/auth/callback', {
    body: { email, password: goodPassword },
  });
  const mail = harness.mails.at(-1);
  return { email, link: linkIn(mail), code: codeIn(mail) };
}

async function askForRecovery(email: string) {
  const response = await harness.send('POST', '/recover', { body: { email } });
  await harness.whenIdle();
  const mail = harness.mails.at(-1);
  return { response, link: linkIn(mail), code: codeIn(mail) };
}

function otherCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

describe('GET /verify', () => {
  it('confirms the address and redirects with the session in the fragment', async () => {
    const { email, link } = await signUp();
    const response = await openLink(harness, link);

    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/auth\/callback#/);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(Object.fromEntries(fragmentOf(response))).toEqual({
      access_token: like(/^ey/),
      expires_at: like(/^\d+$/),
      expires_in: '3600',
      refresh_token: like(/^[\w-]{32}$/),
      token_type: 'bearer',
      type: 'signup',
    });
    const token = fragmentOf(response).get('access_token') ?? '';
    const user = await harness.send('GET', '/user', { token });
    expect(user.body).toMatchObject({
      email,
      email_confirmed_at: anyText,
      confirmed_at: anyText,
      user_metadata: { email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    });
  });

  it.each([
    [
      'used before',
      async () => {
        const { link } = await signUp();
        await openLink(harness, link);
        return link;
      },
    ],
    [
      'too old',
      async () => {
        const { link } = await signUp();
        harness.advance(hour + 1);
        return link;
      },
    ],
    [
      'cut short',
      async () => {
        const { link } = await signUp();
        link.searchParams.set('token', (link.searchParams.get('token') ?? '').slice(0, -1));
        return link;
      },
    ],
    [
      'of another type',
      async () => {
        const { link } = await signUp();
        link.searchParams.set('type', 'recovery');
        return link;
      },
    ],
    [
      'made from the code, as GoTrue would',
      async () => {
        const { link, code } = await signUp();
        link.searchParams.set('token', code);
        return link;
      },
    ],
    [
      'replaced by a newer one',
      async () => {
        const { email, link } = await signUp();
        await harness.send('POST', '/resend', { body: { type: 'signup', email } });
        await harness.whenIdle();
        return link;
      },
    ],
  ])('redirects with an error for a link that was %s', async (_, make) => {
    const response = await openLink(harness, await make());
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/auth\/callback#/);
    expect(Object.fromEntries(fragmentOf(response))).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });

  it.each([
    ['/verify?token=x', 'Verify requires a verification type'],
    ['/verify?type=signup', 'Verify requires a token or a token hash'],
  ])('refuses %s as an incomplete request', async (path, message) => {
    const response = await harness.send('GET', path);
    expect([response.status, response.body]).toEqual([400, { code: 'validation_failed', message }]);
  });

  it('redirects with an error for an unknown type', async () => {
    const response = await harness.send('GET', '/verify?token=x&type=__proto__');
    expect(fragmentOf(response).get('error_code')).toBe('validation_failed');
  });

  it('never redirects to a foreign site, even with a changed link', async () => {
    const { link } = await signUp();
    link.searchParams.set('redirect_to', 'https://evil.example/');
    const response = await openLink(harness, link);
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/#access_token=/);
  });

  it('does not consume the token for HEAD and prefetch requests', async () => {
    const { link } = await signUp();
    expect((await harness.send('HEAD', `/verify${link.search}`)).status).toBe(204);
    const headers = { 'sec-purpose': 'prefetch' };
    expect((await harness.send('GET', `/verify${link.search}`, { headers })).status).toBe(204);
    expect(fragmentOf(await openLink(harness, link)).get('access_token')).toBeTruthy();
  });

  it('starts one session when a link is opened concurrently', async () => {
    const { link } = await signUp();
    const responses = await Promise.all(Array.from({ length: 10 }, () => openLink(harness, link)));
    const signedIn = responses.filter((response) => fragmentOf(response).has('access_token'));
    expect(signedIn).toHaveLength(1);
  });
});

describe('POST /verify', () => {
  it.each(['signup', 'email'])('confirms by address and code, type %s', async (type) => {
    const { email, code } = await signUp();
    const body = {
      type,
      email: email.toUpperCase(),
      token: ` ${code.slice(0, 3)} ${code.slice(3)}`,
    };
    const response = await harness.send('POST', '/verify', { body });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ token_type: 'bearer', user: { email } });
    const again = await harness.send('POST', '/verify', { body });
    expect([again.status, again.body['code']]).toEqual([403, 'otp_expired']);
  });

  it('confirms by the token of the mailed link', async () => {
    const { email, link } = await signUp();
    const body = { type: 'signup', token_hash: link.searchParams.get('token') };
    const response = await harness.send('POST', '/verify', { body });
    expect(response.body).toMatchObject({ user: { email } });
    expect((await harness.send('POST', '/verify', { body })).body['code']).toBe('otp_expired');
  });

  it.each([
    ['no type', { token: '123456', email: 'a@example.com' }, 400, 'validation_failed'],
    ['no proof', { type: 'signup', email: 'a@example.com' }, 400, 'validation_failed'],
    ['two proofs', { type: 'signup', token: '1', token_hash: 'x' }, 400, 'validation_failed'],
    ['a code without an address', { type: 'signup', token: '123456' }, 400, 'validation_failed'],
    [
      'an unknown address',
      { type: 'signup', token: '123456', email: 'nobody@example.com' },
      403,
      'otp_expired',
    ],
    ['a phone', { type: 'sms', token: '123456', phone: '+49' }, 403, 'otp_expired'],
    [
      'an unknown type',
      { type: 'constructor', token: '1', email: 'a@example.com' },
      400,
      'validation_failed',
    ],
  ])('refuses %s', async (_, body, status, code) => {
    const response = await harness.send('POST', '/verify', { body });
    expect([response.status, response.body['code']]).toEqual([status, code]);
  });

  it('responds alike to a wrong code for an unconfirmed and for an unknown address', async () => {
    const { email, code } = await signUp();
    const attempt = (to: string) =>
      harness.send('POST', '/verify', {
        body: { type: 'signup', email: to, token: otherCode(code) },
      });
    const [registered, unknown] = [await attempt(email), await attempt(freshEmail())];
    expect([registered.status, registered.text]).toEqual([unknown.status, unknown.text]);
  });

  it('limits wrong codes to ten per person, from all network addresses together', async () => {
    const { email, code } = await signUp();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      const body = { type: 'signup', email, token: otherCode(code) };
      statuses.push((await harness.send('POST', '/verify', { body, from: `10.0.0.${i}` })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429, 429]);
    const body = { type: 'signup', email, token: code };
    expect((await harness.send('POST', '/verify', { body })).status).toBe(429);
    harness.advance(60_000);
    expect((await harness.send('POST', '/verify', { body })).status).toBe(200);
  });

  it('leaves half of the attempts to the person when a stranger guesses', async () => {
    const { email, code } = await signUp();
    const guess = (token: string, from: string) =>
      harness.send('POST', '/verify', { body: { type: 'signup', email, token }, from });
    for (let i = 0; i < 11; i += 1) await guess(otherCode(code), '198.51.100.1');
    expect((await guess(code, '198.51.100.1')).status).toBe(429);
    expect((await guess(code, '198.51.100.2')).status).toBe(200);
  });
});

describe('POST /recover', () => {
  it('mails a link that signs in to set a new password', async () => {
    const person = await createPerson(harness);
    const { response, link } = await askForRecovery(person.email);
    expect([response.status, response.text]).toEqual([200, '{}']);
    expect(link.searchParams.get('type')).toBe('recovery');

    const fragment = fragmentOf(await openLink(harness, link));
    expect(fragment.get('type')).toBe('recovery');
    const token = fragment.get('access_token') ?? '';
    const changed = await harness.send('PUT', '/user', {
      token,
      body: { password: 'Brand-New-1' },
    });
    expect(changed.status).toBe(200);
    const body = { email: person.email, password: 'Brand-New-1' };
    expect((await harness.send('POST', '/token?grant_type=password', { body })).status).toBe(200);
    // Every other session has ended, including those of a thief of the old password.
    const old = await harness.send('GET', '/user', { token: person.accessToken });
    expect([old.status, old.body['code']]).toEqual([403, 'session_not_found']);
  });

  it('mails nothing that signs in once the account has another address', async () => {
    const { email } = await createPerson(harness);
    const { link, code } = await askForRecovery(email);
    await harness.database.sql('update auth.users set email = $2 where email = $1', [
      email,
      freshEmail(),
    ]);
    expect(fragmentOf(await openLink(harness, link)).get('error_code')).toBe('otp_expired');
    const typed = { type: 'recovery', email, token: code };
    expect((await harness.send('POST', '/verify', { body: typed })).status).toBe(403);
  });

  it('mails a code that signs in', async () => {
    const person = await createPerson(harness);
    const { code } = await askForRecovery(person.email);
    const body = { type: 'recovery', email: person.email, token: code };
    expect((await harness.send('POST', '/verify', { body })).body).toMatchObject({
      user: { id: person.id },
    });
  });

  it('responds alike for an address without an account and sends nothing to it', async () => {
    const person = await createPerson(harness);
    const before = harness.mails.length;
    const unknown = await harness.send('POST', '/recover', { body: { email: freshEmail() } });
    await harness.whenIdle();
    expect(harness.mails.length).toBe(before);
    const forRegistered = await harness.send('POST', '/recover', { body: { email: person.email } });
    await harness.whenIdle();
    expect(harness.mails.length).toBe(before + 1);
    expect([forRegistered.status, forRegistered.text]).toEqual([unknown.status, unknown.text]);
    expect([...forRegistered.headers.keys()]).toEqual([...unknown.headers.keys()]);
  });

  it('responds alike with and without an account while no mail can be sent', async () => {
    const person = await createPerson(harness);
    const { MailNotSent } = await import('#server/mail/mailer.ts');
    harness.failMail(new MailNotSent('down'));
    const forRegistered = await harness.send('POST', '/recover', { body: { email: person.email } });
    const unknown = await harness.send('POST', '/recover', { body: { email: freshEmail() } });
    harness.failMail(null);
    expect([forRegistered.status, forRegistered.text]).toEqual([unknown.status, unknown.text]);
    expect(forRegistered.body).toEqual({
      code: 'unexpected_failure',
      message: 'Error sending recovery email',
    });
  });
});

describe('POST /resend', () => {
  it('mails the confirmation again to an unconfirmed account', async () => {
    const { email } = await signUp();
    const before = harness.mails.length;
    const response = await harness.send(
      'POST',
      '/resend?redirect_to=http://localhost:3000/auth/callback',
      {
        body: { type: 'signup', email },
      },
    );
    await harness.whenIdle();
    expect([response.status, response.text]).toEqual([200, '{}']);
    expect(harness.mails.length).toBe(before + 1);
    const opened = await openLink(harness, linkIn(harness.mails.at(-1)));
    expect(fragmentOf(opened).get('type')).toBe('signup');
  });

  it.each([
    ['no type', { email: 'a@example.com' }, 400, 'validation_failed'],
    ['no address', { type: 'signup' }, 400, 'validation_failed'],
    ['a phone', { type: 'sms', phone: '+49' }, 400, 'phone_provider_disabled'],
  ])('refuses %s', async (_, body, status, code) => {
    const response = await harness.send('POST', '/resend', { body });
    expect([response.status, response.body['code']]).toEqual([status, code]);
  });

  it('sends nothing to confirmed and unknown addresses and responds alike', async () => {
    const person = await createPerson(harness);
    const before = harness.mails.length;
    const responses = [];
    for (const email of [person.email, freshEmail()]) {
      responses.push(await harness.send('POST', '/resend', { body: { type: 'signup', email } }));
    }
    await harness.whenIdle();
    expect(responses.map((response) => response.text)).toEqual(['{}', '{}']);
    expect(harness.mails.length).toBe(before);
  });
});

describe('the limit of mails per recipient', () => {
  it('requires a pause of a minute, with and without an account', async () => {
    const strict = await createAuthTestHarness({ localMail: false });
    const person = await createPerson(strict);
    for (const email of [person.email, freshEmail()]) {
      const first = await strict.send('POST', '/recover', { body: { email } });
      const second = await strict.send('POST', '/recover', { body: { email } });
      expect(first.status).toBe(200);
      expect(second.status).toBe(429);
      expect(second.body).toEqual({
        code: 'over_email_send_rate_limit',
        message: 'For security purposes, you can only request this after 60 seconds.',
      });
      expect(second.headers.get('retry-after')).toBe('60');
    }
    strict.advance(60_000);
    expect((await strict.send('POST', '/recover', { body: { email: person.email } })).status).toBe(
      200,
    );
    await strict.stop();
  });

  it('leaves some to the person when a stranger has used up theirs', async () => {
    const strict = await createAuthTestHarness({ localMail: false });
    const { email } = await createPerson(strict);
    // An account that is confirmed gets no mail for it.
    const body = { type: 'signup', email };
    const resend = () => strict.send('POST', '/resend', { body, from: '198.51.100.1' });
    for (let sent = 0; sent < 11; sent += 1) {
      strict.advance(60_000);
      await resend();
    }
    expect((await resend()).status).toBe(429);
    const recover = { body: { email }, from: '198.51.100.2' };
    expect((await strict.send('POST', '/recover', recover)).status).toBe(200);
    await strict.stop();
  });
});
