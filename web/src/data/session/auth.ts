import type { Provider, User } from '@supabase/auth-js';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { auth, createEphemeralAuthClient } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';

/*
 * The ways into an account. Every function throws a DataError whose message can be shown.
 */

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Returns the full URL of a path of this site, for links in mails and redirects back from providers. */
export function absoluteUrl(path: string): string {
  return location.origin + path;
}

export async function signIn({ email, password }: Credentials): Promise<User> {
  return unwrap(await auth.signInWithPassword({ email, password })).user;
}

/** Leaves for the provider, which sends the browser back to /auth/callback and on to `redirect`. */
export async function signInWithProvider(name: string, redirect: string): Promise<void> {
  const back = new URL(absoluteUrl(routes.authCallback));
  if (redirect !== routes.app) back.searchParams.set('redirect', redirect);
  // The installation names its provider; the client's list of names is a hint for editors.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const provider = name as Provider;
  unwrap(await auth.signInWithOAuth({ provider, options: { redirectTo: back.href } }));
}

/** Whether the credentials open an account; leaves no session behind. */
async function opensAccount(credentials: Credentials): Promise<boolean> {
  const passing = createEphemeralAuthClient();
  const { error } = await passing.signInWithPassword(credentials);
  if (error) return false;
  await passing.signOut({ scope: 'local' });
  return true;
}

export interface SignUpOutcome {
  /** Whether the address needs no confirmation (any more). */
  readonly confirmed: boolean;
  /** Whether the person is signed in now. */
  readonly signedIn: boolean;
}

/** Makes an account. Tries to sign in first, so that the owner of an address learns that it has one. */
export async function signUp(fullName: string, credentials: Credentials): Promise<SignUpOutcome> {
  if (await opensAccount(credentials)) throw new DataError(messages.auth.alreadyRegistered);
  const { user, session } = unwrap(
    await auth.signUp({
      ...credentials,
      options: {
        emailRedirectTo: absoluteUrl(routes.authCallback),
        data: { full_name: fullName, email_confirm: false },
      },
    }),
  );
  if (user === null) throw new DataError(messages.auth.noUserCreated);
  return { confirmed: Boolean(user.email_confirmed_at), signedIn: session !== null };
}

export async function resendConfirmation(email: string): Promise<void> {
  const options = { emailRedirectTo: absoluteUrl(routes.authCallback) };
  unwrap(await auth.resend({ type: 'signup', email, options }));
}

/** Sends the mail whose link leads to the new-password form, if there is such an account. */
export async function requestPasswordReset(email: string): Promise<void> {
  const redirectTo = absoluteUrl(routes.resetPassword);
  unwrap(await auth.resetPasswordForEmail(email, { redirectTo }));
}

/** Sets the password of whoever is signed in (after a recovery link, the current one is not known). */
export async function setPassword(password: string): Promise<void> {
  unwrap(await auth.updateUser({ password }));
}
