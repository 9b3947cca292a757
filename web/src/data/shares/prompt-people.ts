import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { shownAvatar } from '#web/data/account/shown-avatar.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

export type ShareRole = 'viewer' | 'editor';

/** A person with whom a prompt is shared, or an address that it is offered to. */
export interface PromptPerson {
  readonly shareId: string;
  /** Null until the offer is accepted. */
  readonly userId: string | null;
  /** Null when unset: shown as 'Anonymous'. */
  readonly name: string | null;
  readonly avatarUrl: string | null;
  /** Only the owner of the prompt sees addresses. */
  readonly email: string | null;
  readonly role: ShareRole;
  readonly expiresAt: string;
  readonly isExpired: boolean;
}

/** The single people with whom a prompt is shared, as far as the user may see them. */
export function promptPeopleQuery(promptId: string) {
  return queryOptions({
    queryKey: [...queryKeys.prompts.all, 'people', promptId] as const,
    queryFn: async ({ signal }): Promise<PromptPerson[]> => {
      const request = db.rpc('prompt_people', { prompt_id: promptId }, { get: true });
      return unwrap(await request.abortSignal(signal)).map((row) => ({
        shareId: row.id,
        userId: row.user_id,
        name: row.full_name,
        avatarUrl: shownAvatar(row.avatar_url),
        email: row.email,
        role: row.role === 'editor' ? 'editor' : 'viewer',
        expiresAt: row.expires_at,
        isExpired: row.state === 'pending' && Date.parse(row.expires_at) < Date.now(),
      }));
    },
    staleTime: 0,
  });
}

/** Refetches what depends on who may read a prompt. */
export async function refetchPeople(client: QueryClient, promptId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: promptPeopleQuery(promptId).queryKey }),
    client.invalidateQueries({ queryKey: queryKeys.prompts.detail(promptId) }),
  ]);
}

/** Offers a prompt to the account with an address, which it must have confirmed. */
export async function sharePrompt(promptId: string, email: string, role: ShareRole): Promise<void> {
  unwrap(await db.rpc('share_prompt', { prompt_id: promptId, email, role }));
}

export async function changeShareRole(shareId: string, role: ShareRole): Promise<void> {
  unwrap(await db.rpc('change_share_role', { id: shareId, role }));
}

export async function revokeShare(shareId: string): Promise<void> {
  unwrap(await db.rpc('revoke_prompt_share', { id: shareId }));
}
