import type { Provider, User } from '@supabase/auth-js';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { auth, createEphemeralAuthClient } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { keptFragment } from '#web/lib/storage/kept-fragment.ts';

/* Sign-in and sign-up. Every function throws a DataError whose message can be shown. */

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Returns the full URL of a path of this site, for links in emails and redirects from providers.
 */
export function absoluteUrl(path: string): string {
  return location.origin + path;
}

export async function signIn({ email, password }: Credentials): Promise<User> {
  return unwrap(await auth.signInWithPassword({ email, password })).user;
}

/**
 * Returns the full URL of /auth/callback, which redirects to `redirect` afterwards. This URL gets
 * into emails and logs, so a fragment stays on the device.
 */
function callbackUrl(redirect: string): string {
  const callback = new URL(absoluteUrl(routes.authCallback));
  if (redirect === routes.app) return callback.href;
  const { pathname, search, hash } = new URL(absoluteUrl(redirect));
  callback.searchParams.set('redirect', pathname + search);
  if (hash !== '') callback.searchParams.set('fragment', keptFragment.store(hash));
  return callback.href;
}

/** Redirects to the provider, which redirects back to /auth/callback, and that on to `redirect`. */
export async function signInWithProvider(name: string, redirect: string): Promise<void> {
  // The installation names its provider; the client's list of names is a hint for editors.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const provider = name as Provider;
  unwrap(await auth.signInWithOAuth({ provider, options: { redirectTo: callbackUrl(redirect) } }));
}

/** Returns whether the credentials are valid, without leaving a session. */
async function areValid(credentials: Credentials): Promise<boolean> {
  const ephemeral = createEphemeralAuthClient();
  const { error } = await ephemeral.signInWithPassword(credentials);
  if (error) return false;
  await ephemeral.signOut({ scope: 'local' });
  return true;
}

export interface SignUpOutcome {
  /** Whether the email address needs no confirmation, or no longer. */
  readonly confirmed: boolean;
  /** Whether the person is signed in now. */
  readonly signedIn: boolean;
}

/**
 * Creates an account. Tries to sign in first, to tell its owner that the account exists. The mailed
 * link leads on to `redirect`.
 */
export async function signUp(
  fullName: string,
  credentials: Credentials,
  redirect: string,
): Promise<SignUpOutcome> {
  if (await areValid(credentials)) throw new DataError(messages.auth.alreadyRegistered);
  const { user, session } = unwrap(
    await auth.signUp({
      ...credentials,
      options: {
        emailRedirectTo: callbackUrl(redirect),
        data: { full_name: fullName, email_confirm: false },
      },
    }),
  );
  if (user === null) throw new DataError(messages.auth.noUserCreated);
  return { confirmed: Boolean(user.email_confirmed_at), signedIn: session !== null };
}

/** Confirms an email with the code that was mailed to it, which signs in. */
export async function confirmEmail(email: string, code: string): Promise<void> {
  unwrap(await auth.verifyOtp({ type: 'signup', email, token: code }));
}

export async function resendConfirmation(email: string, redirect: string): Promise<void> {
  const options = { emailRedirectTo: callbackUrl(redirect) };
  unwrap(await auth.resend({ type: 'signup', email, options }));
}

/** Emails a link to the new-password form, if the account exists. */
export async function requestPasswordReset(email: string): Promise<void> {
  const redirectTo = absoluteUrl(routes.resetPassword);
  unwrap(await auth.resetPasswordForEmail(email, { redirectTo }));
}

/** Sets the signed-in user's password without the current one, after a recovery link. */
export async function setPassword(password: string): Promise<void> {
  unwrap(await auth.updateUser({ password }));
}
