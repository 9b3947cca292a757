import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { webhookEvents, type WebhookEvent } from '#contract/webhook-events.ts';
import { limitFields, toAccessLimit, type AccessLimit } from '#web/data/account/access-limits.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** An address that gets a request when a prompt changes. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** The only group or team whose prompts count. */
  readonly limit: AccessLimit;
  /** The name of that group or team; null for no limit. */
  readonly limitName: string | null;
  readonly isActive: boolean;
  /** When its deliveries began to fail; null if the last one arrived. */
  readonly failingSince: string | null;
  /** Why the server paused it; null if the user did, or if it is active. */
  readonly pausedBecause: 'failing' | 'gone' | null;
}

export type WebhookInput = Pick<Webhook, 'url' | 'events' | 'limit'>;

const columns =
  'id, url, events, group_id, team_id, is_active, failing_since, paused_because, groups(name), teams(name)';

const listKey = (userId: string) => [...queryKeys.webhooks, 'list', userId] as const;

/** The webhooks of the user, oldest first. */
export function webhooksQuery(userId: string) {
  return queryOptions({
    queryKey: listKey(userId),
    queryFn: async ({ signal }): Promise<readonly Webhook[]> => {
      const rows = unwrap(
        await db
          .from('webhooks')
          .select(columns)
          .eq('user_id', userId)
          .order('created_at')
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        id: row.id,
        url: row.url,
        events: webhookEvents.filter((event) => row.events.includes(event)),
        limit: toAccessLimit(row.group_id, row.team_id),
        limitName: row.groups?.name ?? row.teams?.name ?? null,
        isActive: row.is_active,
        failingSince: row.failing_since,
        pausedBecause:
          row.paused_because === 'failing' || row.paused_because === 'gone'
            ? row.paused_because
            : null,
      }));
    },
    staleTime: 0,
  });
}

/** A new webhook with its secret, which the server shows only this once. */
export interface CreatedWebhook {
  readonly id: string;
  readonly secret: string;
}

export function createWebhook(userId: string) {
  return mutationOptions({
    mutationFn: async (input: WebhookInput): Promise<CreatedWebhook> =>
      unwrap(
        await db
          .rpc('create_webhook', {
            url: input.url,
            events: [...input.events],
            ...limitFields(input.limit),
          })
          .single(),
      ),
    onSuccess: (_created, _input, _before, { client }) => refetchWebhooks(client, userId),
  });
}

export function updateWebhook(userId: string, id: string) {
  return mutationOptions({
    mutationFn: async (changes: Partial<WebhookInput> & { isActive?: boolean }): Promise<void> => {
      const { url, events, limit, isActive } = changes;
      unwrap(
        await db
          .from('webhooks')
          .update({
            ...(url === undefined ? {} : { url }),
            ...(events === undefined ? {} : { events: [...events] }),
            ...(limit === undefined
              ? {}
              : { group_id: null, team_id: null, ...limitFields(limit) }),
            ...(isActive === undefined ? {} : { is_active: isActive }),
          })
          .eq('id', id),
      );
    },
    onSettled: (_nothing, _error, _changes, _before, { client }) => refetchWebhooks(client, userId),
  });
}

export async function deleteWebhook(id: string): Promise<void> {
  unwrap(await db.from('webhooks').delete().eq('id', id));
}

/** Replaces the secret and returns the new one, which the server shows only this once. */
export async function rotateWebhookSecret(id: string): Promise<string> {
  return unwrap(await db.rpc('rotate_webhook_secret', { webhook_id: id }));
}

export function refetchWebhooks(client: QueryClient, userId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: listKey(userId) });
}
