import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { newestFirst } from '#web/data/backend/keyset-pages.ts';
import type { PromptRow, PromptSort } from '../prompt.ts';
import { groupArguments, scopeArgument } from '#web/data/search/search-prompts.ts';
import {
  keyedPage,
  pageOf,
  timeKeyOf,
  type Cursor,
  type PromptPage,
  type ReadPage,
} from './prompt-pages.ts';
import { promptColumns, selectOwnPrompts } from '../select-own-prompts.ts';

/** The prompts of a person or a team, or of a group of theirs. */
export interface OwnList {
  readonly userId: string;
  readonly groupId?: string;
  /** Lists the prompts of this team instead of the person's own. */
  readonly teamId?: string;
  /** Whether groups below it count too. */
  readonly andBelow?: boolean;
  readonly size: number;
}

/** Returns the reader of a list's pages in an order. */
export function readSorted(list: OwnList, sort: PromptSort): ReadPage {
  return (after, signal) => readers[sort](list, after, signal);
}

type ReadList = (list: OwnList, after: Cursor, signal: AbortSignal) => Promise<PromptPage>;

const readers: Record<PromptSort, ReadList> = {
  created: (list, after, signal) => readByTime('created_at', list, after, signal),
  updated: (list, after, signal) => readByTime('updated_at', list, after, signal),

  title: async ({ groupId, teamId, andBelow, size }, after, signal) => {
    const [title, id] = after ?? [];
    const rows = unwrap(
      await db
        .rpc('prompts_by_title', {
          page_size: size,
          ...scopeArgument(teamId),
          ...groupArguments(groupId, andBelow),
          ...(title === undefined || id === undefined ? {} : { after_title: title, after_id: id }),
        })
        .select(promptColumns)
        .abortSignal(signal),
    );
    return keyedPage(rows, size, (row) => row.title);
  },

  used: async ({ groupId, teamId, andBelow, size }, after, signal) => {
    const [kind, at, id] = after ?? [];
    const rows = unwrap(
      await db
        .rpc('prompts_by_last_use', {
          page_size: size,
          ...scopeArgument(teamId),
          ...groupArguments(groupId, andBelow),
          ...(at === undefined || id === undefined
            ? {}
            : { [kind === 'used' ? 'after_used_at' : 'after_created_at']: at, after_id: id }),
        })
        .select(promptColumns)
        .abortSignal(signal),
    );
    const last = rows.length === size ? rows.at(-1) : undefined;
    return pageOf(rows, last ? lastUseKey(last) : null);
  },
};

async function readByTime(
  column: 'created_at' | 'updated_at',
  { userId, groupId, teamId, andBelow = false, size }: OwnList,
  after: Cursor,
  signal: AbortSignal,
): Promise<PromptPage> {
  const key = timeKeyOf(after);
  let request =
    column === 'created_at' && groupId === undefined && teamId === undefined
      ? // The same request as the first document's.
        selectOwnPrompts(db, userId, key, size)
      : newestFirst(
          (andBelow && groupId !== undefined
            ? db.rpc('prompts_below', { in_group: groupId }, { get: true }).select(promptColumns)
            : db.from('prompts').select(promptColumns)
          )
            .eq(teamId === undefined ? 'user_id' : 'team_id', teamId ?? userId)
            .is('deleted_at', null),
          column,
          key,
          size,
        );
  if (groupId !== undefined && !andBelow) request = request.eq('group_id', groupId);
  const rows = unwrap(await request.abortSignal(signal));
  return keyedPage(rows, size, (row) => row[column]);
}

/** Prompts that were never used come after the others, by their time of creation. */
function lastUseKey(row: PromptRow): Cursor {
  const usedAt = row.prompt_uses[0]?.used_at;
  return usedAt === undefined ? ['unused', row.created_at, row.id] : ['used', usedAt, row.id];
}
