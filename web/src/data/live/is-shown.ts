import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Returns whether the page shows data whose key begins with one of these. */
export function isShown(client: QueryClient, ...prefixes: readonly QueryKey[]): boolean {
  const cache = client.getQueryCache();
  return prefixes.some((queryKey) => cache.findAll({ queryKey, type: 'active' }).length > 0);
}
