import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { isFirstRead } from './fresh-query-client.ts';

/**
 * Changes cached data. Keeps its age, and whether it is to be refetched. A running read is started
 * again, since it may have read the state before the change.
 */
export function changeInPlace<Data>(
  client: QueryClient,
  prefix: QueryKey,
  change: (data: Data) => Data,
): void {
  for (const [queryKey, data] of client.getQueriesData<Data>({ queryKey: prefix })) {
    const query = client.getQueryCache().get<Data>(hashKey(queryKey));
    const changed = data && change(data);
    if (changed === data || !query) continue;
    query.setState({ data: changed });
    const { fetchStatus, fetchMeta } = query.state;
    if (fetchStatus === 'idle') continue;
    // The same read: of the next page, or of all data.
    const options = { cancelRefetch: true, ...(fetchMeta ? { meta: fetchMeta } : {}) };
    query.fetch(undefined, options).catch(() => undefined);
  }
  void client.invalidateQueries({ queryKey: prefix, predicate: isFirstRead });
}
