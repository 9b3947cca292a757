import {
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
  type RealtimeClient,
} from '@supabase/realtime-js';
import type { QueryClient } from '@tanstack/react-query';
import { isEditing, setOtherEditors } from '../editing.ts';
import { refetchPrompt } from '../refetch-prompt.ts';
import { streamed } from '../streamed.ts';
import { refreshFiles } from './join-files.ts';

/** The presence of an editor of a prompt. */
interface EditorPresence {
  readonly user: string;
  /** The id of the editor's token. A hosted Supabase doesn't add it: there `user` is believed. */
  readonly phx_user?: string;
}

/** A shown prompt that is followed. */
export interface FollowedPrompt {
  readonly channel: RealtimeChannel;
  /** Tells the other editors whether this window has a form of the prompt open. */
  announce(): void;
  /** Forgets the other editors, once nothing follows the prompt any more. */
  stop(): void;
}

/** Follows the text of a prompt that the page shows, and who else is editing it. */
export function joinPrompt(
  live: RealtimeClient,
  client: QueryClient,
  promptId: string,
  userId: string,
): FollowedPrompt {
  let isAnnounced = false;
  let isStopped = false;
  const channel = live.channel(`prompt:${promptId}`, { config: { private: true, ...streamed } });
  const refetch = () => void refetchPrompt(client, promptId);

  function announce(): void {
    if (channel.state !== 'joined' || isAnnounced === isEditing(promptId)) return;
    isAnnounced = !isAnnounced;
    void (isAnnounced
      ? channel.track({ user: userId } satisfies EditorPresence)
      : channel.untrack());
  }

  channel
    .on('broadcast', { event: 'changed' }, refetch)
    .on('broadcast', { event: 'files' }, () => refreshFiles(client, promptId))
    .on(
      'postgres_changes',
      {
        event: 'UPDATE',
        schema: 'public',
        table: 'prompts',
        filter: `id=eq.${promptId}`,
        select: ['id', 'version'],
      },
      refetch,
    )
    .on('presence', { event: 'sync' }, () => {
      const present = Object.values(channel.presenceState<EditorPresence>()).flat();
      const users = present.map((editor) => editor.phx_user ?? editor.user);
      const others = users.filter((user) => user !== userId);
      setOtherEditors(promptId, [...new Set(others)].sort());
    })
    .subscribe((status) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) {
        announce();
        refetch();
      } else if (!isStopped) {
        isAnnounced = false;
        setOtherEditors(promptId, []);
        // The topic is closed to those who may no longer read the prompt.
        refetch();
      }
    });
  return {
    channel,
    announce,
    stop() {
      isStopped = true;
      setOtherEditors(promptId, []);
    },
  };
}
