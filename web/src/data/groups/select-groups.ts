import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#contract/database.types.ts';

/*
 * Apart from groups.ts: the renderer of the first document takes the address from here and has no
 * client.
 */

export const groupColumns =
  'id, name, description, created_at, updated_at, parent_id, team_id, prompts(count)';

/** Selects the groups of a person or of teams, newest first, each with the number of its prompts. */
export function selectGroups(
  client: PostgrestClient<Database>,
  owner: 'user_id' | 'team_id',
  id: string | readonly string[],
  size: number,
) {
  const groups = client.from('groups').select(groupColumns);
  const owned = typeof id === 'string' ? groups.eq(owner, id) : groups.in(owner, id);
  return owned
    .is('deleted_at', null)
    .is('prompts.deleted_at', null)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(size);
}
