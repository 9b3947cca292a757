import { useEffect, useState } from 'react';
import { arrival, auth } from './client.ts';
import { DataError, toDataError } from './fail.ts';

/** What became of the link that opened this page. */
export type Outcome =
  | { readonly status: 'pending' }
  /** It brought a session; or it brought none, and nobody expected one. */
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly error: DataError };

function firstOutcome(): Outcome {
  if (arrival.kind === 'error') {
    const { code, description } = arrival;
    return { status: 'failed', error: new DataError(description, { code }) };
  }
  const brings = arrival.kind === 'session' || arrival.kind === 'code';
  return { status: brings ? 'pending' : 'done' };
}

/** Waits for the auth client, which takes the link's session or code. */
async function finalOutcome(): Promise<Outcome> {
  const { error } = await auth.initialize();
  if (error) return { status: 'failed', error: toDataError(error) };
  // The client takes a code out of the address once it was good for a session.
  const unused = arrival.kind === 'code' && new URL(location.href).searchParams.has('code');
  if (!unused) return { status: 'done' };
  const told = 'This link was asked for in another browser';
  return { status: 'failed', error: new DataError(told, { code: 'other_browser' }) };
}

/** What became of the link that opened this page; renders again when that is known. */
export function useArrival(): Outcome {
  const [outcome, setOutcome] = useState(firstOutcome);
  const pending = outcome.status === 'pending';
  useEffect(() => {
    if (pending) void finalOutcome().then(setOutcome);
  }, [pending]);
  return outcome;
}
