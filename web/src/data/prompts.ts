import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type { Database, Tables } from '#contract/database.types.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import { isId } from '#web/lib/is-id.ts';
import { db } from './client.ts';
import { DataError, toDataError, unwrap } from './fail.ts';
import { isOffline } from './line.ts';
import { newestFirst, nextKey, type PageKey } from './page-by-key.ts';
import type { PromptValues } from './prompt-values.ts';
import { storedSession } from './stored-session.ts';
import { anyWaiting } from './waiting-signal.ts';

const minutes = 60_000;
const previewLength = 300;

/** A prompt as a list shows it: what it is, and what the person did with it. */
export interface PromptSummary extends Omit<PromptValues, 'content'> {
  readonly id: string;
  /** The first 300 characters of the content. */
  readonly preview: string;
  /** Null in the results of a search, which carry the preview only. */
  readonly content: string | null;
  readonly version: number;
  readonly userId: string;
  readonly teamId: string | null;
  readonly groupName: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
  readonly isTemplate: boolean;
  readonly templateCategory: string | null;
  /** Among the person's favourites. */
  readonly starred: boolean;
  readonly lastUsedAt: string | null;
}

/** A whole prompt. */
export interface Prompt extends PromptSummary {
  readonly content: string;
  readonly category: string | null;
  readonly forkedFrom: string | null;
  readonly forkedFromVersion: number | null;
}

export interface PromptDetail extends Prompt {
  readonly versionCount: number;
  readonly forksCount: number;
  readonly commentsCount: number;
  /** Why an operator took it out of public, for those who may change it; null when none did. */
  readonly takedown: { readonly reason: string; readonly at: string } | null;
  /** What the person last filled its variables with. */
  readonly lastValues: Readonly<Record<string, string>>;
}

/** Which list: the person's own, their favourites, everybody's templates, or their own deleted ones. */
export type PromptListKind = 'mine' | 'favourites' | 'templates' | 'deleted';

export const promptKeys = {
  all: ['prompts'] as const,
  lists: () => [...promptKeys.all, 'list'] as const,
  list: (kind: PromptListKind, userId: string, search: string) =>
    [...promptKeys.lists(), kind, userId, { search }] as const,
  counts: () => [...promptKeys.all, 'count'] as const,
  count: (userId: string) => [...promptKeys.counts(), userId] as const,
  details: () => [...promptKeys.all, 'detail'] as const,
  detail: (id: string) => [...promptKeys.details(), id] as const,
};

/** Every field, and what the person did with the prompt: of favourites and uses, policies show only one's own. */
const listColumns = '*, favorites(user_id), prompt_uses(used_at), groups(name)';
const favouriteColumns =
  '*, favorites!inner(user_id), prompt_uses(used_at), groups(id, name, description)';
const detailColumns = `
  id, title, content, description, tags, is_public, version, user_id, team_id, group_id, created_at, updated_at,
  deleted_at, is_template, template_category, category, icon, forked_from, forked_from_version,
  favorites(user_id), prompt_uses(used_at, last_values), groups(name), prompt_versions(count),
  prompt_stats(forks_count, comments_count), takedowns(reason, created_at)`;

type PromptFields = Omit<Tables<'prompts'>, 'change_description'>;

export interface PromptRow extends PromptFields {
  readonly favorites: readonly { readonly user_id: string }[];
  readonly prompt_uses: readonly { readonly used_at: string }[];
  readonly groups: { readonly name: string } | null;
}

/** What a list shows of a content. */
export function previewOf(content: string): string {
  return content.slice(0, previewLength);
}

export function toPrompt(row: PromptRow): Prompt {
  return {
    id: row.id,
    title: row.title,
    preview: previewOf(row.content),
    content: row.content,
    description: row.description ?? '',
    tags: row.tags,
    isPublic: row.is_public,
    version: row.version,
    userId: row.user_id,
    teamId: row.team_id,
    groupId: row.group_id,
    groupName: row.groups?.name ?? null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    isTemplate: row.is_template,
    templateCategory: row.template_category,
    category: row.category,
    icon: row.icon,
    forkedFrom: row.forked_from,
    forkedFromVersion: row.forked_from_version,
    starred: row.favorites.length > 0,
    lastUsedAt: row.prompt_uses[0]?.used_at ?? null,
  };
}

/** Where the next page starts: a key, or the search's cursor. Null: this page was the last. */
type Cursor = readonly string[] | null;

/** A page of a list, as it is cached. */
export interface PromptPage {
  readonly prompts: readonly PromptSummary[];
  readonly next: Cursor;
  /** Nothing matched exactly: these match but for one letter. */
  readonly typoForgiven: boolean;
}

/**
 * One of the four lists, page by page, complete; with `search`, its matches, best first. A page that is full may be
 * followed by another.
 */
export function promptsQuery(kind: PromptListKind, userId: string, search = '') {
  const words = search.trim();
  return infiniteQueryOptions({
    queryKey: promptKeys.list(kind, userId, words),
    initialPageParam: null as Cursor,
    getNextPageParam: (page: PromptPage) => page.next,
    queryFn: ({ pageParam, signal }): Promise<PromptPage> =>
      words === ''
        ? readers[kind](userId, pageParam, signal)
        : searchPrompts(kind, words, pageParam, signal),
    select: ({ pages }) => ({
      prompts: pages.flatMap((page) => page.prompts),
      typoForgiven: pages[0]?.typoForgiven ?? false,
    }),
    staleTime: 5 * minutes,
  });
}

type ReadPage = (userId: string, after: Cursor, signal: AbortSignal) => Promise<PromptPage>;

const size = limits.listPageSize;

const readers: Record<PromptListKind, ReadPage> = {
  async mine(userId, after, signal) {
    const mine = db
      .from('prompts')
      .select(listColumns)
      .eq('user_id', userId)
      .is('deleted_at', null)
      .abortSignal(signal);
    return byTime(unwrap(await newestFirst(mine, 'created_at', keyOf(after), size)));
  },

  async favourites(_userId, after, signal) {
    const marked = db
      .from('prompts')
      .select(favouriteColumns)
      .is('deleted_at', null)
      .abortSignal(signal);
    return byTime(unwrap(await newestFirst(marked, 'created_at', keyOf(after), size)));
  },

  async deleted(userId, after, signal) {
    const deleted = db
      .from('prompts')
      .select(listColumns)
      .eq('user_id', userId)
      .not('deleted_at', 'is', null)
      .abortSignal(signal);
    const rows = unwrap(await newestFirst(deleted, 'deleted_at', keyOf(after), size));
    return pageOf(
      rows,
      nextKey(rows, size, (row) => row.deleted_at),
    );
  },

  async templates(_userId, after, signal) {
    const [category, id] = after ?? [];
    let request = db
      .from('prompts')
      .select(listColumns)
      .eq('is_template', true)
      .is('deleted_at', null)
      .order('template_category', { nullsFirst: false })
      .order('id')
      .limit(size)
      .abortSignal(signal);
    if (category !== undefined && id) request = request.or(afterCategory(category, id));
    const rows = unwrap(await request);
    return pageOf(
      rows,
      nextKey(rows, size, (row) => row.template_category),
    );
  },
};

function keyOf(after: Cursor): PageKey {
  const [at, id] = after ?? [];
  return at !== undefined && id !== undefined ? [at, id] : null;
}

function byTime(rows: readonly PromptRow[]): PromptPage {
  return pageOf(
    rows,
    nextKey(rows, size, (row) => row.created_at),
  );
}

function pageOf(rows: readonly PromptRow[], next: Cursor): PromptPage {
  return { prompts: rows.map(toPrompt), next, typoForgiven: false };
}

/** Templates without a category come last. */
function afterCategory(category: string, id: string): string {
  if (category === '') return `and(template_category.is.null,id.gt.${id})`;
  const quoted = JSON.stringify(category);
  return `template_category.gt.${quoted},template_category.is.null,and(template_category.eq.${quoted},id.gt.${id})`;
}

const scopes: Record<PromptListKind, string> = {
  mine: 'library',
  favourites: 'favorites',
  templates: 'templates',
  deleted: 'library',
};

/** Everything whose title or content contains the words: the database searches, on indexes. */
async function searchPrompts(
  kind: PromptListKind,
  words: string,
  after: Cursor,
  signal: AbortSignal,
): Promise<PromptPage> {
  const [cursor] = after ?? [];
  const rows = unwrap(
    await db
      .rpc('search_prompts', {
        query: words,
        scope: scopes[kind],
        page_size: size,
        ...(cursor === undefined ? {} : { after: cursor }),
      })
      .abortSignal(signal),
  );
  const last = rows.length === size ? rows.at(-1) : undefined;
  return {
    prompts: rows.map(toSummary),
    next: last ? [last.cursor] : null,
    typoForgiven: rows.some((row) => row.typo_forgiven),
  };
}

type SearchRow = Database['public']['Functions']['search_prompts']['Returns'][number];

function toSummary(row: SearchRow): PromptSummary {
  return {
    id: row.id,
    title: row.title,
    preview: row.preview,
    content: null,
    description: row.description ?? '',
    tags: row.tags,
    isPublic: row.is_public,
    version: row.version,
    userId: row.user_id,
    teamId: row.team_id,
    groupId: row.group_id,
    groupName: row.group_name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: null,
    isTemplate: row.is_template,
    templateCategory: row.template_category,
    icon: row.icon,
    starred: row.is_favorite,
    lastUsedAt: row.last_used_at,
  };
}

/** How many prompts the person has, without the deleted ones. */
export function promptCountQuery(userId: string) {
  return queryOptions({
    queryKey: promptKeys.count(userId),
    queryFn: async ({ signal }): Promise<number> => {
      const answer = await db
        .from('prompts')
        .select('id', { count: 'exact', head: true })
        .eq('user_id', userId)
        .is('deleted_at', null)
        .abortSignal(signal);
      unwrap(answer);
      return answer.count ?? 0;
    },
    staleTime: 5 * minutes,
  });
}

/** One prompt that is the person's own, their team's, or public. Throws 'Prompt not found' when there is none. */
export function promptQuery(id: string | undefined) {
  return queryOptions({
    queryKey: promptKeys.detail(id ?? ''),
    queryFn: async ({ client, signal }) => {
      const read = await readPrompt(id, signal).catch((reason: unknown) => {
        // Without a line: as a list had it.
        const listed = isOffline() ? listedPrompt(client, id) : null;
        return listed ?? Promise.reject(toDataError(reason));
      });
      return asSavedHere(read);
    },
    staleTime: 5 * minutes,
    gcTime: 30 * minutes,
    retry: false,
  });
}

/** With the words of a save that still waits on this device: who saved them sees them, after a reload too. */
async function asSavedHere(prompt: PromptDetail): Promise<PromptDetail> {
  const userId = storedSession()?.user.id;
  if (userId === undefined || !anyWaiting(userId)) return prompt;
  const { waitingWords } = await import('./waiting-saves.ts');
  const words = waitingWords(userId, prompt.id, prompt.version);
  if (words === null) return prompt;
  const { values, version } = words;
  return { ...prompt, ...values, preview: previewOf(values.content), version };
}

/** A prompt out of the lists that were read, which hold it whole but for what was done with it. */
function listedPrompt(client: QueryClient, id: string | undefined): PromptDetail | null {
  const lists = client.getQueriesData<InfiniteData<PromptPage>>({ queryKey: promptKeys.lists() });
  for (const [, list] of lists) {
    const found = list?.pages.flatMap((page) => page.prompts).find((prompt) => prompt.id === id);
    if (found && isWhole(found)) {
      return {
        ...found,
        versionCount: found.version,
        lastValues: {},
        forksCount: 0,
        commentsCount: 0,
        takedown: null,
      };
    }
  }
  return null;
}

/** The lists of a search, and of the community, carry the beginning only. */
function isWhole(prompt: PromptSummary): prompt is Prompt {
  return typeof prompt.content === 'string';
}

/** Reads a prompt past the cache, as it is now. */
export async function readPrompt(
  id: string | undefined,
  signal?: AbortSignal,
  source: typeof db = db,
): Promise<PromptDetail> {
  if (!id) throw new DataError(messages.prompts.idRequired, { status: 400 });
  if (!isId(id)) throw new DataError(messages.prompts.notFound, { status: 404 });
  let request = source.from('prompts').select(detailColumns).eq('id', id);
  if (signal) request = request.abortSignal(signal);
  const row = unwrap(await request.maybeSingle());
  if (!row) throw new DataError(messages.prompts.notFound, { status: 404 });
  return {
    ...toPrompt(row),
    versionCount: row.prompt_versions[0]?.count ?? 0,
    forksCount: row.prompt_stats?.forks_count ?? 0,
    commentsCount: row.prompt_stats?.comments_count ?? 0,
    takedown: row.takedowns && { reason: row.takedowns.reason, at: row.takedowns.created_at },
    lastValues: stringsIn(row.prompt_uses[0]?.last_values),
  };
}

/** The texts in a JSON object, by name; what is none is left out. */
export function stringsIn(json: unknown): Record<string, string> {
  if (typeof json !== 'object' || json === null) return {};
  return Object.fromEntries(
    Object.entries(json).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
