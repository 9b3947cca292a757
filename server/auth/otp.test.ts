import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MailNotSent } from '#server/mail/mailer.ts';
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

let bench: AuthBench;
beforeAll(async () => {
  bench = await createAuthBench();
});
afterAll(() => bench.stop());

async function ask(body: Record<string, unknown>) {
  const before = bench.mails.length;
  const answer = await bench.send('POST', '/otp', { body });
  await bench.settled();
  return { answer, mails: bench.mails.slice(before) };
}

function verify(type: string, email: string, token: string) {
  return bench.send('POST', '/verify', { body: { type, email, token } });
}

describe('POST /otp', () => {
  it('signs in by the link in the mail', async () => {
    const { email, id } = await makePerson(bench);
    const { answer, mails } = await ask({ email, create_user: false });
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(mails.map((mail) => [mail.to, mail.subject])).toEqual([[email, 'Sign in to Cuebook']]);
    const fragment = fragmentOf(await open(bench, linkIn(mails[0])));
    expect(fragment.get('type')).toBe('magiclink');
    const token = fragment.get('access_token') ?? '';
    expect((await bench.send('GET', '/user', { token })).body['id']).toBe(id);
    expect(decodeJwt(token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] });
  });

  it.each(['email', 'magiclink'])('signs in once by the code, as type %s', async (type) => {
    const { email } = await makePerson(bench);
    const { mails } = await ask({ email });
    const code = codeIn(mails[0]);
    expect((await verify(type, email, code)).body['user']).toMatchObject({ email });
    const again = await verify(type, email, code);
    expect([again.status, again.body['code']]).toEqual([403, 'otp_expired']);
  });

  it.each(['email', 'signup'])('makes an account that the code (%s) confirms', async (type) => {
    const email = freshEmail();
    const { answer, mails } = await ask({ email, data: { full_name: 'Ada' } });
    expect([answer.status, answer.body]).toEqual([200, {}]);
    const session = await verify(type, email, codeIn(mails[0]));
    expect(session.body['user']).toMatchObject({
      email,
      user_metadata: { full_name: 'Ada', email_verified: true },
    });
  });

  it('answers alike, and sends nothing, where no account is to be made', async () => {
    const email = freshEmail();
    const { answer, mails } = await ask({ email, create_user: false });
    expect([answer.status, answer.body, mails]).toEqual([200, {}, []]);
    expect(await bench.database.sql('select 1 from auth.users where email = $1', [email])).toEqual(
      [],
    );
  });

  it("does not let in the password of whoever signed up with somebody's address", async () => {
    const email = freshEmail();
    await bench.send('POST', '/signup', { body: { email, password: goodPassword } });
    const { mails } = await ask({ email, create_user: false });
    expect((await verify('email', email, codeIn(mails[0]))).status).toBe(200);
    const thief = await bench.send('POST', '/token?grant_type=password', {
      body: { email, password: goodPassword },
    });
    expect(thief.body['code']).toBe('invalid_credentials');
  });

  it('refuses a phone, no address, and a mail that cannot be sent', async () => {
    expect((await ask({ phone: '1234' })).answer.body['code']).toBe('phone_provider_disabled');
    expect((await ask({})).answer.body['code']).toBe('validation_failed');
    bench.failMail(new MailNotSent('The mail server is away.'));
    const answer = await bench.send('POST', '/otp', { body: { email: freshEmail() } });
    bench.failMail(null);
    expect([answer.status, answer.body['message']]).toEqual([
      500,
      'Error sending magic link email',
    ]);
  });

  it('sends nothing to who is banned', async () => {
    const { email, id } = await makePerson(bench);
    await bench.database.sql(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [id],
    );
    expect((await ask({ email })).mails).toEqual([]);
  });

  it('is limited for a person', async () => {
    const own = await createAuthBench({ localMail: false });
    const body = { email: freshEmail() };
    expect((await own.send('POST', '/otp', { body })).status).toBe(200);
    const second = await own.send('POST', '/otp', { body });
    expect([second.status, second.body['code']]).toEqual([429, 'over_email_send_rate_limit']);
    await own.stop();
  });
});
