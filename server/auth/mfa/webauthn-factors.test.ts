import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAuthTestHarness,
  createPerson,
  goodPassword,
} from '#server/testing/auth-test-harness.ts';
import { anyId, anyNumber, anyText } from '#server/testing/matchers.ts';
import { SoftwareAuthenticator, type Deviations } from '#server/testing/software-authenticator.ts';

/** WebAuthn credentials as second factors. */
const harness = await createAuthTestHarness();
afterAll(() => harness.stop());

interface ChallengeBody {
  readonly id: string;
  readonly webauthn: {
    readonly type: 'create' | 'request';
    readonly credential_options: { readonly publicKey: unknown };
  };
}

const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
];

async function enroll(token: string, name: string): Promise<string> {
  const body = { factor_type: 'webauthn', friendly_name: name };
  return String((await harness.send('POST', '/factors', { token, body })).body['id']);
}

async function challenge(token: string, factorId: string): Promise<ChallengeBody> {
  const body = { webauthn: { rpId: 'evil.example', rpOrigins: ['https://evil.example'] } };
  const response = await harness.send('POST', `/factors/${factorId}/challenge`, { token, body });
  return response.body as unknown as ChallengeBody;
}

function verify(token: string, factorId: string, id: string, type: string, response: unknown) {
  const body = { challenge_id: id, webauthn: { type, credential_response: response } };
  return harness.send('POST', `/factors/${factorId}/verify`, { token, body });
}

async function prove(
  token: string,
  factorId: string,
  device: SoftwareAuthenticator,
  deviations: Deviations = {},
) {
  const { id, webauthn } = await challenge(token, factorId);
  const { publicKey } = webauthn.credential_options;
  const response =
    webauthn.type === 'create'
      ? device.create(publicKey, deviations)
      : device.get(publicKey, deviations);
  return verify(token, factorId, id, webauthn.type, response);
}

async function signIn(email: string): Promise<string> {
  const body = { email, password: goodPassword };
  const session = await harness.send('POST', '/token?grant_type=password', { body });
  return String(session.body['access_token']);
}

/** Creates a person whose second factor is a credential. */
async function makeKeyOwner() {
  const person = await createPerson(harness);
  const device = new SoftwareAuthenticator();
  const factorId = await enroll(person.accessToken, 'Key');
  const { body } = await prove(person.accessToken, factorId, device);
  return { person, device, factorId, session: body, token: String(body['access_token']) };
}

async function addPasskey(token: string, device: SoftwareAuthenticator) {
  const { body } = await harness.send('POST', '/passkeys/registration/options', {
    token,
    body: {},
  });
  const added = { challenge_id: body['challenge_id'], credential: device.create(body['options']) };
  return harness.send('POST', '/passkeys/registration/verify', { token, body: added });
}

describe('a WebAuthn factor', () => {
  it('is created by a credential, which elevates the session to aal2', async () => {
    const person = await createPerson(harness);
    const factorId = await enroll(person.accessToken, 'Key');
    expect(await challenge(person.accessToken, factorId)).toMatchObject({
      id: anyId,
      type: 'webauthn',
      expires_at: anyNumber,
      webauthn: {
        type: 'create',
        credential_options: {
          publicKey: { challenge: anyText, rp: { id: 'localhost' }, attestation: 'none' },
        },
      },
    });
    const device = new SoftwareAuthenticator();
    const { status, body } = await prove(person.accessToken, factorId, device);
    expect([status, body]).toMatchObject([
      200,
      { user: { factors: [{ id: factorId, status: 'verified', factor_type: 'webauthn' }] } },
    ]);
    expect(decodeJwt(String(body['access_token']))).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'otp' }],
    });
  });

  it('is asked for after a password, and after a passkey', async () => {
    const { person, device, factorId, token } = await makeKeyOwner();
    const phone = new SoftwareAuthenticator();
    await addPasskey(token, phone);
    const signInWithPasskey = async () => {
      const asked = await harness.send('POST', '/passkeys/authentication/options', { body: {} });
      const signedIn = await harness.send('POST', '/passkeys/authentication/verify', {
        body: {
          challenge_id: asked.body['challenge_id'],
          credential: phone.get(asked.body['options']),
        },
      });
      return String(signedIn.body['access_token']);
    };
    for (const enter of [() => signIn(person.email), signInWithPasskey]) {
      const aal1 = await enter();
      expect(decodeJwt(aal1)).toMatchObject({ aal: 'aal1' });
      const elevated = await prove(aal1, factorId, device);
      expect(decodeJwt(String(elevated.body['access_token']))).toMatchObject({ aal: 'aal2' });
    }
  });

  it("doesn't become a passkey, which would need no other credential", async () => {
    const { token, device } = await makeKeyOwner();
    expect(outcome(await addPasskey(token, device))).toEqual([422, 'webauthn_credential_exists']);
  });

  it.each<[string, Deviations]>([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a foreign domain', { domain: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a cloned counter', { counter: 5 }],
  ])('refuses %s', async (_what, deviations) => {
    const { person, device, factorId } = await makeKeyOwner();
    const first = await prove(await signIn(person.email), factorId, device, { counter: 5 });
    expect(first.status).toBe(200);
    const token = await signIn(person.email);
    const refused = await prove(token, factorId, device, deviations);
    expect(outcome(refused)).toEqual([422, 'mfa_verification_failed']);
    expect((await prove(token, factorId, device, { counter: 6 })).status).toBe(200);
  });

  it("refuses another account's credential, factor and challenge", async () => {
    const { person, factorId } = await makeKeyOwner();
    const thief = await makeKeyOwner();
    const token = await signIn(person.email);
    expect(outcome(await prove(token, factorId, thief.device))).toEqual([
      400,
      'webauthn_credential_not_found',
    ]);
    const own = await challenge(thief.token, thief.factorId);
    const response = thief.device.get(own.webauthn.credential_options.publicKey);
    expect(outcome(await verify(token, factorId, own.id, 'request', response))).toEqual([
      422,
      'mfa_factor_not_found',
    ]);
    expect(outcome(await verify(token, thief.factorId, own.id, 'request', response))).toEqual([
      404,
      'mfa_factor_not_found',
    ]);
  });

  it('accepts a challenge once, also with concurrent requests', async () => {
    const { person, device, factorId } = await makeKeyOwner();
    const token = await signIn(person.email);
    const { id, webauthn } = await challenge(token, factorId);
    const response = device.get(webauthn.credential_options.publicKey);
    const responses = await Promise.all(
      [1, 2, 3].map(() => verify(token, factorId, id, 'request', response)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('cannot be replaced by a new credential at aal1', async () => {
    const { person, factorId } = await makeKeyOwner();
    const token = await signIn(person.email);
    const { id, webauthn } = await challenge(token, factorId);
    const forged = new SoftwareAuthenticator().create({
      ...(webauthn.credential_options.publicKey as object),
      user: { id: '' },
    });
    expect(outcome(await verify(token, factorId, id, 'create', forged))).toEqual([
      422,
      'mfa_verification_failed',
    ]);
  });

  it.each([
    [{}, 'WebAuthn config required'],
    [{ webauthn: { type: 'x' } }, 'WebAuthn type must be create or request'],
    [{ webauthn: { type: 'request' } }, 'credential_response required'],
    [{ code: '123456' }, 'WebAuthn config required'],
  ])('refuses the body %j', async (body, message) => {
    const { token, factorId } = await makeKeyOwner();
    const response = await harness.send('POST', `/factors/${factorId}/verify`, { token, body });
    expect([response.status, response.body]).toEqual([400, { code: 'validation_failed', message }]);
  });

  it('is removed at aal2 only, and its sessions fall back to aal1', async () => {
    const { person, factorId, session, token } = await makeKeyOwner();
    const aal1 = await signIn(person.email);
    const refused = await harness.send('DELETE', `/factors/${factorId}`, { token: aal1 });
    expect(outcome(refused)).toEqual([422, 'insufficient_aal']);
    expect((await harness.send('DELETE', `/factors/${factorId}`, { token })).status).toBe(200);
    const refreshed = await harness.refresh(session['refresh_token']);
    expect(decodeJwt(String(refreshed.body['access_token']))).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'otp' }],
    });
  });

  it('of a thief, enrolled before the first factor, never counts', async () => {
    const person = await createPerson(harness);
    const stolen = await signIn(person.email);
    const key = await enroll(stolen, 'Thief');
    const { body } = await harness.send('POST', '/factors', {
      token: person.accessToken,
      body: { factor_type: 'totp', friendly_name: 'Phone' },
    });
    const totp = new TOTP({
      secret: Secret.fromBase32((body['totp'] as { secret: string }).secret),
    });
    const factor = `/factors/${String(body['id'])}`;
    const asked = await harness.send('POST', `${factor}/challenge`, { token: person.accessToken });
    const code = totp.generate({ timestamp: harness.now().getTime() });
    const proven = await harness.send('POST', `${factor}/verify`, {
      token: person.accessToken,
      body: { challenge_id: asked.body['id'], code },
    });
    expect(proven.status).toBe(200);
    const again = await signIn(person.email);
    const late = await harness.send('POST', `/factors/${key}/challenge`, { token: again });
    expect(outcome(late)).toEqual([404, 'mfa_factor_not_found']);
  });
});

describe('an aal1 session of an account with a second factor', () => {
  it.each([
    ['GET', ''],
    ['POST', '/registration/options'],
    ['POST', '/registration/verify'],
    ['PATCH', '/00000000-0000-4000-8000-000000000000'],
    ['DELETE', '/00000000-0000-4000-8000-000000000000'],
  ])('cannot %s /passkeys%s', async (method, path) => {
    const { person } = await makeKeyOwner();
    const token = await signIn(person.email);
    const sent = method === 'GET' ? { token } : { token, body: {} };
    const response = await harness.send(method, `/passkeys${path}`, sent);
    expect(outcome(response)).toEqual([403, 'insufficient_aal']);
  });
});
