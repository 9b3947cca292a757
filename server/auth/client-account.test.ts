import { AuthClient } from '@supabase/auth-js';
import type { GoTrueClient, SignOut } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeIn,
  createAuthBench,
  freshEmail,
  goodPassword,
  linkIn,
  makePerson,
  open,
} from '#server/testing/auth-bench.ts';
import type { AuthBench } from '#server/testing/auth-bench.ts';

/** The real client over HTTP, with an account that is there already. */
let bench: AuthBench;
let url: string;
beforeAll(async () => {
  bench = await createAuthBench({
    environment: { ANONYMOUS_SIGN_IN: 'on', REAUTHENTICATE_PASSWORD: 'on' },
  });
  url = await bench.listen();
});
afterAll(() => bench.stop());

function makeClient(): GoTrueClient {
  return new AuthClient({
    url,
    headers: { apikey: bench.publishableKey },
    storageKey: freshEmail(),
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });
}

async function signedIn(email: string): Promise<GoTrueClient> {
  const client = makeClient();
  const { error } = await client.signInWithPassword({ email, password: goodPassword });
  expect(error).toBeNull();
  return client;
}

const isIn = async (client: GoTrueClient) => (await client.refreshSession()).error === null;

describe('the real auth client, signed in', () => {
  it.each<[NonNullable<SignOut['scope']>, boolean, boolean]>([
    ['local', false, true],
    ['others', true, false],
    ['global', false, false],
  ])('signs out with the scope %s', async (scope, here, elsewhere) => {
    const { email } = await makePerson(bench);
    const [one, other] = [await signedIn(email), await signedIn(email)];
    expect((await one.signOut({ scope })).error).toBeNull();
    expect([await isIn(one), await isIn(other)]).toEqual([here, elsewhere]);
  });

  it('has both mails of a change of address sent again; the links from before are over', async () => {
    const { email } = await makePerson(bench);
    const client = await signedIn(email);
    const next = freshEmail();
    await client.updateUser({ email: next });
    const [before] = bench.mails.slice(-2);
    expect((await client.resend({ type: 'email_change', email })).error).toBeNull();
    await bench.settled();
    const [toOld, toNew] = bench.mails.slice(-2);
    expect([toOld?.to, toNew?.to]).toEqual([email, next]);
    const late = await open(bench, linkIn(before));
    expect(late.headers.get('location')).toContain('error_code=otp_expired');
    for (const mail of [toOld, toNew]) await open(bench, linkIn(mail));
    expect((await client.getUser()).data.user?.email).toBe(next);
  });

  it('sets a new password with the mailed code, where the sign-in was long ago', async () => {
    const person = await makePerson(bench);
    bench.advance(24 * 3_600_000 + 1_000);
    const client = makeClient();
    await client.refreshSession({ refresh_token: person.refreshToken });
    const password = 'Another-Act-9';
    expect((await client.updateUser({ password })).error).toMatchObject({
      code: 'reauthentication_needed',
    });
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = codeIn(bench.mails.at(-1));
    expect((await client.updateUser({ password, nonce })).error).toBeNull();
  });

  it('sees its identities, none of which can be linked or taken away', async () => {
    const { email } = await makePerson(bench);
    const client = await signedIn(email);
    const { data } = await client.getUserIdentities();
    expect(data?.identities).toMatchObject([{ provider: 'email', identity_data: { email } }]);
    const [identity] = data?.identities ?? [];
    if (identity === undefined) throw new Error('There is no identity.');
    expect((await client.unlinkIdentity(identity)).error).toMatchObject({
      code: 'manual_linking_disabled',
    });
  });

  it('is told that it gets no factor by phone or passkey, and no OAuth server', async () => {
    const { email } = await makePerson(bench);
    const client = await signedIn(email);
    const phone = await client.mfa.enroll({ factorType: 'phone', phone: '1234567890' });
    expect(phone.error).toMatchObject({ code: 'mfa_phone_enroll_not_enabled' });
    const key = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
    expect(key.error).toMatchObject({ code: 'mfa_webauthn_enroll_not_enabled' });
    const asked = await client.oauth.getAuthorizationDetails('x');
    expect(asked.error).toMatchObject({ code: 'feature_disabled' });
  });
});

describe('the real auth client, with nobody signed in', () => {
  it('signs in as nobody in particular, and becomes somebody', async () => {
    const client = makeClient();
    const { data, error } = await client.signInAnonymously();
    expect([error, data.user?.is_anonymous]).toEqual([null, true]);
    const email = freshEmail();
    await client.updateUser({ email });
    const { data: verified } = await client.verifyOtp({
      email,
      token: codeIn(bench.mails.at(-1)),
      type: 'email_change',
    });
    expect(verified.user).toMatchObject({ email, is_anonymous: false });
  });

  it('asks for an address and a password before anything is sent', async () => {
    const nothing = JSON.parse('{}') as Parameters<GoTrueClient['signInWithPassword']>[0];
    expect((await makeClient().signInWithPassword(nothing)).error).toMatchObject({
      name: 'AuthInvalidCredentialsError',
      status: 400,
      message: 'You must provide either an email or phone number and a password',
    });
  });
});
