import type { Session } from '@supabase/auth-js';
import { parseJson } from '#web/lib/values/parse-json.ts';
import { readAuthItem, sessionKey } from './auth-storage.ts';

/**
 * Returns the session on this device, expired or not: offline it can't be refreshed, and the user
 * still counts as signed in. Null when there is none, or when it can't be parsed.
 */
export function storedSession(): Session | null {
  const stored = parseJson(readAuthItem(sessionKey) ?? 'null');
  return isSession(stored) ? stored : null;
}

/** Returns whether the session must be refreshed before the server accepts it. */
export function hasExpired({ expires_at: end }: Session): boolean {
  return end !== undefined && end * 1000 <= Date.now();
}

/** Tells a session from other values; the auth client wrote its fields. */
function isSession(stored: unknown): stored is Session {
  if (typeof stored !== 'object' || stored === null) return false;
  if (!('access_token' in stored && 'refresh_token' in stored && 'user' in stored)) return false;
  const { user } = stored;
  return typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string';
}
