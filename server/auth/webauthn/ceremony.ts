import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import * as v from 'valibot';
import type { RelyingParty } from '#server/http/relying-party.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import type { AuthErrorCode } from '#server/auth/error-table.ts';
import type { UserRecord } from '#server/auth/accounts/user-record.ts';

/** GoTrue's lifetime of a challenge. */
export const challengeLifeMs = 5 * 60_000;

/** EdDSA, ES256 and RS256, which GoTrue's library also verifies. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** A registered public key, with binary values in base64url. */
export interface Credential {
  readonly id: string;
  readonly publicKey: string;
  /** Number of uses that the authenticator reported; 0 if it does not count. */
  readonly signCount: number;
  readonly transports: readonly string[];
}

/** A credential that an authenticator has just created. */
export interface NewCredential extends Credential {
  readonly aaguid: string;
  readonly userVerified: boolean;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

/** The use of a credential, as a verified assertion reports it. */
export interface CredentialUse {
  readonly signCount: number;
  readonly backedUp: boolean;
}

const transports = v.nullish(v.array(v.string()), []);

const registration = v.object({
  id: v.string(),
  rawId: v.string(),
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: v.string(),
    attestationObject: v.string(),
    transports,
  }),
});

const assertion = v.object({
  id: v.string(),
  rawId: v.string(),
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: v.string(),
    authenticatorData: v.string(),
    signature: v.string(),
    userHandle: v.nullish(v.string()),
  }),
});

export type Assertion = v.InferOutput<typeof assertion>;

/** The library takes a tenth of a second to load, so it loads with the first passkey. */
const loadLibrary = () => import('@simplewebauthn/server');

const fromBase64Url = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new AuthError('webauthn_verification_failed', 'Invalid credential response');
}

/** Parses the JSON of an assertion. Call {@link verifyAssertion} before trusting it. */
export function parseAssertion(value: unknown): Assertion {
  return parse(assertion, value);
}

interface CreationRequest {
  readonly rp: RelyingParty;
  /** Name of the site, for the browser's dialog. */
  readonly rpName: string;
  readonly user: UserRecord;
  /** Credentials of the account; their authenticators refuse to make a second one. */
  readonly existing: readonly Credential[];
  readonly authenticatorSelection: NonNullable<
    PublicKeyCredentialCreationOptionsJSON['authenticatorSelection']
  >;
}

/** Returns the options of `navigator.credentials.create()`, with a new challenge. */
export async function makeCreationOptions(request: CreationRequest) {
  const { generateRegistrationOptions } = await loadLibrary();
  const { rp, rpName, user, existing, authenticatorSelection } = request;
  const fullName = user.raw_user_meta_data?.['full_name'];
  const userName = user.email ?? user.id;
  return generateRegistrationOptions({
    rpName,
    rpID: rp.id,
    // GoTrue's user handle: the id as text.
    userID: new TextEncoder().encode(user.id),
    userName,
    userDisplayName: typeof fullName === 'string' && fullName !== '' ? fullName : userName,
    timeout: challengeLifeMs,
    attestationType: 'none',
    excludeCredentials: existing.map(({ id, transports }) => ({
      id,
      transports: [...transports],
    })),
    authenticatorSelection,
    supportedAlgorithmIDs,
  });
}

interface AssertionRequest {
  readonly rp: RelyingParty;
  /** The accepted credentials; empty to let the person choose any passkey of the site. */
  readonly allowed: readonly Credential[];
  readonly userVerification: 'required' | 'preferred';
}

/** Returns the options of `navigator.credentials.get()`, with a new challenge. */
export async function makeRequestOptions({ rp, allowed, userVerification }: AssertionRequest) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: rp.id,
    timeout: challengeLifeMs,
    userVerification,
    allowCredentials: allowed.map(({ id, transports }) => ({ id, transports: [...transports] })),
  });
}

interface Expected {
  readonly rp: RelyingParty;
  readonly challenge: string;
  /** Whether the authenticator must have checked a PIN, a fingerprint or a face. */
  readonly userVerification: 'required' | 'preferred';
  readonly errorCode: Extract<
    AuthErrorCode,
    'webauthn_verification_failed' | 'mfa_verification_failed'
  >;
}

const refused = 'Credential verification failed';

/** Verifies the JSON of a new credential: its challenge, origin, domain and flags. */
export async function verifyCreation(value: unknown, expected: Expected): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const response = parse(registration, value);
  const result = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: expected.challenge,
    expectedOrigin: expected.rp.origin,
    expectedRPID: expected.rp.id,
    requireUserVerification: expected.userVerification === 'required',
    supportedAlgorithmIDs,
  }).catch((cause: unknown) => {
    throw new AuthError(expected.errorCode, refused, { cause });
  });
  if (!result.verified) throw new AuthError(expected.errorCode, refused);
  const { credential, aaguid, userVerified, credentialDeviceType, credentialBackedUp } =
    result.registrationInfo;
  return {
    id: credential.id,
    publicKey: toBase64Url(credential.publicKey),
    signCount: credential.counter,
    transports: response.response.transports ?? [],
    aaguid,
    userVerified,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
  };
}

/**
 * Verifies an assertion: challenge, origin, domain, flags and signature. Refuses a counter that did
 * not grow, because then a copy of the authenticator was used.
 */
export async function verifyAssertion(
  { response, ...envelope }: Assertion,
  credential: Credential,
  expected: Expected,
): Promise<CredentialUse> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { userHandle, ...signed } = response;
  const result = await verifyAuthenticationResponse({
    response: {
      ...envelope,
      response: typeof userHandle === 'string' ? { ...signed, userHandle } : signed,
      clientExtensionResults: {},
    },
    expectedChallenge: expected.challenge,
    expectedOrigin: expected.rp.origin,
    expectedRPID: expected.rp.id,
    requireUserVerification: expected.userVerification === 'required',
    credential: {
      id: credential.id,
      publicKey: fromBase64Url(credential.publicKey),
      counter: credential.signCount,
    },
  }).catch((cause: unknown) => {
    throw new AuthError(expected.errorCode, refused, { cause });
  });
  if (!result.verified) throw new AuthError(expected.errorCode, refused);
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { signCount: newCounter, backedUp: credentialBackedUp };
}

/** Returns the text in the user handle of an assertion: the user's id. */
export function userHandleOf({ response }: Assertion): string {
  return Buffer.from(response.userHandle ?? '', 'base64url').toString();
}
