import { mutationOptions } from '@tanstack/react-query';
import type { Json } from '#contract/database.types.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';

/** What can be done to many prompts at once. Each is one transaction, and touches only what is not so already. */
export type BulkChange =
  | { readonly kind: 'move'; readonly ids: string[]; readonly groupId: string | null }
  | {
      readonly kind: 'tag';
      readonly ids: string[];
      readonly added: string[];
      readonly removed: string[];
    }
  | { readonly kind: 'publish'; readonly ids: string[]; readonly isPublic: boolean }
  | { readonly kind: 'favourite'; readonly ids: string[]; readonly favourite: boolean }
  | { readonly kind: 'delete'; readonly ids: string[]; readonly deleted: boolean }
  | { readonly kind: 'duplicate'; readonly ids: string[] }
  /** Of all the person's prompts; null takes the tags off. */
  | { readonly kind: 'rename-tags'; readonly tags: string[]; readonly to: string | null }
  /** Of what made versions: {id: version}. */
  | { readonly kind: 'undo'; readonly changes: Json };

interface BulkResult {
  /** How many prompts have changed. */
  readonly count: number;
  /** What takes it back; null for what was itself an undoing. */
  readonly undo: BulkChange | null;
}

/** Carries out one of these. Throws a DataError when the server refuses; then nothing has changed. */
export function applyBulkChange() {
  return mutationOptions({
    mutationFn: runBulkChange,
    onSuccess: (_done, _change, _before, { client }) => client.invalidateQueries(),
  });
}

async function runBulkChange(change: BulkChange): Promise<BulkResult> {
  switch (change.kind) {
    case 'move': {
      const { ids, groupId } = change;
      return versioned(unwrap(await db.rpc('move_prompts', { ids, to_group: groupId })));
    }
    case 'tag': {
      const { ids, added, removed } = change;
      return versioned(unwrap(await db.rpc('tag_prompts', { ids, added, removed })));
    }
    case 'publish': {
      const { ids, isPublic } = change;
      return versioned(unwrap(await db.rpc('publish_prompts', { ids, is_public: isPublic })));
    }
    case 'rename-tags':
      return versioned(
        unwrap(await db.rpc('rename_tags', { old_tags: change.tags, new_tag: change.to })),
      );
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
      const made = unwrap(await db.rpc('duplicate_prompts', { ids: change.ids }));
      return { count: made.length, undo: { kind: 'delete', ids: made, deleted: true } };
    }
    default:
      return change satisfies never;
  }
}

function versioned(changes: Json): BulkResult {
  const count = typeof changes === 'object' && changes !== null ? Object.keys(changes).length : 0;
  return { count, undo: { kind: 'undo', changes } };
}

/** Ids of all the person's prompts that match the words of a search; all of them for none. */
export async function matchingPromptIds(search: string): Promise<string[]> {
  return unwrap(await db.rpc('matching_prompts', { query: search }));
}
