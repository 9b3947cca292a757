import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { buildChain } from '#web/data/chains/testing/build-chain.ts';
import { buildPrompt } from '#web/data/prompts/testing/build-prompt.ts';
import { needsProposalQuery } from '#web/data/proposals/proposals.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { promptsOfTeamsQuery } from '#web/data/teams/team-prompts.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import { refetchMemberships } from './refetch-memberships.ts';
import { dropUnreadablePrompts } from './refetch-prompt.ts';

const me = '00000000-0000-4000-8000-000000000001';
const shown = '00000000-0000-4000-8000-0000000000b1';
const hidden = '00000000-0000-4000-8000-0000000000b2';
const own = '00000000-0000-4000-8000-0000000000b3';

describe('refetchMemberships', () => {
  it("removes other people's prompts and chains that can no longer be read, and keeps one's own", async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    for (const [id, userId] of [
      [shown, 'ben'],
      [hidden, 'ben'],
      [own, me],
    ] as const) {
      client.setQueryData(
        queryKeys.prompts.detail(id),
        buildPrompt('Recipe', { id, userId, teamId: 't' }),
      );
    }
    client.setQueryData(queryKeys.teams.part('list', me), [{ id: 't' }]);
    const observer = new QueryObserver(client, promptQuery(shown));
    const stop = observer.subscribe(() => undefined);
    for (const [id, userId] of [
      [hidden, 'ben'],
      [own, me],
    ] as const) {
      client.setQueryData(queryKeys.chains.detail(id), buildChain('Launch', { id, userId }));
    }
    const { queryKey: found } = promptsOfTeamsQuery(me, 'recipe');
    client.setQueryData(found, { pages: [], pageParams: [] });
    const stopDropping = dropUnreadablePrompts(client);
    // Another refetch takes the place of the prompt's.
    await Promise.all([
      refetchMemberships(client, me),
      client.invalidateQueries({ queryKey: queryKeys.prompts.all }),
    ]);
    expect(client.getQueryData(found)).toBeUndefined();
    await expect.poll(() => observer.getCurrentResult().error?.message).toBe('Prompt not found');
    await expect.poll(() => observer.getCurrentResult().data).toBeUndefined();
    expect(client.getQueryData(queryKeys.prompts.detail(hidden))).toBeUndefined();
    expect(client.getQueryData(queryKeys.prompts.detail(own))).toBeDefined();
    expect(client.getQueryState(queryKeys.teams.part('list', me))?.isInvalidated).toBe(true);
    expect(client.getQueryData(queryKeys.chains.detail(hidden))).toBeUndefined();
    expect(client.getQueryData(queryKeys.chains.detail(own))).toBeDefined();
    stop();
    stopDropping();
  });

  it('tells an open form that the team demands proposals since', async () => {
    const client = new QueryClient();
    let isNeeded = false;
    backend.on('GET', '/rest/v1/rpc/prompt_needs_proposal', () => json(isNeeded));
    const observer = new QueryObserver(client, needsProposalQuery(shown));
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().data).toBe(false);
    isNeeded = true;
    await refetchMemberships(client, me);
    await expect.poll(() => observer.getCurrentResult().data).toBe(true);
    stop();
  });
});
