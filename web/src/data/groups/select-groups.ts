import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#contract/database.types.ts';

/*
 * Apart from groups.ts: the renderer of the first document takes the address from here and has no
 * client.
 */

export const groupColumns =
  'id, name, description, created_at, updated_at, parent_id, team_id, prompts(count)';

/** Selects the groups of a person or a team, newest first, each with the number of its prompts. */
export function selectGroups(
  client: PostgrestClient<Database>,
  owner: 'user_id' | 'team_id',
  id: string,
  size: number,
) {
  return client
    .from('groups')
    .select(groupColumns)
    .eq(owner, id)
    .is('deleted_at', null)
    .is('prompts.deleted_at', null)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(size);
}
