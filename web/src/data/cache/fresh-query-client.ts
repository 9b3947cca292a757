import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * A client whose queries miss no change during their first read. TanStack's own lets a read that is
 * under way answer an invalidation while there is no data, though it may have read before the change.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstReads = this.getQueryCache().findAll(filters).filter(isFirstRead);
    const readAgain = async () => {
      await Promise.allSettled(firstReads.map(async ({ promise }) => promise));
      const predicate = (query: Query) => firstReads.includes(query);
      await super.invalidateQueries({ ...filters, predicate }, options);
    };
    await Promise.all([
      super.invalidateQueries(filters, options),
      firstReads.length > 0 ? readAgain() : undefined,
    ]);
  }
}

/** Returns whether a query is read that has no data yet. */
export function isFirstRead({ state }: Query): boolean {
  return state.data === undefined && state.fetchStatus !== 'idle';
}
