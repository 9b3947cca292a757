import { messages } from '#contract/messages.ts';

/** The one error that `data/` throws. `message` can be shown; `code` is PostgREST's, PostgreSQL's or Auth's. */
export class DataError extends Error {
  override readonly name = 'DataError';
  readonly code: string | null;
  readonly hint: string | null;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;

  constructor(
    message: string,
    about: { code?: string | null; hint?: string | null; status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: about.cause });
    this.code = about.code ?? null;
    this.hint = about.hint ?? null;
    this.status = about.status ?? 0;
  }
}

interface Answer {
  readonly data: unknown;
  readonly error: { readonly message: string } | null;
  readonly status?: number;
}

type Success<Result> = Extract<Result, { error: null }>;

function succeeded<Result extends Answer>(result: Result): result is Success<Result> {
  return result.error === null;
}

/** The data of a client's answer; throws {@link DataError} when it carries an error. */
export function unwrap<Result extends Answer>(result: Result): Success<Result>['data'] {
  if (succeeded(result)) return result.data;
  throw toDataError(result.error, result.status);
}

/** Any failure as a {@link DataError}. */
export function toDataError(reason: unknown, status?: number): DataError {
  if (reason instanceof DataError) return reason;
  if (typeof reason !== 'object' || reason === null) {
    return new DataError('Something went wrong. Reload the page, then try again.', {
      cause: reason,
    });
  }
  const own = read(reason, 'status');
  return new DataError(messageOf(reason), {
    code: text(reason, 'code'),
    hint: text(reason, 'hint'),
    status: status ?? (typeof own === 'number' ? own : 0),
    cause: reason,
  });
}

/**
 * Returns the text to show for a failure that came with no response, or none that could be read. Responses carry a text
 * for people already (`withReadableErrors`); names and words of the browser are replaced.
 */
function messageOf(reason: object): string {
  const message = text(reason, 'message') ?? '';
  const name = text(reason, 'name') ?? '';
  if (name === 'AuthSessionMissingError') return messages.auth.notAuthenticated;
  // The client of PostgREST puts the name of what was thrown before its message.
  const [, thrown = name, rest = message] =
    /^(\w*(?:Error|Exception)): ([\s\S]*)$/.exec(message) ?? [];
  if (isUnanswered(thrown, rest)) return unanswered;
  if (pageErrors.has(thrown)) {
    console.error(reason);
    return 'Something went wrong in this page. Reload it, then try again.';
  }
  return rest || 'Something went wrong. Reload the page, then try again.';
}

/** What each browser says of a lost connection, in a request or while it loads a part of the page. */
const lostConnection =
  /failed to fetch|networkerror|load failed|network connection|internet connection|error loading dynamically|importing a module script/i;

function isUnanswered(name: string, message: string): boolean {
  if (['AbortError', 'TimeoutError', 'NetworkError'].includes(name)) return true;
  // Not JSON, with a status of success: a proxy, or the sign-in page of a network, answered.
  if (['SyntaxError', 'AuthUnknownError'].includes(name)) return true;
  return /^\s*<|unexpected token/i.test(message) || lostConnection.test(message);
}

const unanswered = 'The server did not answer. Check your connection, then try again.';

/** Errors of JavaScript itself, and of a response in an unexpected form. */
const pageErrors: ReadonlySet<string> = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'ValiError',
]);

function read(from: object, name: string): unknown {
  return Reflect.get(from, name);
}

function text(from: object, name: string): string | null {
  const value = read(from, name);
  return typeof value === 'string' ? value : null;
}
