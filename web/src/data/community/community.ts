import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Database } from '#contract/database.types.ts';
import { messages } from '#contract/messages.ts';
import { uniqueById } from '#web/lib/values/unique-by-id.ts';
import { isUuid } from '#contract/uuid.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import type { Profile } from '#web/data/account/profiles.ts';
import { shownAvatar } from '#web/data/account/shown-avatar.ts';
import { queryKeys } from '#web/data/query-keys.ts';

export const communityOrders = ['latest', 'trending', 'top'] as const;
type CommunityOrder = (typeof communityOrders)[number];

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
  readonly author: Profile;
  readonly favoritesCount: number;
  readonly forksCount: number;
  readonly commentsCount: number;
}

/** A public prompt on a card of the community. */
export interface CommunityPrompt extends PublicFields {
  /** The start of its content. */
  readonly preview: string;
  readonly variableCount: number;
  /** Whether it is one of the reader's favourites: now, and when `favoritesCount` was counted. */
  readonly starred: boolean;
  readonly starredWhenCounted: boolean;
}

/** A public prompt on the page of its shared link. */
export interface SharedPrompt extends PublicFields {
  readonly content: string;
}

/** Returns the counted favourites, corrected by the reader's own star as it is now. */
export function shownFavorites(prompt: CommunityPrompt): number {
  return prompt.favoritesCount + Number(prompt.starred) - Number(prompt.starredWhenCounted);
}

type Functions = Database['public']['Functions'];
type FeedRow = Functions['community_feed']['Returns'][number];
type SharedRow = Functions['public_prompt']['Returns'][number];

/** The columns that both functions return. */
type PublicRow = Pick<FeedRow, keyof FeedRow & keyof SharedRow>;

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
  /** The server's cursor after the last row; null when this page is the last. */
  readonly next: string | null;
  readonly typoForgiven: boolean;
}

export interface Feed {
  readonly prompts: readonly CommunityPrompt[];
  /** No exact match: the results differ by one letter. */
  readonly typoForgiven: boolean;
}

const pageSize = 24;

/** A filter and an order of public prompts. */
export interface CommunityChoice {
  readonly order: CommunityOrder;
  /** Words that title or description must contain; empty for all. */
  readonly search: string;
  /** Tags that a prompt must have, all of them. */
  readonly tags: readonly string[];
  readonly category: string | null;
}

/**
 * Pages of public prompts in an order computed by the server. An order that changes between two
 * pages may return a row twice, so repeats are removed.
 */
export function communityQuery(choice: CommunityChoice, userId: string) {
  const { order, search, tags, category } = choice;
  return infiniteQueryOptions({
    // Keyed as a list of prompts, so that a star updates it everywhere.
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
          variableCount: row.variable_count,
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

/** The number of public prompts that the choice finds; 1,001 at most. */
export function communityCountQuery({ search, tags, category }: CommunityChoice, userId: string) {
  return queryOptions({
    queryKey: queryKeys.prompts.communityCount(userId, { search, tags, category }),
    queryFn: async ({ signal }): Promise<number> =>
      unwrap(
        await db
          .rpc('count_community', {
            query: search,
            ...(tags.length === 0 ? {} : { with_tags: [...tags] }),
            ...(category === null ? {} : { in_category: category }),
          })
          .abortSignal(signal),
      ),
  });
}

/** A public prompt, for anyone. Fails alike for a private, a deleted and an unknown id. */
export function sharedPromptQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.prompts.shared(id),
    queryFn: async ({ signal }): Promise<SharedPrompt> => {
      const row = isUuid(id)
        ? unwrap(await db.rpc('public_prompt', { id }).abortSignal(signal).maybeSingle())
        : null;
      if (row === null) throw new DataError(messages.prompts.notFound, { status: 404 });
      return { ...publicFields(row), content: row.content };
    },
  });
}
