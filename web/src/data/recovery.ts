import { useEffect, useState } from 'react';
import { arrivalError } from './auth.ts';
import { arrival } from './client.ts';
import { useSession } from './session.ts';

/*
 * A recovery link signs in, and allows to set a password without the current one. Whose link it was
 * is kept for this tab, so that the form is still there after a reload, and for nobody else.
 */
const key = 'cuebook.recovering';
let arrived = arrival.kind === 'session' && arrival.recovery;

function isRecovering(userId: string): boolean {
  if (arrived) sessionStorage.setItem(key, userId);
  arrived = false;
  return sessionStorage.getItem(key) === userId;
}

export type Recovery =
  | { readonly status: 'loading' }
  /** Nothing arrived, or `problem` says why the link that did cannot be used. */
  | { readonly status: 'none'; readonly problem: string | null }
  | { readonly status: 'ready'; readonly email: string };

/** Whether this page was opened by a recovery link, and whether that link was good. */
export function useRecovery(): Recovery {
  const session = useSession();
  const [problem, setProblem] = useState<string | null>(
    arrival.kind === 'error' ? arrival.description : null,
  );

  useEffect(() => {
    if (arrival.kind !== 'session') return;
    void arrivalError().then((error) => error && setProblem(error.message));
  }, []);

  if (problem !== null) return { status: 'none', problem };
  if (session.status === 'loading' && (arrived || sessionStorage.getItem(key) !== null)) {
    return { status: 'loading' };
  }
  if (session.status === 'signed-in' && isRecovering(session.user.id)) {
    return { status: 'ready', email: session.user.email ?? '' };
  }
  return { status: 'none', problem: null };
}

/** The new password is set: the link has done its work. */
export function finishRecovery(): void {
  sessionStorage.removeItem(key);
}
