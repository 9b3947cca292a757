import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { accountMessages } from '#contract/account-messages.ts';
import { routes } from '#contract/routes.ts';
import { absoluteUrl } from '#web/data/session/auth.ts';
import { auth, db, createEphemeralAuthClient } from '#web/data/backend/client.ts';
import { deleteDrafts } from '#web/data/drafts/drafts.ts';
import { DataError, toDataError, unwrap } from '#web/data/backend/data-error.ts';
import { signOut, type User } from '#web/data/session/session.ts';
import { nextPageNotice } from '#web/lib/storage/next-page-notice.ts';
import { removeFromOutbox, queuedSaves } from '#web/data/outbox/outbox-store.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/*
 * The settings of the signed-in user's account. Every function throws a DataError whose message can
 * be shown.
 */

/** The user's metadata. Any client may have written it, so an invalid value counts as unset. */
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

/** Saves some of the settings, and leaves the others as they are. */
export async function saveSettings(changes: Partial<AccountSettings>): Promise<void> {
  unwrap(await auth.updateUser({ data: changes }));
}

/** Saves the public profile, and refetches what shows it. */
export async function saveProfile(
  client: QueryClient,
  changes: Partial<Pick<AccountSettings, 'full_name' | 'company' | 'avatar_url'>>,
): Promise<void> {
  await saveSettings(changes);
  void client.invalidateQueries({ queryKey: queryKeys.profiles.all });
  void client.invalidateQueries({ queryKey: queryKeys.comments.all });
  void client.invalidateQueries({ queryKey: queryKeys.prompts.communities });
}

/** Returns whether the account has its own password, and not only that of a sign-in provider. */
export function hasPassword({ identities }: Pick<User, 'identities'>): boolean {
  return identities?.some(({ provider }) => provider === 'email') ?? true;
}

interface PasswordChange {
  readonly email: string;
  readonly current: string;
  readonly next: string;
  /** The code from the email, if the installation requires one. */
  readonly code: string;
}

/** Sets a new password after verifying the current one with a sign-in. */
export async function changePassword(change: PasswordChange): Promise<void> {
  const { email, current, next, code } = change;
  const ephemeral = createEphemeralAuthClient();
  const { error } = await ephemeral.signInWithPassword({ email, password: current });
  if (error) {
    const isWrong = error.code === 'invalid_credentials';
    throw isWrong ? new DataError(accountMessages.password.currentIncorrect) : toDataError(error);
  }
  await ephemeral.signOut({ scope: 'local' });
  unwrap(await auth.updateUser({ password: next, ...(code === '' ? {} : { nonce: code }) }));
}

/**
 * Emails the code that {@link changePassword} needs after it failed with 'reauthentication_needed'.
 */
export async function sendPasswordCode(): Promise<void> {
  unwrap(await auth.reauthenticate());
}

/** Emails a link to the old and to the new address; the address changes when both were opened. */
export async function changeEmail(email: string): Promise<void> {
  const options = { emailRedirectTo: absoluteUrl(routes.authCallback) };
  unwrap(await auth.updateUser({ email }, options));
}

/** Deletes the account, and its data on this device. Continues on the landing page, which says so. */
export async function deleteAccount(userId: string): Promise<void> {
  unwrap(await db.rpc('delete_user_account'));
  deleteDrafts(userId);
  for (const save of queuedSaves(userId)) removeFromOutbox(userId, save);
  nextPageNotice.store(accountMessages.account.deleted);
  try {
    await signOut(routes.landing);
  } catch (reason) {
    // The session on this device is gone all the same, and the account on the server.
    console.warn('The deleted account was not signed out:', reason);
  }
}
