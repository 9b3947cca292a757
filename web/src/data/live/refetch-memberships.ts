import type { QueryClient } from '@tanstack/react-query';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { hasFewPages } from '#web/data/prompts/prompt-cache.ts';
import { refreshLists } from '#web/data/prompts/prompt-mutations.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { proposalKeys } from '#web/data/proposals/proposal-keys.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { promptsOfTeamsKey } from '#web/data/teams/team-prompts.ts';
import { offerLongLists } from './long-lists.ts';
import { isPromptShown, refetchPrompt } from './refetch-prompt.ts';

/**
 * Refetches the person's teams, and what they see by them. Prompts and chains of a team that the
 * person left are removed from the page, except from a form that is open.
 */
export async function refetchMemberships(client: QueryClient, userId: string): Promise<void> {
  const details = client.getQueriesData<PromptDetail>({ queryKey: queryKeys.prompts.details });
  const foreign = details.flatMap(([, prompt]) =>
    prompt && prompt.userId !== userId ? [prompt.id] : [],
  );
  for (const id of foreign) {
    if (isPromptShown(client, id)) continue;
    client.removeQueries({ queryKey: queryKeys.prompts.detail(id), type: 'inactive' });
  }
  const chains = client.getQueriesData<ChainDetail>({ queryKey: queryKeys.chains.details });
  for (const [queryKey, chain] of chains) {
    if (chain?.userId !== userId) client.removeQueries({ queryKey, type: 'inactive' });
  }
  // The next search must not begin with what the last one found in the team.
  client.removeQueries({ queryKey: promptsOfTeamsKey, type: 'inactive' });
  offerLongLists(client, 'team');
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.teams.all }),
    client.invalidateQueries({ queryKey: queryKeys.chains.all }),
    // An open form learns that its team demands proposals.
    client.invalidateQueries({ queryKey: proposalKeys.allNeeded }),
    refreshLists(client, hasFewPages),
    ...foreign.filter((id) => isPromptShown(client, id)).map((id) => refetchPrompt(client, id)),
  ]);
}
