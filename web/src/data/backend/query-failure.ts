import { toDataError } from './data-error.ts';

interface FailedQuery {
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

/** Returns what an error state shows of a query: why it failed, and a way to repeat it. */
export function failureOf({ error, refetch }: FailedQuery) {
  return { message: toDataError(error).message, onRetry: () => void refetch() };
}
