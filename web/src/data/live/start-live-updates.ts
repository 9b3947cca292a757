import { REALTIME_SUBSCRIBE_STATES } from '@supabase/realtime-js';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import * as v from 'valibot';
import { proposalKeys } from '#web/data/proposals/proposal-keys.ts';
import { openProposalsQuery } from '#web/data/proposals/proposals.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { endDeletedAccount } from '#web/data/session/session.ts';
import { offeredPromptsQuery } from '#web/data/shares/offered-prompts.ts';
import { applyChanges, applyUses, type PromptUse } from './apply-changes.ts';
import { createLiveClient } from './create-live-client.ts';
import { followShownPrompts } from './follow-shown-prompts.ts';
import { dropHeldRefreshes, refreshWhenFree } from './held-refreshes.ts';
import { isShown } from './is-shown.ts';
import { followedColumns, type LiveChange, type OwnRow, ownTables } from './live-change.ts';
import { keepConnected, type LiveSession } from './live-connection.ts';
import { offerLongLists } from './long-lists.ts';
import { refetchMemberships } from './refetch-memberships.ts';
import { refetchPrompt } from './refetch-prompt.ts';
import { refetchShare } from './refetch-share.ts';
import {
  followedDetails,
  followedLists,
  isArrangedByUse,
  movesRows,
  refreshAfterChanges,
  refetchChanged,
  refreshAll,
  type Refresh,
} from './refresh-after-changes.ts';
import { streamed } from './streamed.ts';

/** Changes are collected for so long, so that those of this window meet their own refetch. */
const collectMs = 300;

/** The window that deletes the account has signed this browser out by then. */
const ownDeletionMs = 3_000;

/** A row that was deleted; its change names no owner, so it doesn't pass the filter. */
const removedRow = v.object({ table: v.picklist(['chains', 'chain_runs']), id: v.string() });

/** A right to a prompt that changed: of the person, or one that they gave. */
const changedShare = v.object({ prompt_id: v.string() });

/** Queries that are refetched after subscribing. They move no rows in use. */
const readBefore = (userId: string) => [
  openProposalsQuery(userId).queryKey,
  offeredPromptsQuery(userId).queryKey,
  queryKeys.teams.all,
];

/** Keeps the cached data of a person up to date with the server. Returns how to stop. */
export function startLiveUpdates(client: QueryClient, userId: string): () => void {
  let collected: LiveChange[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heldRefreshes = new Set<Refresh>();
  const heldUses = new Map<string, PromptUse>();

  function collect(change: LiveChange): void {
    collected.push(change);
    timer ??= setTimeout(flush, collectMs);
  }

  function flush(): void {
    timer = undefined;
    // Mutations of this window update the cache by themselves.
    if (client.isMutating() > 0) {
      timer = setTimeout(flush, collectMs);
      return;
    }
    const changes = collected;
    collected = [];
    const { refreshes, uses, prompts, chains } = applyChanges(client, userId, changes);
    for (const id of prompts) void refetchPrompt(client, id);
    for (const id of chains) {
      void client.invalidateQueries({ queryKey: queryKeys.chains.detail(id) });
    }
    if (uses.size > 0) holdUses(uses);
    if (refreshes.has('counts')) void refreshAfterChanges(client, new Set(['counts']));
    const moving = [...refreshes].filter((refresh) => refresh !== 'counts');
    if (moving.length === 0) return;
    for (const refresh of moving) heldRefreshes.add(refresh);
    const show = () => {
      const wanted = new Set(heldRefreshes);
      heldRefreshes.clear();
      void refreshAfterChanges(client, wanted);
    };
    refreshWhenFree('library', show, { movesRows: movesRows(client, heldRefreshes) });
  }

  function holdUses(uses: ReadonlyMap<string, PromptUse>): void {
    for (const [id, use] of uses) heldUses.set(id, use);
    const show = () => {
      applyUses(client, heldUses);
      heldUses.clear();
      void refreshAfterChanges(client, new Set(['uses']));
    };
    refreshWhenFree('library', show, { name: 'uses', movesRows: isArrangedByUse(client) });
  }

  async function catchUp(prefixes: readonly QueryKey[]): Promise<void> {
    if (await refetchChanged(client, prefixes)) refreshPage();
  }

  /** Refetches all that is shown, since changes may have been missed. */
  function refreshPage(): void {
    refreshWhenFree('page', () => void refreshAll(client));
    offerLongLists(client, 'page');
  }

  function open(onOpen: () => void, onLost: () => void): LiveSession {
    const live = createLiveClient();
    const channel = live.channel(`user:${userId}`, { config: { private: true, ...streamed } });
    for (const table of ownTables) {
      const wanted = {
        event: '*',
        schema: 'public',
        table,
        filter: `user_id=eq.${userId}`,
        ...followedColumns(table),
      } as const;
      channel.on<OwnRow<typeof table>>('postgres_changes', wanted, (change) => {
        const row = change.eventType === 'DELETE' ? change.old : change.new;
        collect({ table, type: change.eventType, row });
      });
    }
    channel.on('broadcast', { event: 'removed' }, ({ payload }) => {
      const removed = v.safeParse(removedRow, payload);
      if (!removed.success) return;
      const { table, id } = removed.output;
      collect({ table, type: 'DELETE', row: { id } });
    });
    channel.on('broadcast', { event: 'teams' }, () => void refetchMemberships(client, userId));
    channel.on('broadcast', { event: 'proposals' }, () => {
      const refetch = () => void client.invalidateQueries({ queryKey: proposalKeys.all });
      refreshWhenFree('proposals', refetch, { movesRows: isShown(client, proposalKeys.lists) });
    });
    channel.on('broadcast', { event: 'shares' }, ({ payload }) => {
      const changed = v.safeParse(changedShare, payload);
      if (changed.success) void refetchShare(client, userId, changed.output.prompt_id);
    });
    channel.on('broadcast', { event: 'deleted' }, () => {
      setTimeout(() => void endDeletedAccount(), ownDeletionMs);
    });
    let stopFollowing: (() => void) | null = null;
    const subscribe = () =>
      channel.subscribe((status) => {
        if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) {
          onLost();
          return;
        }
        stopFollowing ??= followShownPrompts(live, client, userId);
        for (const queryKey of readBefore(userId)) void client.invalidateQueries({ queryKey });
        onOpen();
      });
    // A join without the token would ask as a visitor.
    void live.setAuth().then(subscribe, onLost);
    return {
      close() {
        stopFollowing?.();
        void live.disconnect();
      },
    };
  }

  const disconnect = keepConnected({
    open,
    onMissed(isFirst) {
      if (isFirst) {
        // Pages that were left before this one refetch when they are opened again.
        void refreshAll(client, { type: 'inactive', refetchType: 'none' });
        void catchUp(followedDetails);
        refreshWhenFree(null, () => void catchUp(followedLists));
      } else refreshPage();
    },
  });
  return () => {
    clearTimeout(timer);
    disconnect();
    dropHeldRefreshes();
  };
}
