/**
 * How surely an access token's owner is known: 'aal1' (one factor) or 'aal2' (two), null when the
 * token does not say. Nothing is verified here: this decides what to ask for, not what to show.
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
