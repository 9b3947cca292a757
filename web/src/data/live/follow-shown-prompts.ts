import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { proposalKeys } from '#web/data/proposals/proposal-keys.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { onOwnEditing } from './editing.ts';
import { dropUnreadablePrompts } from './refetch-prompt.ts';
import { joinComments } from './topics/join-comments.ts';
import { joinFiles } from './topics/join-files.ts';
import { joinLabels } from './topics/join-labels.ts';
import { type FollowedPrompt, joinPrompt } from './topics/join-prompt.ts';
import { joinProposals } from './topics/join-proposals.ts';
import { joinTeam } from './topics/join-team.ts';

/** A joined topic of the page. A prompt's also tells and forgets its editors. */
type Followed = { readonly channel: RealtimeChannel } & Partial<FollowedPrompt>;

const settleMs = 100;

/**
 * Follows the prompts that the page shows and others may change, and its comments, files, labels,
 * teams, their chains and proposals. Looks into the query cache for them, so that pages and forms
 * don't know of the connection. Returns how to stop.
 */
export function followShownPrompts(
  live: RealtimeClient,
  client: QueryClient,
  userId: string,
): () => void {
  const topics = new Map<string, Followed>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Joins what the page shows now, leaves what it doesn't show any more, and tells of forms. */
  function update(): void {
    const wanted = shownTopics(live, client, userId);
    for (const [topic, followed] of topics) {
      if (wanted.has(topic)) continue;
      topics.delete(topic);
      followed.stop?.();
      void live.removeChannel(followed.channel);
    }
    for (const [topic, join] of wanted) {
      if (!topics.has(topic)) topics.set(topic, join());
    }
    for (const followed of topics.values()) followed.announce?.();
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
    for (const followed of topics.values()) followed.stop?.();
    topics.clear();
  };
}

/** Returns how to join each topic of what the page shows. */
function shownTopics(
  live: RealtimeClient,
  client: QueryClient,
  userId: string,
): ReadonlyMap<string, () => Followed> {
  const shown = (prefix: QueryKey, position: number) => shownIds(client, prefix, position);
  const prompts = shown(queryKeys.prompts.details, 2).filter((id) => isShared(client, id, userId));
  // A released prompt may need proposals, also where the labels aren't shown.
  const labelled = [...shown(queryKeys.labels.all, 1), ...shown(proposalKeys.allNeeded, 2)];
  const proposals = [...shown(proposalKeys.lists, 2), ...shown(proposalKeys.details, 2)];
  const teams = [...shown([...queryKeys.teams.all, 'detail'], 2), ...teamsOfChains(client)];

  const topics = new Map<string, () => Followed>();
  function follow(name: string, ids: readonly string[], join: (id: string) => RealtimeChannel) {
    for (const id of ids) topics.set(`${name}:${id}`, () => ({ channel: join(id) }));
  }
  for (const id of prompts) topics.set(`prompt:${id}`, () => joinPrompt(live, client, id, userId));
  follow('comments', shown(queryKeys.comments.all, 1), (id) => joinComments(live, client, id));
  follow('files', shown(queryKeys.attachments.all, 1), (id) => joinFiles(live, client, id));
  follow('labels', labelled, (id) => joinLabels(live, client, id));
  follow('team', teams, (id) => joinTeam(live, client, id, userId));
  if (proposals.length > 0) {
    topics.set('proposals', () => ({ channel: joinProposals(live, client) }));
  }
  return topics;
}

/** Returns the ids in the keys of queries whose data the page shows. */
function shownIds(client: QueryClient, prefix: QueryKey, position: number): string[] {
  const queries = client.getQueryCache().findAll({ queryKey: prefix });
  return queries
    .filter((query) => query.getObserversCount() > 0 && query.state.data !== undefined)
    .map(({ queryKey }) => String(queryKey[position]));
}

function isShared(client: QueryClient, promptId: string, userId: string): boolean {
  const prompt = client.getQueryData<PromptDetail>(queryKeys.prompts.detail(promptId));
  return (
    prompt !== undefined &&
    (prompt.userId !== userId || prompt.teamId !== null || prompt.isShared === true)
  );
}

/** Returns the teams of the chains that the page shows. */
function teamsOfChains(client: QueryClient): string[] {
  return shownIds(client, queryKeys.chains.details, 2).flatMap((id) => {
    const chain = client.getQueryData<ChainDetail>(queryKeys.chains.detail(id));
    return chain === undefined || chain.teamId === null ? [] : [chain.teamId];
  });
}
