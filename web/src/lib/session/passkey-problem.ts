import { unknownPasskeyMessage } from '#contract/unknown-passkey.ts';

const expired = 'The request timed out. Try again.';
const unverified = "This passkey couldn't be verified. Try again, or use another way.";
const unknown =
  "This passkey isn't registered here. It may belong to another account, or have been removed.";
const alreadyThere = 'This device already has a passkey for your account. Use another device.';

/** Texts by the name of the browser's error. */
const byName: Readonly<Record<string, string>> = {
  NotAllowedError: "The request was cancelled. Try again whenever you're ready.",
  AbortError: "The request was cancelled. Try again whenever you're ready.",
  TimeoutError: expired,
  InvalidStateError: alreadyThere,
  SecurityError: "Passkeys don't work at this address. Open the site at its usual address.",
  ConstraintError: "This device can't check that it's you. Set up a screen lock or a PIN first.",
  NotSupportedError: "This device can't create passkeys. Use another device.",
};

/** Texts by the server's code. */
const byCode: Readonly<Record<string, string>> = {
  webauthn_challenge_expired: expired,
  webauthn_challenge_not_found: expired,
  mfa_challenge_expired: expired,
  webauthn_verification_failed: unverified,
  mfa_verification_failed: unverified,
  webauthn_credential_not_found: unknown,
  webauthn_credential_exists: alreadyThere,
  too_many_passkeys: 'Your account has ten passkeys, which is the limit. Remove one first.',
  too_many_enrolled_mfa_factors: 'Your account has ten second factors. Remove one first.',
  passkey_disabled: 'Passkeys are turned off on this site.',
  mfa_webauthn_enroll_not_enabled: 'Passkeys are turned off on this site.',
  over_request_rate_limit: 'Too many attempts. Wait five minutes, then try again.',
};

/** Returns the text for a failed passkey request; null for a failure of another kind. */
export function passkeyProblem(reason: unknown): string | null {
  if (typeof reason !== 'object' || reason === null) return null;
  const name: unknown = Reflect.get(reason, 'name');
  const code: unknown = Reflect.get(reason, 'code');
  if (Reflect.get(reason, 'message') === unknownPasskeyMessage) return unknown;
  const ofCode = typeof code === 'string' && Object.hasOwn(byCode, code) ? byCode[code] : null;
  if (ofCode) return ofCode;
  return typeof name === 'string' && Object.hasOwn(byName, name) ? (byName[name] ?? null) : null;
}
