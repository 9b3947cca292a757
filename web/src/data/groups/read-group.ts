import { queryOptions } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { isUuid } from '#contract/uuid.ts';
import { toGroup, type Group } from './groups.ts';
import { groupColumns } from './select-groups.ts';

/** One group. Throws 'Group not found' when the person has none, nor a team of theirs. */
export function groupQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.groups.detail(id),
    queryFn: ({ signal }) => readGroup(db, id, signal),
  });
}

export async function readGroup(from: typeof db, id: string, signal?: AbortSignal): Promise<Group> {
  if (!isUuid(id)) throw new DataError(messages.groups.notFound, { status: 404 });
  let request = from
    .from('groups')
    .select(groupColumns)
    .eq('id', id)
    .is('deleted_at', null)
    .is('prompts.deleted_at', null);
  if (signal) request = request.abortSignal(signal);
  const row = unwrap(await request.maybeSingle());
  if (!row) throw new DataError(messages.groups.notFound, { status: 404 });
  return toGroup(row);
}
