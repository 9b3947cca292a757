/**
 * Returns the assurance level of an access token: 'aal1' (one factor), 'aal2' (two), or null
 * without the claim. Does not verify the token: use it to decide what to ask the user for, not what
 * to show.
 */
export function assuranceLevel(token: string): string | null {
  const [, payload = ''] = token.split('.');
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const level: unknown = typeof claims === 'object' && claims && Reflect.get(claims, 'aal');
    return typeof level === 'string' ? level : null;
  } catch {
    return null;
  }
}
