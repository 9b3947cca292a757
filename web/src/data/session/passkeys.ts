import { queryOptions } from '@tanstack/react-query';
import { auth } from '#web/data/backend/client.ts';
import { DataError, toDataError } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { passkeyProblem } from '#web/lib/session/passkey-problem.ts';
import { supportsPasskeys } from '#web/lib/session/supports-passkeys.ts';
import { abandonEnrolment, uniqueFactorName } from './second-factor.ts';

/* Passkeys: to sign in, and as second factors. Every function throws a DataError. */

/** A passkey that signs in to the account. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly addedAt: string;
  /** Null until the first sign-in with it. */
  readonly lastUsedAt: string | null;
}

/** How long a person may take with the browser's dialog. */
const ceremonyMs = 120_000;

function toPasskeyError(reason: unknown): DataError {
  if (reason instanceof DataError) return reason;
  const problem = passkeyProblem(reason);
  return problem === null ? toDataError(reason) : new DataError(problem, { cause: reason });
}

interface Result {
  readonly data: unknown;
  readonly error: unknown;
}

/** Returns the data of a result; throws its error with a text about passkeys. */
function unwrapPasskey<R extends Result>(result: R): Extract<R, { error: null }>['data'] {
  if (result.error !== null) throw toPasskeyError(result.error);
  return result.data;
}

function requireSupport(): void {
  if (supportsPasskeys()) return;
  throw new DataError("This browser doesn't support passkeys. Use a newer one, or another way.");
}

/** Returns what the browser's dialog results in. */
async function ask(dialog: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await dialog;
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (reason) {
    throw toPasskeyError(reason);
  }
  throw new DataError('The browser returned no passkey. Try again.');
}

/** The passkeys of the user, oldest first. */
export function passkeysQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.passkeys(userId),
    queryFn: async (): Promise<Passkey[]> => {
      const passkeys = unwrapPasskey(await auth.passkey.list());
      return passkeys.map((passkey) => ({
        id: passkey.id,
        name: passkey.friendly_name || 'Passkey',
        addedAt: passkey.created_at,
        lastUsedAt: passkey.last_used_at ?? null,
      }));
    },
    staleTime: 0,
  });
}

/** Creates a passkey on a device of the user's choice, and adds it to the account. */
export async function addPasskey(): Promise<void> {
  requireSupport();
  const signal = AbortSignal.timeout(ceremonyMs);
  unwrapPasskey(await auth.registerPasskey({ options: { signal } }));
}

export async function renamePasskey(passkeyId: string, friendlyName: string): Promise<void> {
  unwrapPasskey(await auth.passkey.update({ passkeyId, friendlyName }));
}

export async function removePasskey(passkeyId: string): Promise<void> {
  unwrapPasskey(await auth.passkey.delete({ passkeyId }));
}

/** Signs in with a passkey of the person's choice. */
export async function signInWithPasskey(): Promise<void> {
  requireSupport();
  const signal = AbortSignal.timeout(ceremonyMs);
  unwrapPasskey(await auth.signInWithPasskey({ options: { signal } }));
}

/** Runs the browser's dialog for a challenge of a second factor, and sends its result. */
async function proveFactor(factorId: string): Promise<void> {
  const rpId = location.hostname;
  const challenge = unwrapPasskey(await auth.mfa.challenge({ factorId, webauthn: { rpId } }));
  const signal = AbortSignal.timeout(ceremonyMs);
  const { webauthn, id: challengeId } = challenge;
  // The client's types of the browser's options are its own.
  const options = { ...webauthn.credential_options, signal } as object;
  const dialog =
    webauthn.type === 'create'
      ? navigator.credentials.create(options)
      : navigator.credentials.get(options);
  const credential = await ask(dialog);
  const proof = { type: webauthn.type, rpId, credential_response: credential };
  type Proof = Parameters<typeof auth.mfa.webauthn.verify>[0]['webauthn'];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const verification = { factorId, challengeId, webauthn: proof as unknown as Proof };
  unwrapPasskey(await auth.mfa.webauthn.verify(verification));
}

/** Creates a passkey as a second factor, which raises the session to two factors. */
export async function enrolPasskeyFactor(): Promise<void> {
  requireSupport();
  const friendlyName = await uniqueFactorName('Passkey');
  const { id } = unwrapPasskey(await auth.mfa.enroll({ factorType: 'webauthn', friendlyName }));
  try {
    await proveFactor(id);
  } catch (reason) {
    await abandonEnrolment(id);
    throw reason;
  }
}

/** Proves the second factor with any of the account's second-factor passkeys. */
export async function verifyPasskeyFactor(factorId: string): Promise<void> {
  requireSupport();
  await proveFactor(factorId);
}
