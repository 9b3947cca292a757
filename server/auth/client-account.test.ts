import { AuthClient, type GoTrueClient, type SignOut } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeIn,
  createAuthTestHarness,
  freshEmail,
  goodPassword,
  linkIn,
  createPerson,
  openLink,
  type AuthTestHarness,
} from '#server/testing/auth-test-harness.ts';

/** The auth API for the real client over HTTP, with existing accounts. */
let harness: AuthTestHarness;
let url: string;
beforeAll(async () => {
  harness = await createAuthTestHarness({
    environment: { ANONYMOUS_SIGN_IN: 'on', REAUTHENTICATE_PASSWORD: 'on' },
  });
  url = await harness.listen();
});
afterAll(() => harness.stop());

function makeClient(): GoTrueClient {
  return new AuthClient({
    url,
    headers: { apikey: harness.publishableKey },
    storageKey: freshEmail(),
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });
}

async function createSignedInClient(email: string): Promise<GoTrueClient> {
  const client = makeClient();
  const { error } = await client.signInWithPassword({ email, password: goodPassword });
  expect(error).toBeNull();
  return client;
}

const canRefresh = async (client: GoTrueClient) => (await client.refreshSession()).error === null;

describe('the real auth client, signed in', () => {
  it.each<[NonNullable<SignOut['scope']>, boolean, boolean]>([
    ['local', false, true],
    ['others', true, false],
    ['global', false, false],
  ])('signs out with the scope %s', async (scope, here, elsewhere) => {
    const { email } = await createPerson(harness);
    const [first, second] = [await createSignedInClient(email), await createSignedInClient(email)];
    expect((await first.signOut({ scope })).error).toBeNull();
    expect([await canRefresh(first), await canRefresh(second)]).toEqual([here, elsewhere]);
  });

  it('resends both mails of an address change and invalidates the older links', async () => {
    const { email } = await createPerson(harness);
    const client = await createSignedInClient(email);
    const next = freshEmail();
    await client.updateUser({ email: next });
    const [olderMail] = harness.mails.slice(-2);
    expect((await client.resend({ type: 'email_change', email })).error).toBeNull();
    await harness.whenIdle();
    const [toOld, toNew] = harness.mails.slice(-2);
    expect([toOld?.to, toNew?.to]).toEqual([email, next]);
    const late = await openLink(harness, linkIn(olderMail));
    expect(late.headers.get('location')).toContain('error_code=otp_expired');
    for (const mail of [toOld, toNew]) await openLink(harness, linkIn(mail));
    expect((await client.getUser()).data.user?.email).toBe(next);
  });

  it('sets a new password with a mailed code when the sign-in is a day old', async () => {
    const person = await createPerson(harness);
    harness.advance(24 * 3_600_000 + 1_000);
    const client = makeClient();
    await client.refreshSession({ refresh_token: person.refreshToken });
    const password = 'Another-Act-9';
    expect((await client.updateUser({ password })).error).toMatchObject({
      code: 'reauthentication_needed',
    });
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = codeIn(harness.mails.at(-1));
    expect((await client.updateUser({ password, nonce })).error).toBeNull();
  });

  it('lists the identities and cannot link or unlink one', async () => {
    const { email } = await createPerson(harness);
    const client = await createSignedInClient(email);
    const { data } = await client.getUserIdentities();
    expect(data?.identities).toMatchObject([{ provider: 'email', identity_data: { email } }]);
    const [identity] = data?.identities ?? [];
    if (identity === undefined) throw new Error('There is no identity.');
    expect((await client.unlinkIdentity(identity)).error).toMatchObject({
      code: 'manual_linking_disabled',
    });
  });

  it('gets the errors for phone factors and an unknown request of an app', async () => {
    const { email } = await createPerson(harness);
    const client = await createSignedInClient(email);
    const phone = await client.mfa.enroll({ factorType: 'phone', phone: '1234567890' });
    expect(phone.error).toMatchObject({ code: 'mfa_phone_enroll_not_enabled' });
    const details = await client.oauth.getAuthorizationDetails('x');
    expect(details.error).toMatchObject({ code: 'oauth_authorization_not_found' });
  });
});

describe('the real auth client, signed out', () => {
  it('signs in anonymously and gets an address later', async () => {
    const client = makeClient();
    const { data, error } = await client.signInAnonymously();
    expect([error, data.user?.is_anonymous]).toEqual([null, true]);
    const email = freshEmail();
    await client.updateUser({ email });
    const { data: verified } = await client.verifyOtp({
      email,
      token: codeIn(harness.mails.at(-1)),
      type: 'email_change',
    });
    expect(verified.user).toMatchObject({ email, is_anonymous: false });
  });
});
