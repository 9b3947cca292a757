import type { RealtimeClient } from '@supabase/realtime-js';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { teamPromptsKey } from '#web/data/teams/team-prompts.ts';
import { dropHeldRefreshes } from '../held-refreshes.ts';
import { joinTeam } from './join-team.ts';

interface Entry {
  readonly action: string;
  readonly actor_id: string;
}

let client: QueryClient;
let receive: (entry: Entry) => void;
const read = vi.fn<() => Promise<string>>(() => Promise.resolve('rows'));

/** Shows a list of the team, and follows the team. */
function show(choice: { readonly search?: string; readonly sort?: 'title' } = {}): void {
  const { search = '', sort } = choice;
  const queryKey = [...teamPromptsKey('t'), { search, sort }];
  client.setQueryData(queryKey, 'rows');
  const list = { queryKey, queryFn: read, staleTime: 60_000 };
  new QueryObserver(client, list).subscribe(() => undefined);
  const channel = {
    on(_type: string, _filter: object, listener: (change: { new: Entry }) => void) {
      receive = (entry) => listener({ new: entry });
      return channel;
    },
    subscribe: () => channel,
  };
  joinTeam({ channel: () => channel } as unknown as RealtimeClient, client, 't', 'me');
}

/** Receives an entry of a team mate, and handles it. The test runner needs the real timers. */
function changed(action: string): void {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  receive({ action, actor_id: 'ben' });
  vi.runAllTimers();
  vi.useRealTimers();
}

const container = document.createElement('div');
// The pointer rests where an earlier test left it.
container.style.pointerEvents = 'none';
container.innerHTML = '<main><ul><li data-row><button>Row</button></li></ul></main>';

beforeEach(() => {
  read.mockClear();
  client = new QueryClient();
  document.body.append(container);
});
afterEach(async () => {
  dropHeldRefreshes();
  container.remove();
  // The focus is put back in the next frame.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
});

const button = () => document.querySelector('button');

describe('joinTeam', () => {
  it.each([
    ['prompt_changed', {}],
    ['role_changed', { sort: 'title' }],
  ] as const)(
    'refetches at once what keeps rows in their places, also while one is in use: %s',
    (action, choice) => {
      show(choice);
      button()?.focus();
      changed(action);
      expect(read).toHaveBeenCalledTimes(1);
    },
  );

  it.each([
    ['a prompt was added', {}, 'prompt_added'],
    ['a prompt of a sorted list was changed', { sort: 'title' }, 'prompt_changed'],
    ['a match of a search was changed', { search: 'tea' }, 'prompt_changed'],
  ] as const)('waits until no row is in use when %s', async (_what, choice, action) => {
    show(choice);
    button()?.focus();
    changed(action);
    expect(read).not.toHaveBeenCalled();
    button()?.blur();
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1), 20_000);
  });

  it('keeps waiting when a change in place follows one that moves rows', async () => {
    show();
    button()?.focus();
    changed('prompt_added');
    changed('prompt_changed');
    expect(read).not.toHaveBeenCalled();
    button()?.blur();
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1), 20_000);
    button()?.focus();
    changed('prompt_changed');
    expect(read).toHaveBeenCalledTimes(2);
  });
});
