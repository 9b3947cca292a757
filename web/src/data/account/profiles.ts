import { queryOptions } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { shownAvatar } from './shown-avatar.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** The public data of a user. */
export interface Profile {
  readonly id: string;
  /** Null when unset: shown as 'Anonymous'. */
  readonly fullName: string | null;
  readonly avatarUrl: string | null;
}

/** A user's name and picture; both null once the account is deleted. */
export function profileQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.profiles.detail(id),
    queryFn: async ({ signal }): Promise<Profile> => {
      const row = unwrap(
        await db
          .from('profiles')
          .select('full_name, avatar_url')
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle(),
      );
      return {
        id,
        fullName: row?.full_name ?? null,
        avatarUrl: shownAvatar(row?.avatar_url ?? null),
      };
    },
  });
}

/** Returns the name to show for a profile: '…' while it loads. */
export function shownName(query: {
  readonly data: Profile | undefined;
  readonly isLoading: boolean;
}): string {
  return query.isLoading ? '…' : (query.data?.fullName ?? messages.community.anonymous);
}
