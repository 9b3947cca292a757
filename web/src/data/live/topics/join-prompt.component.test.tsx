import type { RealtimeClient } from '@supabase/realtime-js';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { useOtherEditors } from '../editing.ts';
import { joinPrompt } from './join-prompt.ts';

function Editors() {
  return <p>{useOtherEditors('p').join(' and ')}</p>;
}

it.each([
  [
    'the server',
    [
      { user: 'ben', phx_user: 'ann' },
      { user: 'ann', phx_user: 'me' },
    ],
    'ann',
  ],
  ['the editors, where the server says nothing', [{ user: 'ben' }, { user: 'me' }], 'ben'],
])('takes the ids of other editors from %s', async (_who, presences, shown) => {
  let sync = () => {};
  const channel = {
    on(type: string, _filter: object, listener: () => void) {
      if (type === 'presence') sync = listener;
      return channel;
    },
    subscribe: () => channel,
    presenceState: () => ({ key: presences }),
  };
  const live = { channel: () => channel } as unknown as RealtimeClient;
  const joined = joinPrompt(live, new QueryClient(), 'p', 'me');
  await renderScreen(<Editors />);
  sync();
  await expect.poll(() => document.querySelector('p')?.textContent).toBe(shown);
  joined.stop();
});
