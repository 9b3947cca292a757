import type { Context } from 'hono';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import type { AuthError } from './auth-error.ts';

const versionHeader = 'x-supabase-api-version';
const newShapeSince = '2024-01-01';

/** Whether the client reads the newer shape. Without a valid date it gets the older one. */
function usesNewErrorShape(context: Context<HttpEnv>): boolean {
  const requestedVersion = context.req.header(versionHeader) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(requestedVersion) && requestedVersion >= newShapeSince;
}

/**
 * Responds with an error: `{code, message}` for API versions since 2024-01-01, and
 * `{code, error_code, msg}` for older ones.
 */
export function respondError(context: Context<HttpEnv>, error: AuthError): Response {
  const { code, message, status } = error;
  const reasons =
    error.weakPassword === null ? {} : { weak_password: { reasons: error.weakPassword } };
  context.header('x-sb-error-code', code);
  context.header('cache-control', 'no-store');
  if (error.retryAfter !== null) context.header('retry-after', String(error.retryAfter));
  if (usesNewErrorShape(context)) {
    context.header(versionHeader, newShapeSince);
    return context.json({ code, message, ...reasons }, status);
  }
  const legacyBody = { code: status, error_code: code, msg: message, ...reasons };
  return context.json(legacyBody, status);
}
