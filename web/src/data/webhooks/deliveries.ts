import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'skipped';

/** An event that was sent to a webhook, or will be. */
export interface Delivery {
  readonly id: string;
  readonly event: string;
  /** Null for a test. */
  readonly promptId: string | null;
  readonly status: DeliveryStatus;
  /** Whether a server is sending it. */
  readonly isSending: boolean;
  readonly attempts: number;
  readonly createdAt: string;
  /** The time of the last attempt; null before the first. */
  readonly attemptedAt: string | null;
  readonly nextAttemptAt: string;
  readonly durationMs: number | null;
  /** The HTTP status of the last response; null without one. */
  readonly responseStatus: number | null;
  /** Why the last attempt failed; null if it did not. */
  readonly error: string | null;
}

const pageSize = 20;
const columns =
  'id, event, prompt_id, status, attempts, created_at, attempted_at, next_attempt_at, claimed_until, duration_ms, response_status, error';
const soonMs = 10_000;

const listKey = (webhookId: string) => [...queryKeys.webhooks, 'deliveries', webhookId] as const;

/** Pages of a webhook's deliveries, newest first. Refetched while the page shows them. */
export function deliveriesQuery(webhookId: string) {
  return infiniteQueryOptions({
    queryKey: listKey(webhookId),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<readonly Delivery[]> => {
      let request = db
        .from('webhook_deliveries')
        .select(columns)
        .eq('webhook_id', webhookId)
        .order('id', { ascending: false })
        .limit(pageSize)
        .abortSignal(signal);
      if (pageParam !== null) request = request.lt('id', pageParam);
      return unwrap(await request).map((row) => ({
        id: row.id,
        event: row.event,
        promptId: row.prompt_id,
        status: toStatus(row.status),
        isSending: row.claimed_until !== null,
        attempts: row.attempts,
        createdAt: row.created_at,
        attemptedAt: row.attempted_at,
        nextAttemptAt: row.next_attempt_at,
        durationMs: row.duration_ms,
        responseStatus: row.response_status,
        error: row.error,
      }));
    },
    getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const isSoon = (each: Delivery) =>
        each.isSending ||
        (each.status === 'pending' && Date.parse(each.nextAttemptAt) < Date.now() + soonMs);
      return state.data?.pages.flat().some(isSoon) ? 2_000 : 15_000;
    },
  });
}

function toStatus(status: string): DeliveryStatus {
  const statuses: readonly DeliveryStatus[] = ['delivered', 'failed', 'skipped'];
  return statuses.find((each) => each === status) ?? 'pending';
}

/** The body of a delivery's last attempt; null if nothing was sent. */
export function deliveryBodyQuery({ id, attempts }: Pick<Delivery, 'id' | 'attempts'>) {
  return queryOptions({
    queryKey: [...queryKeys.webhooks, 'body', id, attempts] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      const row = unwrap(
        await db
          .from('webhook_deliveries')
          .select('request_body')
          .eq('id', id)
          .abortSignal(signal)
          .single(),
      );
      return row.request_body;
    },
  });
}

export function sendTest(webhookId: string) {
  return mutationOptions({
    mutationFn: async (): Promise<void> => {
      unwrap(await db.rpc('send_webhook_test', { webhook_id: webhookId }));
    },
    onSettled: (_nothing, _error, _variables, _before, { client }) =>
      client.invalidateQueries({ queryKey: listKey(webhookId) }),
  });
}

export function resendDelivery(webhookId: string) {
  return mutationOptions({
    mutationFn: async (deliveryId: string): Promise<void> => {
      unwrap(await db.rpc('resend_webhook_delivery', { delivery_id: deliveryId }));
    },
    onSettled: (_nothing, _error, _id, _before, { client }) =>
      client.invalidateQueries({ queryKey: listKey(webhookId) }),
  });
}
