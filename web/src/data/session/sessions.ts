import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { auth, db } from '#web/data/backend/client.ts';
import { toDataError, unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** Where the person is signed in. */
export interface OpenSession {
  readonly id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  /** What the browser called itself; null when it said nothing. */
  readonly userAgent: string | null;
  readonly ip: string | null;
  /** This very session. */
  readonly isCurrent: boolean;
}

/** Every place, this one first, then by last use. */
export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.sessions(userId),
    queryFn: async ({ signal }): Promise<OpenSession[]> => {
      const rows = unwrap(await db.rpc('my_sessions').abortSignal(signal));
      return rows.map((row) => ({
        id: row.id,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        userAgent: row.user_agent,
        ip: row.ip,
        isCurrent: row.is_current,
      }));
    },
    staleTime: 0,
  });
}

/** Ends the session of another place; without an id, of all others. */
export function endSession(userId: string) {
  return mutationOptions({
    mutationFn: async (id: string | null): Promise<void> => {
      if (id !== null) {
        unwrap(await db.rpc('revoke_session', { session_id: id }));
        return;
      }
      const { error } = await auth.signOut({ scope: 'others' });
      if (error) throw toDataError(error);
    },
    // Also after a refusal: the place may have signed out by itself.
    onSettled: (_data, _error, _session, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.sessions(userId) }),
  });
}
