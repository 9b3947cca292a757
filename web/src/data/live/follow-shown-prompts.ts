import {
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
  type RealtimeClient,
} from '@supabase/realtime-js';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Tables } from '#contract/database.types.ts';
import type { Attachment } from '#web/data/attachments/attachments.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { updateCachedPrompt } from '#web/data/prompts/prompt-cache.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { proposalKeys } from '#web/data/proposals/proposal-keys.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { isEditing, onOwnEditing, setOtherEditors } from './editing.ts';
import { refreshWhenFree } from './held-refreshes.ts';
import { dropUnreadablePrompts, refetchPrompt } from './refetch-prompt.ts';
import { joinTeam } from './join-team.ts';
import { onceStreaming, streamed } from './streamed.ts';

/** The presence of an editor of a prompt. */
interface EditorPresence {
  readonly user: string;
}

const settleMs = 100;

/**
 * Follows the prompts that the page shows and others may change, and its comments, files, labels,
 * teams, their chains and proposals. Looks into the query cache for them, so that pages and forms don't know of the
 * connection. Returns how to stop.
 */
export function followShownPrompts(
  live: RealtimeClient,
  client: QueryClient,
  userId: string,
): () => void {
  const channels = new Map<string, RealtimeChannel>();
  const tracked = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function shownIds(prefix: readonly unknown[], position: number): string[] {
    const queries = client.getQueryCache().findAll({ queryKey: prefix });
    return queries
      .filter((query) => query.getObserversCount() > 0 && query.state.data !== undefined)
      .map(({ queryKey }) => String(queryKey[position]));
  }

  function isShared(id: string): boolean {
    const prompt = client.getQueryData<PromptDetail>(queryKeys.prompts.detail(id));
    return (
      prompt !== undefined &&
      (prompt.userId !== userId || prompt.teamId !== null || prompt.isShared === true)
    );
  }

  /** Returns the teams of the chains that the page shows. */
  function teamsOfChains(): string[] {
    return shownIds(queryKeys.chains.details, 2).flatMap((id) => {
      const chain = client.getQueryData<ChainDetail>(queryKeys.chains.detail(id));
      return chain === undefined || chain.teamId === null ? [] : [chain.teamId];
    });
  }

  function areProposalsShown(): boolean {
    const pages = [proposalKeys.lists, proposalKeys.details];
    return pages.some((prefix) => shownIds(prefix, 2).length > 0);
  }

  function update(): void {
    const prompts = shownIds(queryKeys.prompts.details, 2).filter(isShared);
    const commented = shownIds(queryKeys.comments.all, 1);
    const withFiles = shownIds(queryKeys.attachments.all, 1);
    // A released prompt may need proposals, also where the labels aren't shown.
    const labelled = [...shownIds(queryKeys.labels.all, 1), ...shownIds(proposalKeys.allNeeded, 2)];
    const teams = new Set([...shownIds([...queryKeys.teams.all, 'detail'], 2), ...teamsOfChains()]);
    const wanted = new Map<string, () => RealtimeChannel>([
      ...prompts.map((id) => [`prompt:${id}`, () => joinPrompt(id)] as const),
      ...commented.map((id) => [`comments:${id}`, () => joinComments(id)] as const),
      ...withFiles.map((id) => [`files:${id}`, () => joinFiles(id)] as const),
      ...labelled.map((id) => [`labels:${id}`, () => joinLabels(id)] as const),
      ...(areProposalsShown() ? [['proposals', joinProposals] as const] : []),
      ...[...teams].map((id) => [`team:${id}`, () => joinTeam(live, client, id, userId)] as const),
    ]);
    for (const [topic, channel] of channels) {
      if (wanted.has(topic)) continue;
      channels.delete(topic);
      void live.removeChannel(channel);
      if (topic.startsWith('prompt:')) setOtherEditors(topic.slice('prompt:'.length), []);
    }
    for (const [topic, join] of wanted) {
      if (!channels.has(topic)) channels.set(topic, join());
    }
    for (const id of prompts) announce(id);
  }

  /** Tells the other editors whether this window has a form of the prompt open. */
  function announce(id: string): void {
    const channel = channels.get(`prompt:${id}`);
    if (channel === undefined || tracked.has(id) === isEditing(id)) return;
    if (channel.state !== 'joined') return;
    if (isEditing(id)) {
      tracked.add(id);
      void channel.track({ user: userId } satisfies EditorPresence);
    } else {
      tracked.delete(id);
      void channel.untrack();
    }
  }

  function joinPrompt(id: string): RealtimeChannel {
    const topic = `prompt:${id}`;
    const channel = live.channel(topic, { config: { private: true, ...streamed } });
    const refetchRow = () => void refetchPrompt(client, id);
    return channel
      .on('broadcast', { event: 'changed' }, refetchRow)
      .on('broadcast', { event: 'files' }, () => refreshFiles(id))
      .on(
        'postgres_changes',
        {
          event: 'UPDATE',
          schema: 'public',
          table: 'prompts',
          filter: `id=eq.${id}`,
          select: ['id', 'version'],
        },
        refetchRow,
      )
      .on('presence', { event: 'sync' }, () => {
        const present = Object.values(channel.presenceState<EditorPresence>()).flat();
        const others = present.map(({ user }) => user).filter((user) => user !== userId);
        setOtherEditors(id, [...new Set(others)].sort());
      })
      .subscribe((status) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) {
          announce(id);
          refetchRow();
        } else if (channels.get(topic) === channel) {
          tracked.delete(id);
          setOtherEditors(id, []);
          // The topic is closed to those who may no longer read the prompt.
          refetchRow();
        }
      });
  }

  function joinComments(id: string): RealtimeChannel {
    const table = { schema: 'public', filter: `prompt_id=eq.${id}` };
    return live
      .channel(`comments:${id}`, { config: streamed })
      .on<Tables<'comments'>>(
        'postgres_changes',
        { event: '*', table: 'comments', ...table },
        (change) => {
          if (change.eventType !== 'DELETE' && !isListed(change.new)) refreshComments(id);
        },
      )
      .on<Tables<'prompt_stats'>>(
        'postgres_changes',
        { event: 'UPDATE', table: 'prompt_stats', ...table },
        ({ new: counts }) => applyCounts(id, counts),
      )
      .subscribe(onceStreaming(() => refetch(queryKeys.comments.ofPrompt(id))));
  }

  function joinFiles(id: string): RealtimeChannel {
    return live
      .channel(`files:${id}`, { config: streamed })
      .on<Tables<'prompt_attachments'>>(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'prompt_attachments', filter: `prompt_id=eq.${id}` },
        (change) => {
          if (change.eventType !== 'DELETE' && !isFileShown(change.new)) refreshFiles(id);
        },
      )
      .subscribe(onceStreaming(() => refetch(queryKeys.attachments.lists(id))));
  }

  /** Follows all proposals that the person may read: to any of their prompts, and their own. */
  function joinProposals(): RealtimeChannel {
    const wanted = { schema: 'public', table: 'proposals', select: ['id', 'state'] };
    const refetchShown = () => refreshWhenFree('proposals', () => refetch(proposalKeys.all));
    return live
      .channel('proposals', { config: streamed })
      .on('postgres_changes', { event: 'INSERT', ...wanted }, refetchShown)
      .on('postgres_changes', { event: 'UPDATE', ...wanted }, refetchShown)
      .subscribe(onceStreaming(() => refetch(proposalKeys.all)));
  }

  /** Each change of a label is an entry in the log. */
  function joinLabels(id: string): RealtimeChannel {
    const log = { schema: 'public', table: 'prompt_label_moves', filter: `prompt_id=eq.${id}` };
    function refetchLabels(): void {
      refetch(queryKeys.labels.ofPrompt(id));
      refetch(proposalKeys.needed(id));
    }
    return live
      .channel(`labels:${id}`, { config: streamed })
      .on('postgres_changes', { event: 'INSERT', ...log }, refetchLabels)
      .subscribe(onceStreaming(refetchLabels));
  }

  /** Returns whether the lists show a file as it is now: not at all if it was removed. */
  function isFileShown(row: Tables<'prompt_attachments'>): boolean {
    const lists = client.getQueriesData<readonly Attachment[]>({
      queryKey: queryKeys.attachments.lists(row.prompt_id),
    });
    return lists.every(([, files]) => {
      const shown = files?.find(({ id }) => id === row.id);
      if (row.removed_at !== null) return shown === undefined;
      return shown?.name === row.name && shown.objectName === row.object_name;
    });
  }

  function refreshFiles(id: string): void {
    refreshWhenFree('files', () => refetch(queryKeys.attachments.lists(id)), { name: id });
  }

  function listedComments(id: string): readonly Tables<'comments'>[] {
    const rows = client.getQueryData<InfiniteData<readonly Tables<'comments'>[]>>(
      queryKeys.comments.ofPrompt(id),
    );
    return rows?.pages.flat() ?? [];
  }

  function isListed(comment: Tables<'comments'>): boolean {
    return listedComments(comment.prompt_id).some(
      (row) => row.id === comment.id && row.body === comment.body,
    );
  }

  /**
   * Counts also change when a comment is deleted, of which only the key is sent. The prompt's count
   * may have been read before or after it.
   */
  function applyCounts(id: string, counts: Tables<'prompt_stats'>): void {
    const { comments_count: commentsCount, forks_count: forksCount } = counts;
    const prompt = client.getQueryData<PromptDetail>(queryKeys.prompts.detail(id));
    const known = Math.max(prompt?.commentsCount ?? 0, listedComments(id).length);
    if (known > commentsCount) refreshComments(id);
    updateCachedPrompt(client, id, { commentsCount, forksCount });
  }

  function refreshComments(id: string): void {
    refreshWhenFree('comments', () => refetch(queryKeys.comments.ofPrompt(id)), { name: id });
  }

  function refetch(queryKey: QueryKey): void {
    void client.invalidateQueries({ queryKey });
  }

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(update, settleMs);
  };
  update();
  const stops = [
    client.getQueryCache().subscribe(later),
    onOwnEditing(later),
    dropUnreadablePrompts(client),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    for (const topic of channels.keys()) {
      if (topic.startsWith('prompt:')) setOtherEditors(topic.slice('prompt:'.length), []);
    }
    channels.clear();
  };
}
