import { routes } from '#contract/routes.ts';
import { useRedirectOutcome, type RedirectOutcome } from './auth-redirect.ts';
import { authRedirect } from '#web/data/backend/client.ts';
import type { DataError } from '#web/data/backend/data-error.ts';
import { useSession, type User } from './session.ts';

/*
 * A recovery link, or an invitation, signs in and allows to set a password without the current one.
 * The tab stores the link's user, so that the form survives a reload, and only for that user.
 */
const key = 'cuebook.recovering';

function opensPasswordForm(): boolean {
  if (authRedirect.kind === 'session') {
    return authRedirect.type === 'recovery' || authRedirect.type === 'invite';
  }
  // A code has no type, but only recovery emails lead to this page.
  return authRedirect.kind === 'code' && location.pathname === routes.resetPassword;
}

const isRecoveryLink = opensPasswordForm();
let isStored = false;

function isRecovering(userId: string, linkedUserId: string | null): boolean {
  if (isRecoveryLink && userId === linkedUserId && !isStored) {
    sessionStorage.setItem(key, userId);
    isStored = true;
  }
  return sessionStorage.getItem(key) === userId;
}

export type Recovery =
  | { readonly status: 'loading' }
  /** There is no usable link; `problem` says what is wrong with the one that opened the page. */
  | { readonly status: 'none'; readonly problem: DataError | null }
  | Extract<RedirectOutcome, { status: 'other-account' }>
  /** The link is good; the account's second factor is still needed. */
  | { readonly status: 'second-factor'; readonly user: User }
  | { readonly status: 'ready'; readonly email: string };

/** Returns whether this page was opened by a recovery link, and whether that link can be used. */
export function useRecovery(): Recovery {
  const session = useSession();
  const outcome = useRedirectOutcome();
  if (outcome.status === 'failed') return { status: 'none', problem: outcome.error };
  if (outcome.status === 'pending') return { status: 'loading' };
  if (outcome.status === 'other-account') return outcome;
  if (session.status === 'loading' && sessionStorage.getItem(key) !== null) {
    return { status: 'loading' };
  }
  const user = session.status === 'second-factor' ? session.awaited : session.user;
  if (user === null || !isRecovering(user.id, outcome.userId)) {
    return { status: 'none', problem: null };
  }
  return session.status === 'second-factor'
    ? { status: 'second-factor', user }
    : { status: 'ready', email: user.email ?? '' };
}

/** Closes the form after the new password was set. */
export function finishRecovery(): void {
  sessionStorage.removeItem(key);
}
