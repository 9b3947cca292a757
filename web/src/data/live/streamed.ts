import { REALTIME_SUBSCRIBE_STATES } from '@supabase/realtime-js';

/** The config of a channel that confirms its subscription once changes are streamed. */
export const streamed = { postgres_changes_options: { wait: true } } as const;

/** Calls a function for what changed between the page's read and the subscription. */
export function onceStreaming(catchUp: () => void) {
  return (status: REALTIME_SUBSCRIBE_STATES) => {
    if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) catchUp();
  };
}
