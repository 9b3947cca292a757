import { routes } from '#contract/routes.ts';
import { useArrival } from './arrival.ts';
import { arrival } from './client.ts';
import type { DataError } from './fail.ts';
import { useSession, type User } from './session.ts';

/*
 * A recovery link, or an invitation, signs in and allows to set a password without the current one.
 * Whose link it was is kept for this tab, so that the form is still there after a reload, and for
 * nobody else.
 */
const key = 'cuebook.recovering';
let arrived = opensPasswordForm();

function opensPasswordForm(): boolean {
  if (arrival.kind === 'session') return arrival.type === 'recovery' || arrival.type === 'invite';
  // A code does not say what it is for, but only a recovery mail leads here.
  return arrival.kind === 'code' && location.pathname === routes.resetPassword;
}

function isRecovering(userId: string): boolean {
  if (arrived) sessionStorage.setItem(key, userId);
  arrived = false;
  return sessionStorage.getItem(key) === userId;
}

export type Recovery =
  | { readonly status: 'loading' }
  /** Nothing arrived, or `problem` says why the link that did cannot be used. */
  | { readonly status: 'none'; readonly problem: DataError | null }
  /** The link was good; the account's second factor is still wanted. */
  | { readonly status: 'second-factor'; readonly user: User }
  | { readonly status: 'ready'; readonly email: string };

/** Whether this page was opened by a recovery link, and whether that link was good. */
export function useRecovery(): Recovery {
  const session = useSession();
  const outcome = useArrival();
  if (outcome.status === 'failed') return { status: 'none', problem: outcome.error };
  if (outcome.status === 'pending') return { status: 'loading' };
  if (session.status === 'loading' && sessionStorage.getItem(key) !== null) {
    return { status: 'loading' };
  }
  const user = session.status === 'second-factor' ? session.awaited : session.user;
  if (user === null || !isRecovering(user.id)) return { status: 'none', problem: null };
  return session.status === 'second-factor'
    ? { status: 'second-factor', user }
    : { status: 'ready', email: user.email ?? '' };
}

/** The new password is set: the link has done its work. */
export function finishRecovery(): void {
  sessionStorage.removeItem(key);
}
