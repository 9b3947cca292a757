import type { RealtimeClient } from '@supabase/realtime-js';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { needsProposalQuery } from '#web/data/proposals/proposals.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { followShownPrompts } from './follow-shown-prompts.ts';

const id = '00000000-0000-4000-8000-0000000000b1';

it.each([
  { where: 'beside its labels', hasLabels: true },
  { where: 'on the page for writing, which shows no labels', hasLabels: false },
])('tells an open form that the prompt was released since, $where', async ({ hasLabels }) => {
  const client = new QueryClient();
  let isReleased = false;
  backend.on('GET', '/rest/v1/rpc/prompt_needs_proposal', () => json(isReleased));
  const labels = { queryKey: queryKeys.labels.ofPrompt(id), queryFn: () => Promise.resolve([]) };
  const needed = new QueryObserver(client, needsProposalQuery(id));
  const stops = [needed.subscribe(() => undefined)];
  if (hasLabels) stops.push(new QueryObserver(client, labels).subscribe(() => undefined));
  await expect.poll(() => needed.getCurrentResult().data).toBe(false);

  const received: (() => void)[] = [];
  const channel = {
    on: (_type: string, _filter: object, listener: () => void) => {
      received.push(listener);
      return channel;
    },
    subscribe: () => channel,
  };
  const live = { channel: () => channel } as unknown as RealtimeClient;
  stops.push(followShownPrompts(live, client, 'me'));
  isReleased = true;
  for (const receive of received) receive();
  await expect.poll(() => needed.getCurrentResult().data).toBe(true);
  for (const stop of stops) stop();
});
