/** What a link from a mail brought along in the address. */
export type Arrival =
  | { readonly kind: 'plain' }
  | { readonly kind: 'session'; readonly recovery: boolean }
  | { readonly kind: 'error'; readonly code: string | null; readonly description: string };

/**
 * Reads the fragment (implicit flow) of an address, or its query where the fragment says nothing.
 * The auth client empties the fragment, so this is read before the client starts.
 */
export function readArrival(address: URL): Arrival {
  const fragment = new URLSearchParams(address.hash.slice(1));
  const given =
    fragment.has('access_token') || fragment.has('error') ? fragment : address.searchParams;
  const error = given.get('error_description') ?? given.get('error');
  if (error !== null) return { kind: 'error', code: given.get('error_code'), description: error };
  if (!fragment.has('access_token')) return { kind: 'plain' };
  return { kind: 'session', recovery: fragment.get('type') === 'recovery' };
}
