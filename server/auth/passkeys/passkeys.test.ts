import { decodeJwt } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { AuthClient } from '@supabase/auth-js';
import { unknownPasskeyMessage } from '#contract/unknown-passkey.ts';
import { createAuthTestHarness, createPerson } from '#server/testing/auth-test-harness.ts';
import { anyId, anyNumber, anyText } from '#server/testing/matchers.ts';
import { SoftwareAuthenticator, type Deviations } from '#server/testing/software-authenticator.ts';

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());

const requestCreation = (token: string) =>
  harness.send('POST', '/passkeys/registration/options', { token, body: {} });

const register = (token: string, body: unknown) =>
  harness.send('POST', '/passkeys/registration/verify', { token, body });

/** Adds a passkey and returns the response. */
async function add(token: string, device: SoftwareAuthenticator, deviations: Deviations = {}) {
  const { body } = await requestCreation(token);
  return register(token, {
    challenge_id: body['challenge_id'],
    credential: device.create(body['options'], deviations),
  });
}

async function startSignIn() {
  const { body } = await harness.send('POST', '/passkeys/authentication/options', { body: {} });
  return body;
}

async function signIn(device: SoftwareAuthenticator, deviations: Deviations = {}) {
  const { challenge_id: id, options } = await startSignIn();
  return harness.send('POST', '/passkeys/authentication/verify', {
    body: { challenge_id: id, credential: device.get(options, deviations) },
  });
}

async function makePasskeyOwner() {
  const person = await createPerson(harness);
  const device = new SoftwareAuthenticator();
  const added = await add(person.accessToken, device);
  return { person, device, passkey: added.body };
}

const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
];

describe('POST /passkeys/registration', () => {
  it('returns options for a discoverable credential of this site and user', async () => {
    const person = await createPerson(harness);
    const { body, status } = await requestCreation(person.accessToken);
    expect([status, body]).toMatchObject([
      200,
      {
        challenge_id: anyId,
        expires_at: Math.floor(harness.now().getTime() / 1000) + 300,
        options: {
          challenge: anyText,
          rp: { id: 'localhost', name: 'Cuebook' },
          user: { id: Buffer.from(person.id).toString('base64url'), name: person.email },
          attestation: 'none',
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        },
      },
    ]);
  });

  it('adds the passkey, lists it, and excludes its authenticator next time', async () => {
    const { person, device, passkey } = await makePasskeyOwner();
    expect(passkey).toEqual({ id: anyId, friendly_name: 'Passkey', created_at: anyText });
    const token = person.accessToken;
    const listed = await harness.send('GET', '/passkeys', { token });
    expect(JSON.parse(listed.text)).toEqual([passkey]);
    const next = await requestCreation(token);
    expect(next.body['options']).toMatchObject({ excludeCredentials: [{ id: device.id }] });
    expect(outcome(await add(token, device))).toEqual([422, 'webauthn_credential_exists']);
  });

  it.each<[string, Deviations]>([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['another port of this host', { origin: 'http://localhost:3001' }],
    ['a foreign domain', { domain: 'evil.example' }],
    ['an assertion instead', { type: 'webauthn.get' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an authenticator that did not check its user', { userVerified: false }],
  ])('refuses %s', async (_what, deviations) => {
    const { accessToken } = await createPerson(harness);
    const response = await add(accessToken, new SoftwareAuthenticator(), deviations);
    expect(outcome(response)).toEqual([400, 'webauthn_verification_failed']);
    expect((await harness.send('GET', '/passkeys', { token: accessToken })).text).toBe('[]');
  });

  it("refuses another person's credential and another person's challenge", async () => {
    const { device } = await makePasskeyOwner();
    const { accessToken } = await createPerson(harness);
    expect(outcome(await add(accessToken, device))).toEqual([422, 'webauthn_credential_exists']);
    const other = await createPerson(harness);
    const { body } = await requestCreation(other.accessToken);
    const credential = new SoftwareAuthenticator().create(body['options']);
    const stolen = await register(accessToken, { challenge_id: body['challenge_id'], credential });
    expect(outcome(stolen)).toEqual([400, 'webauthn_challenge_not_found']);
  });

  it('accepts at most ten, also with concurrent requests', async () => {
    const { accessToken } = await createPerson(harness);
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => add(accessToken, new SoftwareAuthenticator())),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    const another = await requestCreation(accessToken);
    expect(outcome(another)).toEqual([422, 'too_many_passkeys']);
  });

  it.each([
    [{}, 'validation_failed'],
    [{ challenge_id: 'x', credential: {} }, 'validation_failed'],
    [{ challenge_id: '00000000-0000-4000-8000-000000000000' }, 'validation_failed'],
    [
      { challenge_id: '00000000-0000-4000-8000-000000000000', credential: {} },
      'webauthn_challenge_not_found',
    ],
  ])('refuses the body %j', async (body, code) => {
    const { accessToken: token } = await createPerson(harness);
    const response = await register(token, body);
    expect(outcome(response)).toEqual([400, code]);
  });

  it.each(['x', {}, { id: 'a', rawId: 'a', type: 'public-key', response: {} }])(
    'refuses the credential %j',
    async (credential) => {
      const { accessToken: token } = await createPerson(harness);
      const { body } = await requestCreation(token);
      const response = await register(token, { challenge_id: body['challenge_id'], credential });
      expect(outcome(response)).toEqual([400, 'webauthn_verification_failed']);
    },
  );
});

describe('POST /passkeys/authentication', () => {
  it('signs in at aal1 with the method passkey', async () => {
    const { person, device } = await makePasskeyOwner();
    const { status, body } = await signIn(device);
    expect([status, body]).toMatchObject([
      200,
      { token_type: 'bearer', refresh_token: anyText, user: { id: person.id } },
    ]);
    expect(decodeJwt(String(body['access_token']))).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'passkey', timestamp: anyNumber }],
    });
    const { text } = await harness.send('GET', '/passkeys', {
      token: String(body['access_token']),
    });
    expect(JSON.parse(text)).toMatchObject([{ last_used_at: anyText }]);
  });

  it('names no account before the passkey is chosen', async () => {
    await makePasskeyOwner();
    const { options } = await startSignIn();
    expect(options).toEqual({
      challenge: anyText,
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    });
  });

  it.each<[string, Deviations]>([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a foreign domain', { domain: 'evil.example' }],
    ['a registration instead', { type: 'webauthn.create' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an authenticator that did not check its user', { userVerified: false }],
    ['the user handle of nobody', { userHandle: '' }],
    ['a cloned counter', { counter: 5 }],
    ['an older counter', { counter: 4 }],
  ])('refuses %s', async (_what, deviations) => {
    const { device } = await makePasskeyOwner();
    expect((await signIn(device, { counter: 5 })).status).toBe(200);
    expect(outcome(await signIn(device, deviations))).toEqual([
      400,
      'webauthn_verification_failed',
    ]);
    expect((await signIn(device, { counter: 6 })).status).toBe(200);
  });

  it("refuses another account's user handle, and a passkey that was never registered", async () => {
    const { device } = await makePasskeyOwner();
    const { person: victim } = await makePasskeyOwner();
    expect(outcome(await signIn(device, { userHandle: victim.id }))).toEqual([
      400,
      'webauthn_verification_failed',
    ]);
    const unknown = await signIn(new SoftwareAuthenticator(), { userHandle: victim.id });
    expect(outcome(unknown)).toEqual([400, 'webauthn_verification_failed']);
    expect(unknown.body['message']).toBe(unknownPasskeyMessage);
  });

  it('refuses a signature of another key under a known credential id', async () => {
    const { device, person } = await makePasskeyOwner();
    const { challenge_id: id, options } = await startSignIn();
    const forged = new SoftwareAuthenticator().get(options, { userHandle: person.id });
    const response = await harness.send('POST', '/passkeys/authentication/verify', {
      body: { challenge_id: id, credential: { ...forged, id: device.id, rawId: device.id } },
    });
    expect(outcome(response)).toEqual([400, 'webauthn_verification_failed']);
  });

  it('accepts a challenge once, also with concurrent requests and after a failure', async () => {
    const { device } = await makePasskeyOwner();
    const { challenge_id: id, options } = await startSignIn();
    const body = { challenge_id: id, credential: device.get(options) };
    const responses = await Promise.all(
      [1, 2, 3].map(() => harness.send('POST', '/passkeys/authentication/verify', { body })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const replayed = await harness.send('POST', '/passkeys/authentication/verify', { body });
    expect(outcome(replayed)).toEqual([400, 'webauthn_challenge_not_found']);

    const failed = await startSignIn();
    const verify = (credential: unknown) =>
      harness.send('POST', '/passkeys/authentication/verify', {
        body: { challenge_id: failed['challenge_id'], credential },
      });
    await verify(device.get(failed['options'], { origin: 'https://evil.example' }));
    expect(outcome(await verify(device.get(failed['options'])))).toEqual([
      400,
      'webauthn_challenge_not_found',
    ]);
  });

  it('refuses an expired challenge and one of a registration', async () => {
    const { device, person } = await makePasskeyOwner();
    const { challenge_id: id, options } = await startSignIn();
    harness.advance(300_001);
    const late = await harness.send('POST', '/passkeys/authentication/verify', {
      body: { challenge_id: id, credential: device.get(options) },
    });
    expect(outcome(late)).toEqual([400, 'webauthn_challenge_expired']);
    const { body } = await requestCreation(person.accessToken);
    const mixed = await harness.send('POST', '/passkeys/authentication/verify', {
      body: { challenge_id: body['challenge_id'], credential: device.get(body['options']) },
    });
    expect(outcome(mixed)).toEqual([400, 'webauthn_challenge_not_found']);
  });

  it('refuses a banned person', async () => {
    const { device, person } = await makePasskeyOwner();
    await harness.send('PUT', `/admin/users/${person.id}`, {
      token: harness.secretKey,
      body: { ban_duration: '1h' },
    });
    expect(outcome(await signIn(device))).toEqual([403, 'user_banned']);
  });

  it('limits attempts from one network address', async () => {
    const environment = { HOST: '0.0.0.0', LIMIT_SIGN_INS: '2' };
    const limited = await createAuthTestHarness({ environment });
    const attempt = () =>
      limited.send('POST', '/passkeys/authentication/options', { body: {}, from: '192.0.2.7' });
    expect([(await attempt()).status, (await attempt()).status]).toEqual([200, 200]);
    expect(outcome(await attempt())).toEqual([429, 'over_request_rate_limit']);
    await limited.stop();
  });
});

describe('/passkeys/{id}', () => {
  it('renames and removes a passkey, which then no longer signs in', async () => {
    const { person, device, passkey } = await makePasskeyOwner();
    const token = person.accessToken;
    const path = `/passkeys/${String(passkey['id'])}`;
    const renamed = await harness.send('PATCH', path, { token, body: { friendly_name: 'Laptop' } });
    expect(renamed.body).toEqual({ ...passkey, friendly_name: 'Laptop' });
    expect((await harness.send('DELETE', path, { token })).status).toBe(204);
    expect(outcome(await signIn(device))).toEqual([400, 'webauthn_verification_failed']);
  });

  it.each([
    ['', 400],
    ['x'.repeat(121), 400],
    ['x'.repeat(120), 200],
  ])('answers the name %j', async (name, status) => {
    const { person, passkey } = await makePasskeyOwner();
    const response = await harness.send('PATCH', `/passkeys/${String(passkey['id'])}`, {
      token: person.accessToken,
      body: { friendly_name: name },
    });
    expect(response.status).toBe(status);
  });

  it("doesn't find another person's passkey", async () => {
    const { passkey, device } = await makePasskeyOwner();
    const { accessToken: token } = await createPerson(harness);
    for (const id of [String(passkey['id']), 'x']) {
      const body = { friendly_name: 'Mine' };
      const rename = await harness.send('PATCH', `/passkeys/${id}`, { token, body });
      expect(outcome(rename)).toEqual([404, 'validation_failed']);
      const removal = await harness.send('DELETE', `/passkeys/${id}`, { token });
      expect(outcome(removal)).toEqual([404, 'validation_failed']);
    }
    expect((await signIn(device)).status).toBe(200);
  });

  it('is listed and removed by an administrator', async () => {
    const { person, passkey, device } = await makePasskeyOwner();
    const path = `/admin/users/${person.id}/passkeys`;
    const token = harness.secretKey;
    expect(JSON.parse((await harness.send('GET', path, { token })).text)).toEqual([passkey]);
    const refused = await harness.send('GET', path, { token: person.accessToken });
    expect(outcome(refused)).toEqual([403, 'not_admin']);
    const removal = await harness.send('DELETE', `${path}/${String(passkey['id'])}`, { token });
    expect(removal.status).toBe(204);
    expect(outcome(await signIn(device))).toEqual([400, 'webauthn_verification_failed']);
  });

  it.each([
    ['GET', '/passkeys'],
    ['POST', '/passkeys/registration/options'],
    ['POST', '/passkeys/registration/verify'],
    ['PATCH', '/passkeys/00000000-0000-4000-8000-000000000000'],
    ['DELETE', '/passkeys/00000000-0000-4000-8000-000000000000'],
  ])('%s %s requires a session', async (method, path) => {
    const body = method === 'GET' ? {} : { body: {} };
    expect(outcome(await harness.send(method, path, body))).toEqual([401, 'no_authorization']);
  });
});

describe('an installation at an IP address', () => {
  it('refuses passkeys', async () => {
    const atAddress = await createAuthTestHarness({
      environment: { SITE_URL: 'http://127.0.0.1:3000' },
    });
    const { accessToken: token } = await createPerson(atAddress);
    const options = await atAddress.send('POST', '/passkeys/authentication/options', { body: {} });
    expect(outcome(options)).toEqual([404, 'passkey_disabled']);
    const body = { factor_type: 'webauthn' };
    expect(outcome(await atAddress.send('POST', '/factors', { token, body }))).toEqual([
      422,
      'mfa_webauthn_enroll_not_enabled',
    ]);
    const settings = await atAddress.send('GET', '/settings');
    expect(settings.body).toMatchObject({ passkeys_enabled: false });
    await atAddress.stop();
  });
});

describe('the real auth client', () => {
  it('adds a passkey, signs in with it, renames and deletes it', async () => {
    const url = await harness.listen();
    const person = await createPerson(harness);
    const client = () =>
      new AuthClient({
        url,
        headers: { apikey: harness.publishableKey },
        autoRefreshToken: false,
        persistSession: false,
        detectSessionInUrl: false,
      });
    const owner = client();
    await owner.setSession({
      access_token: person.accessToken,
      refresh_token: person.refreshToken,
    });
    const device = new SoftwareAuthenticator();
    const started = await owner.passkey.startRegistration();
    const added = await owner.passkey.verifyRegistration({
      challengeId: started.data?.challenge_id ?? '',
      credential: device.create(started.data?.options),
    });
    expect(added.error).toBeNull();
    const passkeyId = added.data?.id ?? '';

    const visitor = client();
    const asked = await visitor.passkey.startAuthentication();
    const signedIn = await visitor.passkey.verifyAuthentication({
      challengeId: asked.data?.challenge_id ?? '',
      credential: device.get(asked.data?.options),
    });
    expect(signedIn.data?.user?.id).toBe(person.id);
    expect(signedIn.data?.session?.access_token).toEqual(anyText);

    const renamed = await visitor.passkey.update({ passkeyId, friendlyName: 'Key' });
    expect(renamed.data).toMatchObject({ friendly_name: 'Key' });
    expect((await visitor.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await visitor.passkey.list()).data).toEqual([]);
  });
});
