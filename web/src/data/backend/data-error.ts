import { messages } from '#contract/messages.ts';

/** PostgreSQL's code for a row whose key is taken. */
export const uniqueViolation = '23505';

/**
 * The one error that `data/` throws. `message` can be shown; `code` is PostgREST's, PostgreSQL's or
 * Auth's.
 */
export class DataError extends Error {
  override readonly name = 'DataError';
  readonly code: string | null;
  readonly hint: string | null;
  /** HTTP status; 0 without a response. */
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

interface ClientResult {
  readonly data: unknown;
  readonly error: { readonly message: string } | null;
  readonly status?: number;
}

type Success<Result> = Extract<Result, { error: null }>;

function isSuccess<Result extends ClientResult>(result: Result): result is Success<Result> {
  return result.error === null;
}

/** Returns the data of a client's result; throws a {@link DataError} if it has an error. */
export function unwrap<Result extends ClientResult>(result: Result): Success<Result>['data'] {
  if (isSuccess(result)) return result.data;
  throw toDataError(result.error, result.status);
}

/** Returns any failure as a {@link DataError}. */
export function toDataError(reason: unknown, status?: number): DataError {
  if (reason instanceof DataError) return reason;
  if (typeof reason !== 'object' || reason === null) {
    return new DataError('Something went wrong. Reload the page, then try again.', {
      cause: reason,
    });
  }
  const ownStatus = read(reason, 'status');
  return new DataError(messageOf(reason), {
    code: text(reason, 'code'),
    hint: text(reason, 'hint'),
    status: status ?? (typeof ownStatus === 'number' ? ownStatus : 0),
    cause: reason,
  });
}

/**
 * Returns the text to show for a failure without a readable response. Responses already carry a
 * text for people (`withReadableErrors`); error names and texts of the browser are replaced.
 */
function messageOf(reason: object): string {
  const message = text(reason, 'message') ?? '';
  const name = text(reason, 'name') ?? '';
  if (name === 'AuthSessionMissingError') return messages.auth.notAuthenticated;
  // postgrest-js puts the error's name before its message.
  const [, thrown = name, rest = message] =
    /^(\w*(?:Error|Exception)): ([\s\S]*)$/.exec(message) ?? [];
  if (isUnanswered(thrown, rest)) return unanswered;
  if (pageErrors.has(thrown)) {
    console.error(reason);
    return 'Something went wrong in this page. Reload it, then try again.';
  }
  return rest || 'Something went wrong. Reload the page, then try again.';
}

/** The browsers' messages for a lost connection, in a request or while loading a chunk. */
const lostConnection =
  /failed to fetch|networkerror|load failed|\bcancelled$|network connection|internet connection|error loading dynamically|importing a module script/i;

function isUnanswered(name: string, message: string): boolean {
  if (['AbortError', 'TimeoutError', 'NetworkError'].includes(name)) return true;
  // No JSON, but a success status: the response is from a proxy, or a network's sign-in page.
  if (['SyntaxError', 'AuthUnknownError'].includes(name)) return true;
  return /^\s*<|unexpected token/i.test(message) || lostConnection.test(message);
}

const unanswered = 'The server did not answer. Check your connection, then try again.';

/** Errors of JavaScript itself, and of a response with an unexpected shape. */
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
