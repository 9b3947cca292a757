import type { Database } from '#contract/database.types.ts';
import { limits } from '#contract/limits.ts';
import { db } from './client.ts';
import { unwrap } from './fail.ts';
import { sharedFieldsOf, type PromptListKind, type PromptSummary } from './prompt.ts';

/** Where the next page starts: a key, or the search's cursor. Null: this page was the last. */
export type Cursor = readonly string[] | null;

/** A page of a list, as it is cached. */
export interface PromptPage {
  readonly prompts: readonly PromptSummary[];
  readonly next: Cursor;
  /** Nothing matched exactly: these match but for one letter. */
  readonly typoForgiven: boolean;
}

const scopes: Record<PromptListKind, string> = {
  mine: 'library',
  favourites: 'favorites',
  templates: 'templates',
  deleted: 'library',
};

/** Everything, or all of a group, whose title or content contains the words: the database searches, on indexes. */
export async function searchPrompts(
  kind: PromptListKind,
  words: string,
  after: Cursor,
  signal: AbortSignal,
  groupId?: string,
): Promise<PromptPage> {
  const [cursor] = after ?? [];
  const rows = unwrap(
    await db
      .rpc('search_prompts', {
        query: words,
        scope: scopes[kind],
        page_size: limits.listPageSize,
        ...(cursor === undefined ? {} : { after: cursor }),
        ...(groupId === undefined ? {} : { in_group: groupId }),
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
    content: null,
    groupName: row.group_name,
    deletedAt: null,
    starred: row.is_favorite,
    lastUsedAt: row.last_used_at,
  };
}
