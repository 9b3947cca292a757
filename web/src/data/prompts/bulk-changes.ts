import type { PostgrestSingleResponse } from '@supabase/postgrest-js';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Json } from '#contract/database.types.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** A change of many prompts, in one transaction. It leaves prompts alone that already match. */
export type BulkChange =
  | { readonly kind: 'move'; readonly ids: string[]; readonly groupId: string | null }
  | { readonly kind: 'move-to-team'; readonly ids: string[]; readonly teamId: string | null }
  | {
      readonly kind: 'tag';
      readonly ids: string[];
      readonly added: string[];
      readonly removed: string[];
    }
  | { readonly kind: 'categorize'; readonly ids: string[]; readonly category: string | null }
  | { readonly kind: 'publish'; readonly ids: string[]; readonly isPublic: boolean }
  | { readonly kind: 'favourite'; readonly ids: string[]; readonly favourite: boolean }
  | { readonly kind: 'delete'; readonly ids: string[]; readonly deleted: boolean }
  | { readonly kind: 'duplicate'; readonly ids: string[] }
  /** Changes all prompts of the person or of a team; null removes the tags. */
  | {
      readonly kind: 'rename-tags';
      readonly tags: string[];
      readonly to: string | null;
      readonly teamId: string | null;
    }
  /** Undoes a change that made versions: {id: version}. */
  | { readonly kind: 'undo'; readonly changes: Json };

interface BulkResult {
  /** How many prompts have changed. */
  readonly count: number;
  /** The change that undoes it; null after an undo, and if the person was asked before. */
  readonly undo: BulkChange | null;
}

/** Applies a change. Throws a DataError when the server refuses; then nothing has changed. */
export function applyBulkChange() {
  return mutationOptions({
    mutationFn: runBulkChange,
    onSuccess: (_done, _change, _before, { client }) => client.invalidateQueries(),
  });
}

async function runBulkChange(change: BulkChange): Promise<BulkResult> {
  switch (change.kind) {
    case 'move':
      return versioned(db.rpc('move_prompts', { ids: change.ids, to_group: change.groupId }));
    case 'move-to-team': {
      const { ids, teamId } = change;
      const request = db.rpc('move_prompts_to_team', { ids, to_team: teamId });
      return { ...(await versioned(request)), undo: null };
    }
    case 'tag': {
      const { ids, added, removed } = change;
      return versioned(db.rpc('tag_prompts', { ids, added, removed }));
    }
    case 'categorize': {
      const { ids, category } = change;
      return versioned(db.rpc('categorize_prompts', { ids, new_category: category }));
    }
    case 'publish': {
      const { ids, isPublic } = change;
      return versioned(db.rpc('publish_prompts', { ids, is_public: isPublic }));
    }
    case 'rename-tags': {
      const { tags, to, teamId } = change;
      const request = db.rpc('rename_tags', { old_tags: tags, new_tag: to, of_team: teamId });
      return versioned(request);
    }
    case 'undo': {
      const { changes } = change;
      return { count: unwrap(await db.rpc('undo_prompt_changes', { changes })), undo: null };
    }
    case 'favourite': {
      const { ids, favourite } = change;
      const changed = unwrap(await db.rpc('set_favorites', { ids, favorite: favourite }));
      return {
        count: changed.length,
        undo: { kind: 'favourite', ids: changed, favourite: !favourite },
      };
    }
    case 'delete': {
      const { ids, deleted } = change;
      const changed = unwrap(await db.rpc('set_prompts_deleted', { ids, deleted }));
      return { count: changed.length, undo: { kind: 'delete', ids: changed, deleted: !deleted } };
    }
    case 'duplicate': {
      const createdIds = unwrap(await db.rpc('duplicate_prompts', { ids: change.ids }));
      return { count: createdIds.length, undo: { kind: 'delete', ids: createdIds, deleted: true } };
    }
    default:
      return change satisfies never;
  }
}

/** Sends a change that makes versions and returns them. */
async function versioned(request: PromiseLike<PostgrestSingleResponse<Json>>): Promise<BulkResult> {
  const changes = unwrap(await request);
  const count = typeof changes === 'object' && changes !== null ? Object.keys(changes).length : 0;
  return { count, undo: { kind: 'undo', changes } };
}

/** Returns the ids of the person's or a team's prompts that match a search; of all for an empty one. */
export async function matchingPromptIds(search: string, teamId: string | null): Promise<string[]> {
  return unwrap(await db.rpc('matching_prompts', { query: search, of_team: teamId }));
}

/** The rights of the person to some prompts. */
export interface PromptRights {
  /** Those that the person owns. */
  readonly ownIds: string[];
  /** Those whose text and tags their team changes by proposals alone. */
  readonly proposalIds: readonly string[];
}

/** The person's rights to some prompts. The database decides again on each change. */
export function rightsToPromptsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [...queryKeys.prompts.all, 'rights', ids],
    queryFn: async ({ signal }): Promise<PromptRights> => {
      const request = db.rpc('rights_to_prompts', { ids: [...ids] });
      const row = unwrap(await request.abortSignal(signal).single());
      return { ownIds: row.own_ids, proposalIds: row.proposal_ids };
    },
    staleTime: 0,
    gcTime: 0,
  });
}
