import type { Database } from '#contract/database.types.ts';
import { limits } from '#contract/limits.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import type { Cursor, PromptPage } from '#web/data/prompts/lists/prompt-pages.ts';
import { sharedFieldsOf, type PromptSummary, type SearchedList } from '#web/data/prompts/prompt.ts';

const scopes: Record<SearchedList, string> = {
  mine: 'library',
  favourites: 'favorites',
  templates: 'templates',
  deleted: 'library',
  teams: 'teams',
  shared: 'shared',
};

export interface SearchRequest {
  readonly kind: SearchedList;
  readonly search: string;
  /** Searches this group only. */
  readonly groupId?: string;
  /** Searches the prompts of this team instead. */
  readonly teamId?: string;
  /** Searches the groups below it too. */
  readonly andBelow?: boolean;
}

/** Returns the arguments of functions that read prompts of a group, or of all. */
export function groupArguments(groupId: string | undefined, andBelow = false) {
  if (groupId === undefined) return {};
  return { in_group: groupId, ...(andBelow ? { and_below: true } : {}) };
}

/** Returns the argument of functions that read a library: the person's own without a team. */
export function scopeArgument(teamId: string | null | undefined) {
  return teamId == null ? {} : { scope: `team:${teamId}` };
}

/** Reads a page of a list's matches from the database. */
export async function searchPrompts(
  { kind, search, groupId, andBelow, teamId }: SearchRequest,
  after: Cursor,
  signal: AbortSignal,
): Promise<PromptPage> {
  const [cursor] = after ?? [];
  const rows = unwrap(
    await db
      .rpc('search_prompts', {
        query: search,
        scope: scopes[kind],
        ...scopeArgument(teamId),
        page_size: limits.listPageSize,
        ...(cursor === undefined ? {} : { after: cursor }),
        ...groupArguments(groupId, andBelow),
      })
      .abortSignal(signal),
  );
  const last = rows.length === limits.listPageSize ? rows.at(-1) : undefined;
  return {
    prompts: rows.map(toSummary),
    next: last ? [last.cursor] : null,
    typoForgiven: rows.some((row) => row.typo_forgiven),
  };
}

type SearchRow = Database['public']['Functions']['search_prompts']['Returns'][number];

function toSummary(row: SearchRow): PromptSummary {
  return {
    ...sharedFieldsOf(row),
    preview: row.preview,
    ...(row.excerpt === null ? {} : { excerpt: row.excerpt }),
    content: null,
    variableCount: row.variable_count,
    groupName: row.group_name,
    authorName: row.author_name,
    deletedAt: null,
    starred: row.is_favorite,
    lastUsedAt: row.last_used_at,
  };
}
