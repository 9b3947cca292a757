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
  if (typeof reason !== 'object' || reason === null) return new DataError(String(reason));
  const own = read(reason, 'status');
  return new DataError(said(text(reason, 'message')), {
    code: text(reason, 'code'),
    hint: text(reason, 'hint'),
    status: status ?? (typeof own === 'number' ? own : 0),
    cause: reason,
  });
}

/**
 * A browser's own words for a lost connection, or one given up, are no message, nor are the database's for a row that
 * its policies refuse: the page offers what they allow, so that it was allowed when the page was read.
 */
function said(message: string | null): string {
  if (message?.startsWith('new row violates row-level security'))
    return 'It was made private or deleted meanwhile';
  if (/^(TypeError|AbortError|TimeoutError):/.test(message ?? ''))
    return 'The server did not answer';
  return message || 'Something went wrong';
}

function read(from: object, name: string): unknown {
  return Reflect.get(from, name);
}

function text(from: object, name: string): string | null {
  const value = read(from, name);
  return typeof value === 'string' ? value : null;
}
