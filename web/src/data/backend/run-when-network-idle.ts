import type { QueryClient } from '@tanstack/react-query';
import { runWhenIdle } from '#web/lib/react/run-when-idle.ts';

/**
 * Runs `work` once the browser is idle, no query is fetching and no font is loading, so that
 * preloads don't delay the page's own data and texts.
 */
export function runWhenNetworkIdle(client: QueryClient, work: () => void): void {
  runWhenIdle(() => {
    if (document.fonts.status === 'loading') {
      void document.fonts.ready.then(() => runWhenNetworkIdle(client, work));
      return;
    }
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
