import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/** Runs work whose queries and mails count as those of a caller: a person, a key or a network address. */
export function asCaller<Result>(caller: string, work: () => Result): Result {
  return storage.run(caller, work);
}

/** Returns whose work runs. */
export function currentCaller(): string {
  return storage.getStore() ?? 'the server';
}
