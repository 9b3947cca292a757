import { decodeJwt } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { MailNotSent } from '#server/mail/mailer.ts';
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

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());

async function ask(body: Record<string, unknown>) {
  const before = harness.mails.length;
  const response = await harness.send('POST', '/otp', { body });
  await harness.whenIdle();
  return { response, mails: harness.mails.slice(before) };
}

function verify(type: string, email: string, token: string) {
  return harness.send('POST', '/verify', { body: { type, email, token } });
}

describe('POST /otp', () => {
  it('signs in by the link in the mail', async () => {
    const { email, id } = await createPerson(harness);
    const { response, mails } = await ask({ email, create_user: false });
    expect([response.status, response.body]).toEqual([200, {}]);
    expect(mails.map((mail) => [mail.to, mail.subject])).toEqual([[email, 'Sign in to Cuebook']]);
    const fragment = fragmentOf(await openLink(harness, linkIn(mails[0])));
    expect(fragment.get('type')).toBe('magiclink');
    const token = fragment.get('access_token') ?? '';
    expect((await harness.send('GET', '/user', { token })).body['id']).toBe(id);
    expect(decodeJwt(token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] });
  });

  it.each(['email', 'magiclink'])('signs in once by the code, as type %s', async (type) => {
    const { email } = await createPerson(harness);
    const { mails } = await ask({ email });
    const code = codeIn(mails[0]);
    expect((await verify(type, email, code)).body['user']).toMatchObject({ email });
    const again = await verify(type, email, code);
    expect([again.status, again.body['code']]).toEqual([403, 'otp_expired']);
  });

  it.each(['email', 'signup'])('creates an account that the code (%s) confirms', async (type) => {
    const email = freshEmail();
    const { response, mails } = await ask({ email, data: { full_name: 'Ada' } });
    expect([response.status, response.body]).toEqual([200, {}]);
    const session = await verify(type, email, codeIn(mails[0]));
    expect(session.body['user']).toMatchObject({
      email,
      user_metadata: { full_name: 'Ada', email_verified: true },
    });
  });

  it('responds alike and sends nothing to an unknown address with create_user=false', async () => {
    const email = freshEmail();
    const { response, mails } = await ask({ email, create_user: false });
    expect([response.status, response.body, mails]).toEqual([200, {}, []]);
    expect(
      await harness.database.sql('select 1 from auth.users where email = $1', [email]),
    ).toEqual([]);
  });

  it("removes the password of a stranger who signed up with the owner's address", async () => {
    const email = freshEmail();
    await harness.send('POST', '/signup', { body: { email, password: goodPassword } });
    const { mails } = await ask({ email, create_user: false });
    expect((await verify('email', email, codeIn(mails[0]))).status).toBe(200);
    const thief = await harness.send('POST', '/token?grant_type=password', {
      body: { email, password: goodPassword },
    });
    expect(thief.body['code']).toBe('invalid_credentials');
  });

  it('refuses a phone number, a missing address, and a mail that cannot be sent', async () => {
    expect((await ask({ phone: '1234' })).response.body['code']).toBe('phone_provider_disabled');
    expect((await ask({})).response.body['code']).toBe('validation_failed');
    harness.failMail(new MailNotSent('The mail server is away.'));
    const response = await harness.send('POST', '/otp', { body: { email: freshEmail() } });
    harness.failMail(null);
    expect([response.status, response.body['message']]).toEqual([
      500,
      'Error sending magic link email',
    ]);
  });

  it('sends nothing to a banned user', async () => {
    const { email, id } = await createPerson(harness);
    await harness.database.sql(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [id],
    );
    expect((await ask({ email })).mails).toEqual([]);
  });

  it('is limited per recipient', async () => {
    const limitedHarness = await createAuthTestHarness({ localMail: false });
    const body = { email: freshEmail() };
    expect((await limitedHarness.send('POST', '/otp', { body })).status).toBe(200);
    const second = await limitedHarness.send('POST', '/otp', { body });
    expect([second.status, second.body['code']]).toEqual([429, 'over_email_send_rate_limit']);
    await limitedHarness.stop();
  });
});
