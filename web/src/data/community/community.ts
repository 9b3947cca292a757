import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { uniqueById } from '#web/lib/values/unique-by-id.ts';
import { isId } from '#web/lib/values/is-id.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { shownAvatar } from '#web/data/account/shown-avatar.ts';
import { queryKeys } from '#web/data/query-keys.ts';

export const communityOrders = ['latest', 'trending', 'top'] as const;
export type CommunityOrder = (typeof communityOrders)[number];

interface Author {
  readonly id: string;
  /** Null when not given: shown as 'Anonymous'. */
  readonly fullName: string | null;
  readonly avatarUrl: string | null;
}

interface PublicFields {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly icon: string | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly author: Author;
  readonly favoritesCount: number;
  readonly forksCount: number;
  readonly commentsCount: number;
}

/** A public prompt as a card of the community shows it. */
export interface CommunityPrompt extends PublicFields {
  /** The beginning of its content. */
  readonly preview: string;
  /** Among the reader's favourites, now; and when `favoritesCount` was counted. */
  readonly starred: boolean;
  readonly starredWhenCounted: boolean;
}

/** A public prompt as its shared link shows it. */
export interface SharedPrompt extends PublicFields {
  readonly content: string;
}

/** The number of the database, with the reader's own star as it is now. */
export function shownFavorites(prompt: CommunityPrompt): number {
  return prompt.favoritesCount + Number(prompt.starred) - Number(prompt.starredWhenCounted);
}

interface PublicRow {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly template_category: string | null;
  readonly icon: string | null;
  readonly version: number;
  readonly user_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly author_name: string | null;
  readonly author_avatar: string | null;
  readonly favorites_count: number;
  readonly forks_count: number;
  readonly comments_count: number;
}

function publicFields(row: PublicRow): PublicFields {
  return {
    id: row.id,
    title: row.title,
    description: row.description ?? '',
    tags: row.tags,
    category: row.category ?? row.template_category,
    icon: row.icon,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    author: {
      id: row.user_id,
      fullName: row.author_name,
      avatarUrl: shownAvatar(row.author_avatar),
    },
    favoritesCount: row.favorites_count,
    forksCount: row.forks_count,
    commentsCount: row.comments_count,
  };
}

interface Page {
  readonly prompts: readonly CommunityPrompt[];
  /** The database's own mark of the last row; null when this page was the last. */
  readonly next: string | null;
  readonly typoForgiven: boolean;
}

export interface Feed {
  readonly prompts: readonly CommunityPrompt[];
  /** Nothing matched as it was written; what is shown is one letter away. */
  readonly typoForgiven: boolean;
}

const pageSize = 24;

/** Which public prompts, and in which order. */
export interface CommunityChoice {
  readonly order: CommunityOrder;
  /** What title or description must contain; empty for all. */
  readonly search: string;
  /** Tags that a prompt must all have. */
  readonly tags: readonly string[];
  readonly category: string | null;
}

/**
 * Public prompts in an order computed by the server, page after page, complete. Orders that move while one reads may
 * bring a row twice: repeats go.
 */
export function communityQuery(choice: CommunityChoice, userId: string) {
  const { order, search, tags, category } = choice;
  return infiniteQueryOptions({
    // A list of prompts like others, so that a star changes it everywhere.
    queryKey: queryKeys.prompts.community(userId, choice),
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const rows = unwrap(
        await db
          .rpc('community_feed', {
            sort: order,
            query: search,
            page_size: pageSize,
            ...(tags.length === 0 ? {} : { with_tags: [...tags] }),
            ...(category === null ? {} : { in_category: category }),
            ...(pageParam === null ? {} : { after: pageParam }),
          })
          .abortSignal(signal),
      );
      return {
        prompts: rows.map((row) => ({
          ...publicFields(row),
          preview: row.preview,
          starred: row.is_favorite,
          starredWhenCounted: row.is_favorite,
        })),
        next: rows.length === pageSize ? (rows.at(-1)?.cursor ?? null) : null,
        typoForgiven: rows[0]?.typo_forgiven ?? false,
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }): Feed => ({
      prompts: uniqueById(pages.flatMap(({ prompts }) => prompts)),
      typoForgiven: pages[0]?.typoForgiven ?? false,
    }),
  });
}

/** A public prompt for anybody, signed in or not. One answer for a private, a deleted and a made-up id. */
export function sharedPromptQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.prompts.shared(id),
    queryFn: async ({ signal }): Promise<SharedPrompt> => {
      const row = isId(id)
        ? unwrap(await db.rpc('public_prompt', { id }).abortSignal(signal).maybeSingle())
        : null;
      if (row === null) throw new DataError(messages.prompts.notFound, { status: 404 });
      return { ...publicFields(row), content: row.content };
    },
  });
}
