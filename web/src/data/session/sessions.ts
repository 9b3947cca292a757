import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { auth, db } from '#web/data/backend/client.ts';
import { toDataError, unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** A session of the user, on this or another device. */
export interface OpenSession {
  readonly id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  /** The User-Agent header; null when there was none. */
  readonly userAgent: string | null;
  readonly ip: string | null;
  /** Whether it is this session. */
  readonly isCurrent: boolean;
}

/** The user's sessions, this one first, then by last use. */
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

/** Ends another session; without an id, all others. */
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
    // Also after a refusal: the session may have ended by itself.
    onSettled: (_data, _error, _session, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.sessions(userId) }),
  });
}
