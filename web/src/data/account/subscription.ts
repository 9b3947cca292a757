import { queryOptions, useQuery } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

const minute = 60_000;

/** Whether the person's latest subscription is active. */
function subscriptionQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.subscriptions.detail(userId),
    queryFn: async ({ signal }): Promise<boolean> => {
      const rows = unwrap(
        await db
          .from('subscriptions')
          .select('*')
          .eq('user_id', userId)
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal),
      );
      return rows[0]?.status === 'active';
    },
    staleTime: minute,
    gcTime: 5 * minute,
    retry: 2,
  });
}

/** A user's plan. While it can't be read, they count as not subscribed. */
export interface Subscription {
  readonly isSubscribed: boolean;
  readonly isLoading: boolean;
}

export function useSubscription(userId: string): Subscription {
  const { data, isError, isPending } = useQuery(subscriptionQuery(userId));
  return { isSubscribed: !isError && data === true, isLoading: isPending };
}
