import type { QueryClient } from '@tanstack/react-query';
import { runWhenIdle } from '#web/lib/react/run-when-idle.ts';

/**
 * Runs `work` once the browser is idle and no query is fetching, so that preloads don't delay the
 * page's own data.
 */
export function runWhenNetworkIdle(client: QueryClient, work: () => void): void {
  runWhenIdle(() => {
    if (client.isFetching() === 0) {
      work();
      return;
    }
    const stop = client.getQueryCache().subscribe(() => {
      if (client.isFetching() > 0) return;
      stop();
      runWhenNetworkIdle(client, work);
    });
  });
}
