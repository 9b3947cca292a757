import { refusalText } from '#contract/refusal-text.ts';
import { DatabaseRefusal } from '#server/db/database.ts';

export type LibraryErrorKind =
  /** There is no such prompt, version or label, or the caller may not read it. */
  | 'not-found'
  /** The name stands for more than one prompt. */
  | 'ambiguous'
  /** The access token lacks a scope. */
  | 'insufficient-scope'
  | 'forbidden'
  /** Somebody saved the prompt since the base version. */
  | 'conflict'
  /** The database refuses a value. */
  | 'invalid';

/** A failure whose message is written for the person who runs the program. */
export class LibraryError extends Error {
  override name = 'LibraryError';
  readonly kind: LibraryErrorKind;
  /** The missing scope, if `kind` is `insufficient-scope`. */
  readonly scope: string | null;

  constructor(
    kind: LibraryErrorKind,
    message: string,
    options: ErrorOptions & { scope?: string } = {},
  ) {
    super(message, options);
    this.kind = kind;
    this.scope = options.scope ?? null;
  }
}

/** Translates an error of PostgreSQL, if it is about what the caller sent or may do. */
export function toLibraryError(error: unknown): unknown {
  if (!(error instanceof DatabaseRefusal)) return error;
  const { code, message, constraint } = error.refusal;
  const options = { cause: error };
  const scope = /needs the scope ([a-z:]+)/.exec(message)?.[1];
  if (scope !== undefined) {
    return new LibraryError('insufficient-scope', message, { ...options, scope });
  }
  switch (code) {
    case '42501':
      return new LibraryError('forbidden', refusalText(message), options);
    case '23514':
      // Constraints of this schema are named by what they demand.
      return new LibraryError('invalid', constraint ?? message, options);
    case '22P02':
    case '22007':
    case '22008':
    case '22021':
    case '22023':
    case 'P0001':
    case 'PT422':
      return new LibraryError('invalid', message, options);
    case 'PT404':
      return new LibraryError('not-found', message, options);
    case 'PT409':
      return new LibraryError('conflict', message, options);
    default:
      return error;
  }
}
