import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { createListeners } from '#web/lib/react/listeners.ts';

type Values = Readonly<Record<string, string>>;

const none: Values = {};

/**
 * Values typed and not yet used, by prompt. In memory only, since they may be sensitive. By query
 * client, since each user has their own.
 */
const typedByClient = new WeakMap<QueryClient, Map<string, Values>>();
const { notify, subscribe } = createListeners();

/** Returns the values typed for a prompt's variables, and a function that replaces them. */
export function useTypedValues(promptId: string): readonly [Values, (values: Values) => void] {
  const client = useQueryClient();
  const typed = useSyncExternalStore(
    subscribe,
    () => typedByClient.get(client)?.get(promptId) ?? none,
  );
  const setTyped = useCallback(
    (values: Values) => {
      const byPrompt = typedByClient.get(client) ?? new Map<string, Values>();
      typedByClient.set(client, byPrompt.set(promptId, values));
      notify();
    },
    [client, promptId],
  );
  return [typed, setTyped];
}
