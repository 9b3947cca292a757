import { IndexedStore, resultOf } from '#web/lib/storage/indexed-store.ts';

/* The responses of the offline cache, in IndexedDB. */

interface StoredResponse {
  readonly key: string;
  readonly at: number;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** The number of responses stored; the oldest are removed first. */
const maxResponses = 500;
/** The headers that the client reads. */
const storedHeaders = ['content-type', 'content-range'];

const responses = new IndexedStore({
  database: 'cuebook.last-seen',
  store: 'answers',
  keyPath: 'key',
  index: 'at',
});

const keyFor = (userId: string, key: string) => `${userId} ${key}`;

/**
 * Stores a response. Takes its body as text: a sign-out after this call must find the entry to
 * remove.
 */
export async function storeResponse(
  userId: string,
  key: string,
  response: Response,
  body: string | null,
): Promise<void> {
  const entry: StoredResponse = {
    key: keyFor(userId, key),
    at: Date.now(),
    status: response.status,
    headers: storedHeaders.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    body,
  };
  const store = await responses.open('readwrite');
  await resultOf(store.put(entry));
  const excess = (await resultOf(store.count())) - maxResponses;
  if (excess <= 0) return;
  const oldest = await resultOf(store.index('at').getAllKeys(null, excess));
  for (const each of oldest) store.delete(each);
}

export async function readResponse(userId: string, key: string): Promise<Response | null> {
  const store = await responses.open('readonly');
  const entry: unknown = await resultOf(store.get(keyFor(userId, key)));
  if (entry === undefined) return null;
  // `storeResponse` put it there.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { body, status, headers } = entry as StoredResponse;
  return new Response(body, { status, headers: headers.map(([name, value]) => [name, value]) });
}

export function clearResponses(): Promise<void> {
  return responses.delete();
}
