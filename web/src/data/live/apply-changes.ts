import type { QueryClient } from '@tanstack/react-query';
import type { Tables } from '#contract/database.types.ts';
import { changeInPlace } from '#web/data/cache/change-in-place.ts';
import type { ChainSummary } from '#web/data/chains/chains.ts';
import { cachedGroupName } from '#web/data/groups/cached-group-name.ts';
import type { Group } from '#web/data/groups/groups.ts';
import { hasQueuedSaves } from '#web/data/outbox/outbox-events.ts';
import { queuedSaves } from '#web/data/outbox/outbox-store.ts';
import {
  listedPrompts,
  renameCachedGroup,
  updateCachedPrompt,
} from '#web/data/prompts/prompt-cache.ts';
import { previewOf, type PromptDetail, type PromptSummary } from '#web/data/prompts/prompt.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { isFormOpen } from './editing.ts';
import { isShown } from './is-shown.ts';
import type { LiveChange } from './live-change.ts';
import { isPromptShown } from './refetch-prompt.ts';
import type { Refresh } from './refresh-after-changes.ts';

/** When and how often the person used a prompt. */
export type PromptUse = Pick<PromptDetail, 'lastUsedAt' | 'useCount'>;

/** The work that a batch of changes leaves. */
export interface Remaining {
  readonly refreshes: ReadonlySet<Refresh>;
  /** Uses of prompts, by the prompt. Apart, since the page may sort rows by them. */
  readonly uses: ReadonlyMap<string, PromptUse>;
  /** Prompts to refetch, as their page or form is open. */
  readonly prompts: ReadonlySet<string>;
  /** Chains to refetch, as their form is open. */
  readonly chains: ReadonlySet<string>;
}

/** With more changes than this, lists are refetched instead of changed row by row. */
const maxMerged = 50;

/**
 * Shows changes of the person's rows in cached data, where nothing moves, and returns what must be
 * refetched. Changes that the cache shows already, such as those of this window, leave nothing.
 */
export function applyChanges(
  client: QueryClient,
  userId: string,
  changes: readonly LiveChange[],
): Remaining {
  const refreshes = new Set<Refresh>();
  const uses = new Map<string, PromptUse>();
  const prompts = new Set<string>();
  const chains = new Set<string>();
  const areMany = changes.length > maxMerged;
  for (const change of changes) {
    switch (change.table) {
      case 'prompts': {
        const id = change.row.id ?? '';
        if (areMany) refreshes.add('prompts');
        else {
          const refresh = applyPrompt(client, userId, change.row, change.type === 'DELETE');
          if (refresh === null) break;
          refreshes.add(refresh);
        }
        if (isPromptShown(client, id)) prompts.add(id);
        break;
      }
      case 'prompt_uses': {
        const { prompt_id: id = '', used_at: lastUsedAt = null, uses: useCount = 0 } = change.row;
        const copies = cachedPrompts(client, id);
        if (copies.length === 0 || copies.some((copy) => copy.lastUsedAt !== lastUsedAt)) {
          uses.set(id, { lastUsedAt, useCount });
        }
        break;
      }
      case 'favorites':
        if (applyFavorite(client, change.row.prompt_id ?? '', change.type !== 'DELETE')) {
          refreshes.add('favourites');
        }
        break;
      case 'groups':
        for (const refresh of applyGroup(client, userId, change.row, change.type === 'DELETE')) {
          refreshes.add(refresh);
        }
        break;
      case 'chains':
        if (isFormOpen(change.row.id ?? '')) chains.add(change.row.id ?? '');
        if (isNewChain(client, userId, change.row, change.type === 'DELETE')) {
          refreshes.add('chains');
        }
        break;
      case 'chain_runs':
        if (isNewRun(client, change.row)) refreshes.add('runs');
        break;
    }
  }
  return { refreshes, uses, prompts, chains };
}

/** Shows uses of prompts in cached data. Favourites may move. */
export function applyUses(client: QueryClient, uses: ReadonlyMap<string, PromptUse>): void {
  for (const [id, use] of uses) updateCachedPrompt(client, id, use);
}

/** Returns which lists to refetch; null if the cache shows the change already. */
function applyPrompt(
  client: QueryClient,
  userId: string,
  row: Partial<Tables<'prompts'>>,
  isDeleted: boolean,
): Refresh | null {
  const { id = '', version = 0 } = row;
  const copies = cachedPrompts(client, id);
  // No list shows it, such as after a deletion in this window.
  if (copies.length === 0 && row.deleted_at != null && !isDeletedListShown(client, userId)) {
    return 'counts';
  }
  if (copies.length === 0 || isDeleted) return 'prompts';
  const fields = fieldsOf(row);
  if (copies.some((copy) => version < copy.version)) return null;
  const outdated = copies.filter((copy) => differs(copy, fields));
  if (outdated.length === 0) return null;
  const isQueued =
    hasQueuedSaves(userId) && queuedSaves(userId).some(({ promptId }) => promptId === id);
  if (!isQueued) {
    const groupName = cachedGroupName(client, fields.groupId ?? null);
    updateCachedPrompt(client, id, { ...fields, groupName, saveBase: version });
  }
  return outdated.some((copy) => hasMoved(copy, fields)) ? 'prompts' : 'order';
}

/** Returns what its page's data and the lists have of a prompt: one may be read after another. */
function cachedPrompts(client: QueryClient, id: string): readonly PromptSummary[] {
  const detail = client.getQueryData<PromptDetail>(queryKeys.prompts.detail(id));
  return [...(detail ? [detail] : []), ...listedPrompts(client, id)];
}

function isDeletedListShown(client: QueryClient, userId: string): boolean {
  return isShown(client, queryKeys.prompts.list('deleted', userId, ''));
}

function fieldsOf(row: Partial<Tables<'prompts'>>) {
  const { content } = row;
  const fields: ChangedFields = {
    title: row.title ?? '',
    description: row.description ?? '',
    tags: row.tags ?? [],
    isPublic: row.is_public ?? false,
    version: row.version ?? 0,
    groupId: row.group_id ?? null,
    updatedAt: row.updated_at ?? '',
    deletedAt: row.deleted_at ?? null,
    category: row.category ?? null,
    icon: row.icon ?? null,
  };
  // Very long contents are not sent.
  return content === undefined ? fields : { ...fields, content, preview: previewOf(content) };
}

const comparedFields = ['title', 'isPublic', 'version', 'groupId', 'category', 'icon'] as const;

type ChangedFields = Partial<Omit<PromptDetail, 'id'>>;

function differs(cached: PromptSummary, fields: ChangedFields): boolean {
  return (
    isDeletedInOne(cached, fields) ||
    // Prompts in the community have fewer fields.
    comparedFields.some((field) => field in cached && cached[field] !== fields[field])
  );
}

function hasMoved(cached: PromptSummary, fields: ChangedFields): boolean {
  return (
    isDeletedInOne(cached, fields) ||
    cached.groupId !== fields.groupId ||
    cached.isPublic !== fields.isPublic
  );
}

function isDeletedInOne(cached: Partial<PromptSummary>, { deletedAt }: ChangedFields): boolean {
  return (cached.deletedAt == null) !== (deletedAt == null);
}

/** Returns whether lists of favourites must be refetched. */
function applyFavorite(client: QueryClient, promptId: string, starred: boolean): boolean {
  const copies = cachedPrompts(client, promptId);
  if (copies.length > 0 && copies.every((copy) => copy.starred === starred)) return false;
  updateCachedPrompt(client, promptId, { starred });
  return true;
}

/** Returns what to refetch. Lists of prompts may show those below a group. */
function applyGroup(
  client: QueryClient,
  userId: string,
  row: Partial<Tables<'groups'>>,
  isDeleted: boolean,
): readonly Refresh[] {
  const { id = '', name = '' } = row;
  const description = row.description ?? '';
  const parentId = row.parent_id ?? null;
  const queryKey = queryKeys.groups.list(userId);
  const groups = client.getQueryData<readonly Group[]>(queryKey);
  const cached = groups?.find((group) => group.id === id);
  const isGone = isDeleted || row.deleted_at != null;
  if (groups !== undefined && cached === undefined && isGone) return [];
  if (cached === undefined || isGone) return ['groups'];
  const hasMoved = cached.parentId !== parentId;
  if (!hasMoved && cached.name === name && cached.description === description) return [];
  renameCachedGroup(client, id, name);
  const change = (group: Group): Group =>
    group.id === id ? { ...group, name, description, parentId } : group;
  changeInPlace<readonly Group[]>(client, queryKey, (list) => list.map(change));
  return hasMoved ? ['groups', 'prompts'] : ['groups'];
}

function isNewChain(
  client: QueryClient,
  userId: string,
  row: Partial<Tables<'chains'>>,
  isDeleted: boolean,
): boolean {
  const chains = client.getQueryData<readonly ChainSummary[]>(queryKeys.chains.list(userId));
  const cached = chains?.find(({ id }) => id === row.id);
  if (isDeleted) return chains === undefined || cached !== undefined;
  return cached === undefined || cached.updatedAt !== row.updated_at;
}

function isNewRun(client: QueryClient, { id = '', updated_at: at }: Partial<Tables<'chain_runs'>>) {
  const cached = client.getQueryData<{ readonly updatedAt: string }>(
    queryKeys.chainRuns.detail(id),
  );
  return cached === undefined || cached.updatedAt !== at;
}
