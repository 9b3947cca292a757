import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { absoluteUrl } from '#web/data/session/auth.ts';
import { auth, db, createEphemeralAuthClient } from '#web/data/backend/client.ts';
import { deleteDrafts } from '#web/data/drafts/drafts.ts';
import { DataError, toDataError, unwrap } from '#web/data/backend/data-error.ts';
import { signOut, type User } from '#web/data/session/session.ts';
import { removeFromOutbox, queuedSaves } from '#web/data/outbox/outbox-store.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/*
 * What a signed-in person sets about their account. Every function throws a DataError whose message
 * can be shown.
 */

/** Kept in the user's metadata, which anybody's client may have written: what does not fit is unset. */
const settingsSchema = v.object({
  full_name: v.fallback(v.string(), ''),
  company: v.fallback(v.string(), ''),
  avatar_url: v.fallback(v.nullable(v.string()), null),
  notifications: v.fallback(
    v.object({ email: v.fallback(v.boolean(), true), marketing: v.fallback(v.boolean(), false) }),
    { email: true, marketing: false },
  ),
});

export type AccountSettings = Readonly<v.InferOutput<typeof settingsSchema>>;

export function settingsOf({
  user_metadata: metadata,
}: Pick<User, 'user_metadata'>): AccountSettings {
  return v.parse(settingsSchema, metadata);
}

/** Saves some of the settings; the others stay as they are. */
export async function saveSettings(changes: Partial<AccountSettings>): Promise<void> {
  unwrap(await auth.updateUser({ data: changes }));
}

/** Saves what others see of the person, and shows it wherever their name stands. */
export async function saveProfile(
  client: QueryClient,
  changes: Partial<Pick<AccountSettings, 'full_name' | 'company' | 'avatar_url'>>,
): Promise<void> {
  await saveSettings(changes);
  void client.invalidateQueries({ queryKey: queryKeys.profiles.all });
  void client.invalidateQueries({ queryKey: queryKeys.comments.all });
  void client.invalidateQueries({ queryKey: queryKeys.prompts.communities });
}

/** Whether the account has a password of its own, or only the one of a sign-in provider. */
export function hasPassword({ identities }: Pick<User, 'identities'>): boolean {
  return identities?.some(({ provider }) => provider === 'email') ?? true;
}

interface PasswordChange {
  readonly email: string;
  readonly current: string;
  readonly next: string;
  /** The code of the mail, where the installation wants one. */
  readonly code: string;
}

/** Sets a new password after the current one was verified by a sign-in. */
export async function changePassword(change: PasswordChange): Promise<void> {
  const { email, current, next, code } = change;
  const passing = createEphemeralAuthClient();
  const { error } = await passing.signInWithPassword({ email, password: current });
  if (error) {
    const wrong = error.code === 'invalid_credentials';
    throw wrong ? new DataError(messages.password.currentIncorrect) : toDataError(error);
  }
  await passing.signOut({ scope: 'local' });
  unwrap(await auth.updateUser({ password: next, ...(code === '' ? {} : { nonce: code }) }));
}

/** Mails the code that {@link changePassword} asks for when it fails with 'reauthentication_needed'. */
export async function sendPasswordCode(): Promise<void> {
  unwrap(await auth.reauthenticate());
}

/** Mails a link to the old and to the new address; the change happens when both were opened. */
export async function changeEmail(email: string): Promise<void> {
  const options = { emailRedirectTo: absoluteUrl(routes.authCallback) };
  unwrap(await auth.updateUser({ email }, options));
}

/** Removes the account and everything in it, and what this device keeps of it; goes on to the landing page. */
export async function deleteAccount(userId: string): Promise<void> {
  unwrap(await db.rpc('delete_user_account'));
  deleteDrafts(userId);
  for (const save of queuedSaves(userId)) removeFromOutbox(userId, save);
  try {
    await signOut(routes.landing);
  } catch (reason) {
    // Here the session is gone all the same, and there the account.
    console.warn('The deleted account was not signed out:', reason);
  }
}
