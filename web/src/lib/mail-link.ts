/** What a link from a mail, or the way back from a sign-in provider, brought along in the address. */
export type Arrival =
  | { readonly kind: 'plain' }
  /** A session behind the `#`. `type` is the mail's: signup, recovery, invite, email_change … */
  | { readonly kind: 'session'; readonly type: string | null }
  /** PKCE: a code that only the browser that asked for the link can use. */
  | { readonly kind: 'code' }
  /** Something was done, and there is more to do: the first link of a change of address. */
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'error'; readonly code: string | null; readonly description: string };

/**
 * Reads the fragment (implicit flow) of an address, or its query where the fragment says nothing.
 * The auth client empties the address, so this is read before the client starts.
 */
export function readArrival(address: URL): Arrival {
  const fragment = new URLSearchParams(address.hash.slice(1));
  const told = ['access_token', 'error', 'error_description', 'message'].some((name) =>
    fragment.has(name),
  );
  const given = told ? fragment : address.searchParams;
  const error = given.get('error_description') ?? given.get('error');
  if (error !== null) return { kind: 'error', code: given.get('error_code'), description: error };
  if (fragment.has('access_token')) return { kind: 'session', type: fragment.get('type') };
  if (address.searchParams.has('code')) return { kind: 'code' };
  const text = fragment.get('message');
  return text === null ? { kind: 'plain' } : { kind: 'message', text };
}
