import type { Session } from '@supabase/auth-js';
import { readAuthItem, sessionKey } from './auth-storage.ts';

/**
 * The session as it lies on this device, expired or not: without a line nobody can renew it, and who was
 * signed in here still is. Null when there is none, or none that can be read.
 */
export function storedSession(): Session | null {
  const text = readAuthItem(sessionKey);
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    return isSession(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Whether only a renewed session would be accepted by the server. */
export function hasExpired({ expires_at: end }: Session): boolean {
  return end !== undefined && end * 1000 <= Date.now();
}

/** Tells a session from other things; its parts are what the auth client wrote. */
function isSession(stored: unknown): stored is Session {
  if (typeof stored !== 'object' || stored === null) return false;
  if (!('access_token' in stored && 'refresh_token' in stored && 'user' in stored)) return false;
  const { user } = stored;
  return typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string';
}
