import { messages } from '#contract/messages.ts';

/** A failed request: the fields that its message can depend on. */
export interface Failure {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The code of PostgREST, PostgreSQL or Auth. */
  readonly code: string | null;
  /** The text of the server or the browser; it may be meant for developers. */
  readonly message: string | null;
  /** Seconds to wait, from the Retry-After header. */
  readonly retryAfter?: number | null;
  /** The request's id in the server's log. */
  readonly requestId?: string | null;
}

/**
 * Returns the text to show for a failed request: what happened and what to do. Keeps texts that the
 * product or Auth writes for people, and replaces those of the database, a proxy or the browser.
 */
export function userMessage(failure: Failure): string {
  const { status, code, message } = failure;
  // A limit of the product, which says itself when to try again.
  if (code === 'PT429' && message) return message;
  if (status === 429 || /^over_\w*rate_limit$/.test(code ?? '')) return tooMany(failure);
  if (code !== null) {
    const text = textByCode(code, message ?? '', status);
    if (text !== null) return text;
  }
  if (status === 401) return messages.auth.notAuthenticated;
  if (status === 413) return 'This is too large for the server. Make it shorter, or split it.';
  return unknownFailure(failure);
}

const signInAgain = 'Your session has ended. Sign in again to continue.';

/** Auth's texts are for people, except those of these codes. */
const authTexts: Readonly<Record<string, string>> = {
  bad_json: 'The server could not read the request. Reload the page, then try again.',
  bad_jwt: signInAgain,
  no_authorization: messages.auth.notAuthenticated,
  refresh_token_already_used: signInAgain,
  refresh_token_not_found: signInAgain,
  request_timeout: 'The server took too long. Wait a moment, then try again.',
  session_expired: signInAgain,
  session_not_found: signInAgain,
  user_not_found: 'This account no longer exists: it was deleted.',
};

export const refusedByPolicy = 'It was made private or deleted meanwhile';
const missing = 'It was deleted, or you can no longer see it. Go back and reload the page.';
const busy = 'Someone else was changing the same thing. Try again.';

const databaseTexts: Readonly<Record<string, string>> = {
  '22021': "It contains a character that can't be stored. Remove it, then try again.",
  '22P05': "It contains a character that can't be stored. Remove it, then try again.",
  '23502': 'Something that is required is missing. Fill it in, then try again.',
  '23505': 'It exists already.',
  '40001': busy,
  '40P01': busy,
  '55P03': busy,
  '53100': 'The server has no space left, so nothing was saved. Tell its administrator.',
  '57014': 'The server took too long, so nothing was changed. Try again, or with less at once.',
  PGRST116: missing,
  PGRST301: messages.auth.notAuthenticated,
  PGRST302: messages.auth.notAuthenticated,
  PGRST303: signInAgain,
};

/** Codes with which the product's own functions and triggers raise texts for people. */
const raisedCodes = /^(P0001|PT\d{3}|42501|23514)$/;

/** PostgreSQL's own texts for these codes. */
const databaseText =
  /^(permission denied|must be owner|new row |invalid value|null value|update or delete on|insert or update on)|\b(relation|constraint|column|schema|role) "/;

function textByCode(code: string, message: string, status: number): string | null {
  const text = authTexts[code] ?? databaseTexts[code];
  if (text !== undefined) return text;
  if (code === '23503') {
    return isMissingAccount({ code, message })
      ? (authTexts['user_not_found'] ?? null)
      : 'It belongs to something that was deleted meanwhile. Reload the page, then try again.';
  }
  if (message.startsWith('new row violates row-level security')) return refusedByPolicy;
  if (code === '23514') return brokenRule(message);
  if (raisedCodes.test(code) && !databaseText.test(message)) return message || null;
  // Auth's codes are snake_case words. Its texts for server errors are not for people.
  const isAuth = /^[a-z]+(_[a-z0-9]+)*$/.test(code);
  return isAuth && status < 500 && !isMarkup(message) ? message || null : null;
}

/** Returns the broken rule: a check constraint's name states it, a trigger's message too. */
function brokenRule(message: string): string | null {
  const rule = /violates check constraint "([^"]+ [^"]+)"/.exec(message)?.[1];
  if (rule !== undefined) return `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`;
  return databaseText.test(message) ? null : message || null;
}

/** Returns whether a write failed because the user's account was deleted. */
export function isMissingAccount({ code, message }: Pick<Failure, 'code' | 'message'>): boolean {
  if (code === 'user_not_found') return true;
  return code === '23503' && /"\w+_(user_id|created_by)_fkey"/.test(message ?? '');
}

function tooMany({ message, retryAfter }: Failure): string {
  const secondsInText = /after (\d+) seconds/.exec(message ?? '')?.[1];
  const seconds = retryAfter ?? (secondsInText === undefined ? null : Number(secondsInText));
  return seconds === null
    ? 'Too many requests. Wait a minute, then try again.'
    : `Too many requests. Try again in ${duration(Math.max(1, Math.ceil(seconds)))}.`;
}

function duration(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
}

const unreachable: ReadonlySet<number> = new Set([
  502, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530,
]);

function unknownFailure({ status, code, requestId }: Failure): string {
  const reference = requestId ? ` (Reference ${requestId.slice(0, 8)})` : '';
  if (status === 503)
    return `The server is busy right now. Wait a moment, then try again.${reference}`;
  if (unreachable.has(status) || /^PGRST00\d$/.test(code ?? '')) {
    return `The server can't be reached right now. Wait a moment, then try again.${reference}`;
  }
  if (status >= 500) {
    return `The server had a problem of its own. Wait a moment, then try again.${reference}`;
  }
  return `The server did not accept this. Reload the page, then try again.${reference}`;
}

/** Whether a text is the HTML page of a proxy. */
function isMarkup(text: string): boolean {
  return text.trimStart().startsWith('<');
}
