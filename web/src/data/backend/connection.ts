import { useSyncExternalStore } from 'react';
import { ConnectionStatus } from './connection-status.ts';

/** The page's connection to its server. */
export const connection = new ConnectionStatus(window, navigator);

const subscribe = (listener: () => void) => connection.subscribe(listener);
const isOffline = () => connection.isOffline();

/** Returns whether the page is offline; renders again when that changes. */
export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline);
}
