import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { anyText, like } from '#server/testing/matchers.ts';
import type { AuthBench } from '#server/testing/auth-bench.ts';

let bench: AuthBench;
beforeAll(async () => {
  bench = await createAuthBench();
});
afterAll(() => bench.stop());

const hour = 3_600_000;

/** Signs up and gives the mail that came of it. */
async function signUp(email = freshEmail()) {
  await bench.send('POST', '/signup?redirect_to=http://localhost:3000/auth/callback', {
    body: { email, password: goodPassword },
  });
  const mail = bench.mails.at(-1);
  return { email, link: linkIn(mail), code: codeIn(mail) };
}

async function askForRecovery(email: string) {
  const answer = await bench.send('POST', '/recover', { body: { email } });
  await bench.settled();
  const mail = bench.mails.at(-1);
  return { answer, link: linkIn(mail), code: codeIn(mail) };
}

function otherCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

describe('GET /verify', () => {
  it('confirms the address and leads to the page with a session behind the #', async () => {
    const { email, link } = await signUp();
    const answer = await open(bench, link);

    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/auth\/callback#/);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(Object.fromEntries(fragmentOf(answer))).toEqual({
      access_token: like(/^ey/),
      expires_at: like(/^\d+$/),
      expires_in: '3600',
      refresh_token: like(/^[\w-]{32}$/),
      token_type: 'bearer',
      type: 'signup',
    });
    const token = fragmentOf(answer).get('access_token') ?? '';
    const user = await bench.send('GET', '/user', { token });
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
        await open(bench, link);
        return link;
      },
    ],
    [
      'too old',
      async () => {
        const { link } = await signUp();
        bench.advance(hour + 1);
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
        await bench.send('POST', '/resend', { body: { type: 'signup', email } });
        await bench.settled();
        return link;
      },
    ],
  ])('refuses a link that was %s, and says so on the page', async (_, make) => {
    const answer = await open(bench, await make());
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/auth\/callback#/);
    expect(Object.fromEntries(fragmentOf(answer))).toEqual({
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
    const answer = await bench.send('GET', path);
    expect([answer.status, answer.body]).toEqual([400, { code: 'validation_failed', message }]);
  });

  it('refuses an unknown type on the page', async () => {
    const answer = await bench.send('GET', '/verify?token=x&type=__proto__');
    expect(fragmentOf(answer).get('error_code')).toBe('validation_failed');
  });

  it('never leads to a foreign site, even when the link is changed', async () => {
    const { link } = await signUp();
    link.searchParams.set('redirect_to', 'https://evil.example/');
    const answer = await open(bench, link);
    expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/#access_token=/);
  });

  it('is not used up by programs that only look', async () => {
    const { link } = await signUp();
    expect((await bench.send('HEAD', `/verify${link.search}`)).status).toBe(204);
    const headers = { 'sec-purpose': 'prefetch' };
    expect((await bench.send('GET', `/verify${link.search}`, { headers })).status).toBe(204);
    expect(fragmentOf(await open(bench, link)).get('access_token')).toBeTruthy();
  });

  it('gives one session when a link is opened many times at once', async () => {
    const { link } = await signUp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(bench, link)));
    const signedIn = answers.filter((answer) => fragmentOf(answer).has('access_token'));
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
    const answer = await bench.send('POST', '/verify', { body });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ token_type: 'bearer', user: { email } });
    const again = await bench.send('POST', '/verify', { body });
    expect([again.status, again.body['code']]).toEqual([403, 'otp_expired']);
  });

  it("confirms by the token of the mail's link", async () => {
    const { email, link } = await signUp();
    const body = { type: 'signup', token_hash: link.searchParams.get('token') };
    const answer = await bench.send('POST', '/verify', { body });
    expect(answer.body).toMatchObject({ user: { email } });
    expect((await bench.send('POST', '/verify', { body })).body['code']).toBe('otp_expired');
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
    const answer = await bench.send('POST', '/verify', { body });
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  });

  it('answers alike for a wrong code of a waiting address and of an unknown one', async () => {
    const { email, code } = await signUp();
    const attempt = (to: string) =>
      bench.send('POST', '/verify', {
        body: { type: 'signup', email: to, token: otherCode(code) },
      });
    const [known, unknown] = [await attempt(email), await attempt(freshEmail())];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  });

  it('stops guessing of codes after ten, from wherever it comes', async () => {
    const { email, code } = await signUp();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      const body = { type: 'signup', email, token: otherCode(code) };
      statuses.push((await bench.send('POST', '/verify', { body, from: `10.0.0.${i}` })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429, 429]);
    const body = { type: 'signup', email, token: code };
    expect((await bench.send('POST', '/verify', { body })).status).toBe(429);
    bench.advance(60_000);
    expect((await bench.send('POST', '/verify', { body })).status).toBe(200);
  });
});

describe('recovery', () => {
  it('signs in by its link, and a new password can be set then', async () => {
    const person = await makePerson(bench);
    const { answer, link } = await askForRecovery(person.email);
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expect(link.searchParams.get('type')).toBe('recovery');

    const fragment = fragmentOf(await open(bench, link));
    expect(fragment.get('type')).toBe('recovery');
    const token = fragment.get('access_token') ?? '';
    const changed = await bench.send('PUT', '/user', { token, body: { password: 'Brand-New-1' } });
    expect(changed.status).toBe(200);
    const body = { email: person.email, password: 'Brand-New-1' };
    expect((await bench.send('POST', '/token?grant_type=password', { body })).status).toBe(200);
    // Every other session is over: whoever had the old password has nothing left.
    const old = await bench.send('GET', '/user', { token: person.accessToken });
    expect([old.status, old.body['code']]).toEqual([403, 'session_not_found']);
  });

  it('works by the code too', async () => {
    const person = await makePerson(bench);
    const { code } = await askForRecovery(person.email);
    const body = { type: 'recovery', email: person.email, token: code };
    expect((await bench.send('POST', '/verify', { body })).body).toMatchObject({
      user: { id: person.id },
    });
  });

  it('answers alike for an address without an account, and sends it nothing', async () => {
    const person = await makePerson(bench);
    const before = bench.mails.length;
    const unknown = await bench.send('POST', '/recover', { body: { email: freshEmail() } });
    await bench.settled();
    expect(bench.mails.length).toBe(before);
    const known = await bench.send('POST', '/recover', { body: { email: person.email } });
    await bench.settled();
    expect(bench.mails.length).toBe(before + 1);
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()]);
  });

  it('answers alike while no mail can be sent', async () => {
    const person = await makePerson(bench);
    const { MailNotSent } = await import('#server/mail/mailer.ts');
    bench.failMail(new MailNotSent('down'));
    const known = await bench.send('POST', '/recover', { body: { email: person.email } });
    const unknown = await bench.send('POST', '/recover', { body: { email: freshEmail() } });
    bench.failMail(null);
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(known.body).toEqual({
      code: 'unexpected_failure',
      message: 'Error sending recovery email',
    });
  });
});

describe('POST /resend', () => {
  it('sends the confirmation again, to an account that waits for it', async () => {
    const { email } = await signUp();
    const before = bench.mails.length;
    const answer = await bench.send(
      'POST',
      '/resend?redirect_to=http://localhost:3000/auth/callback',
      {
        body: { type: 'signup', email },
      },
    );
    await bench.settled();
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expect(bench.mails.length).toBe(before + 1);
    const opened = await open(bench, linkIn(bench.mails.at(-1)));
    expect(fragmentOf(opened).get('type')).toBe('signup');
  });

  it.each([
    ['no type', { email: 'a@example.com' }, 400, 'validation_failed'],
    ['no address', { type: 'signup' }, 400, 'validation_failed'],
    ['a phone', { type: 'sms', phone: '+49' }, 400, 'phone_provider_disabled'],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await bench.send('POST', '/resend', { body });
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  });

  it('sends nothing to confirmed and unknown addresses, and answers them alike', async () => {
    const person = await makePerson(bench);
    const before = bench.mails.length;
    const answers = [];
    for (const email of [person.email, freshEmail()]) {
      answers.push(await bench.send('POST', '/resend', { body: { type: 'signup', email } }));
    }
    await bench.settled();
    expect(answers.map((answer) => answer.text)).toEqual(['{}', '{}']);
    expect(bench.mails.length).toBe(before);
  });
});

describe('limits of mail sent to people', () => {
  it('makes them wait a minute, whether or not the address has an account', async () => {
    const strict = await createAuthBench({ localMail: false });
    const person = await makePerson(strict);
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
});
