import type { QueryClient } from '@tanstack/react-query';
import { runWhenIdle } from '#web/lib/react/run-when-idle.ts';

/**
 * Does something once the browser has nothing else to do and nothing is being asked for that a page is to show:
 * scripts of windows that may open later must not stand in line before it.
 */
export function runWhenNetworkIdle(client: QueryClient, act: () => void): void {
  runWhenIdle(() => {
    if (client.isFetching() === 0) {
      act();
      return;
    }
    const stop = client.getQueryCache().subscribe(() => {
      if (client.isFetching() > 0) return;
      stop();
      runWhenNetworkIdle(client, act);
    });
  });
}
