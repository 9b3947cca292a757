import type { User } from '@supabase/auth-js';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { auth, passingAuth } from './client.ts';
import { DataError, toDataError, unwrap } from './fail.ts';

/*
 * What a person does with their account. Every function throws a DataError whose message can be
 * shown.
 */

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Full addresses for links in mails; the server allows those of its own site. */
function addressOf(path: string): string {
  return location.origin + path;
}

export async function signIn({ email, password }: Credentials): Promise<User> {
  return unwrap(await auth.signInWithPassword({ email, password })).user;
}

/** Whether the credentials open an account; leaves no session behind. */
async function opensAccount(credentials: Credentials): Promise<boolean> {
  const passing = passingAuth();
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
        emailRedirectTo: addressOf(routes.authCallback),
        data: { full_name: fullName, email_confirm: false },
      },
    }),
  );
  if (user === null) throw new DataError(messages.auth.noUserCreated);
  return { confirmed: Boolean(user.email_confirmed_at), signedIn: session !== null };
}

export async function resendConfirmation(email: string): Promise<void> {
  const options = { emailRedirectTo: addressOf(routes.authCallback) };
  unwrap(await auth.resend({ type: 'signup', email, options }));
}

/** Sends the mail whose link leads to the new-password form, if there is such an account. */
export async function requestPasswordReset(email: string): Promise<void> {
  const redirectTo = addressOf(routes.resetPassword);
  unwrap(await auth.resetPasswordForEmail(email, { redirectTo }));
}

/** Sets the password of whoever is signed in (after a recovery link, the current one is not known). */
export async function setPassword(password: string): Promise<void> {
  unwrap(await auth.updateUser({ password }));
}

/** Sets a new password after the current one was verified by a sign-in. */
export async function changePassword(email: string, current: string, next: string): Promise<void> {
  const passing = passingAuth();
  const { error } = await passing.signInWithPassword({ email, password: current });
  if (error) {
    const wrong = error.code === 'invalid_credentials';
    throw wrong ? new DataError(messages.password.currentIncorrect) : toDataError(error);
  }
  await passing.signOut({ scope: 'local' });
  await setPassword(next);
}

/** What the profile shows; kept in the user's metadata. */
export async function saveProfile(profile: { readonly full_name: string }): Promise<void> {
  unwrap(await auth.updateUser({ data: profile }));
}

/** The error of the link that opened this page, or null when it brought a session (or nothing). */
export async function arrivalError(): Promise<DataError | null> {
  const { error } = await auth.initialize();
  return error ? toDataError(error) : null;
}
