/* The responses of the offline cache, in IndexedDB. */

interface StoredResponse {
  readonly key: string;
  readonly at: number;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

const databaseName = 'cuebook.last-seen';
const storeName = 'answers';
/** The number of responses stored; the oldest are removed first. */
const maxResponses = 500;
/** The headers that the client reads. */
const storedHeaders = ['content-type', 'content-range'];

let opening: Promise<IDBDatabase> | null = null;

function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(storeName, { keyPath: 'key' }).createIndex('at', 'at');
    });
    request.addEventListener('success', () => {
      const database = request.result;
      // Another window signs out: its deletion must not wait for this window.
      database.addEventListener('versionchange', () => {
        database.close();
        opening = null;
      });
      resolve(database);
    });
    request.addEventListener('error', () => reject(toError(request.error)));
  });
  return opening;
}

function toError(error: DOMException | null): Error {
  return error ?? new Error('IndexedDB is blocked');
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(toError(request.error)));
  });
}

async function openStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await openDatabase()).transaction(storeName, mode).objectStore(storeName);
}

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
  const store = await openStore('readwrite');
  await resultOf(store.put(entry));
  const excess = (await resultOf(store.count())) - maxResponses;
  if (excess <= 0) return;
  const oldest = await resultOf(store.index('at').getAllKeys(null, excess));
  for (const each of oldest) store.delete(each);
}

export async function readResponse(userId: string, key: string): Promise<Response | null> {
  const store = await openStore('readonly');
  const entry: unknown = await resultOf(store.get(keyFor(userId, key)));
  if (entry === undefined) return null;
  // `storeResponse` put it there.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { body, status, headers } = entry as StoredResponse;
  return new Response(body, { status, headers: headers.map(([name, value]) => [name, value]) });
}

export async function clearResponses(): Promise<void> {
  if (opening !== null) (await opening).close();
  opening = null;
  await resultOf(indexedDB.deleteDatabase(databaseName));
}
