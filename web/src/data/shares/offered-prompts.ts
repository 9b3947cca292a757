import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { hasSharesQuery, sharedPromptsKey } from './shared-prompts.ts';
import type { ShareRole } from './prompt-people.ts';

/** A prompt that somebody wants to share with the user. */
export interface OfferedPrompt {
  readonly shareId: string;
  readonly promptId: string;
  readonly title: string;
  readonly role: ShareRole;
  /** Null when unset: shown as 'Anonymous'. */
  readonly inviterName: string | null;
  readonly expiresAt: string;
}

/** The prompts that are offered to the user's address, newest first. */
export function offeredPromptsQuery(userId: string) {
  return queryOptions({
    queryKey: [...queryKeys.prompts.all, 'offered', userId] as const,
    queryFn: async ({ signal }): Promise<OfferedPrompt[]> => {
      const request = db.rpc('my_offered_prompts', {}, { get: true });
      return unwrap(await request.abortSignal(signal)).map((row) => ({
        shareId: row.id,
        promptId: row.prompt_id,
        title: row.title,
        role: row.role === 'editor' ? 'editor' : 'viewer',
        inviterName: row.inviter_name,
        expiresAt: row.expires_at,
      }));
    },
    staleTime: 0,
  });
}

/** The prompt of a share that was accepted and not ended since; otherwise null. */
export function acceptedPromptQuery(shareId: string | null) {
  return queryOptions({
    queryKey: [...queryKeys.prompts.all, 'accepted', shareId] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      const request = db.from('prompt_shares').select('prompt_id').eq('state', 'accepted');
      const [row] = unwrap(await request.eq('id', shareId ?? '').abortSignal(signal));
      return row?.prompt_id ?? null;
    },
    enabled: shareId !== null,
    staleTime: 0,
    retry: false,
  });
}

/** Refetches what is offered to the user and shared with them. */
export async function refetchShared(client: QueryClient, userId: string): Promise<void> {
  // The next search must not begin with a prompt that is no longer shared.
  client.removeQueries({ queryKey: sharedPromptsKey(userId), type: 'inactive' });
  await Promise.all([
    client.invalidateQueries({ queryKey: offeredPromptsQuery(userId).queryKey }),
    client.invalidateQueries({ queryKey: sharedPromptsKey(userId) }),
    client.invalidateQueries({ queryKey: hasSharesQuery(userId).queryKey }),
  ]);
}

export async function acceptShare(shareId: string): Promise<void> {
  unwrap(await db.rpc('accept_prompt_share', { id: shareId }));
}

/** Declines an offered prompt, or gives one back that was accepted. */
export async function declineShare(shareId: string): Promise<void> {
  unwrap(await db.rpc('decline_prompt_share', { id: shareId }));
}
