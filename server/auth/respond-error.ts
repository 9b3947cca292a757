import type { Context } from 'hono';
import type { HttpEnv } from '#server/http/caller.ts';
import type { AuthError } from './auth-error.ts';

const versionHeader = 'x-supabase-api-version';
const newShapeSince = '2024-01-01';

/** The version whose shapes the client reads; the first one when it names none that is a date. */
function speaksNewShape(context: Context<HttpEnv>): boolean {
  const asked = context.req.header(versionHeader) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= newShapeSince;
}

/** Answers with a refusal: `{code, message}` since 2024-01-01, `{code, error_code, msg}` before. */
export function respondError(context: Context<HttpEnv>, error: AuthError): Response {
  const { code, message, status } = error;
  const reasons =
    error.weakPassword === null ? {} : { weak_password: { reasons: error.weakPassword } };
  context.header('x-sb-error-code', code);
  context.header('cache-control', 'no-store');
  if (error.retryAfter !== null) context.header('retry-after', String(error.retryAfter));
  if (speaksNewShape(context)) {
    context.header(versionHeader, newShapeSince);
    return context.json({ code, message, ...reasons }, status);
  }
  const old = { code: status, error_code: code, msg: message, ...reasons };
  return context.json(old, status);
}
