/* The answers that are kept for reading without a line, in the browser's own database. */

interface KeptAnswer {
  readonly key: string;
  readonly at: number;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

const databaseName = 'cuebook.last-seen';
const table = 'answers';
/** So many answers are kept; the oldest go first. */
const most = 500;
/** What the client reads of an answer, beside its body. */
const told = ['content-type', 'content-range'];

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(table, { keyPath: 'key' }).createIndex('at', 'at');
    });
    request.addEventListener('success', () => {
      const database = request.result;
      // Another window signs out: it must not wait for this one.
      database.addEventListener('versionchange', () => {
        database.close();
        opening = null;
      });
      resolve(database);
    });
    request.addEventListener('error', () => reject(failure(request.error)));
  });
  return opening;
}

function failure(error: DOMException | null): Error {
  return error ?? new Error('The device keeps nothing');
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(failure(request.error)));
  });
}

async function answers(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await open()).transaction(table, mode).objectStore(table);
}

const keyFor = (userId: string, key: string) => `${userId} ${key}`;

/** Keeps an answer. Its body was read before: who signs out after this was called finds it in what they do away with. */
export async function storeResponse(
  userId: string,
  key: string,
  response: Response,
  body: string | null,
): Promise<void> {
  const answer: KeptAnswer = {
    key: keyFor(userId, key),
    at: Date.now(),
    status: response.status,
    headers: told.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    body,
  };
  const store = await answers('readwrite');
  await done(store.put(answer));
  const extra = (await done(store.count())) - most;
  if (extra <= 0) return;
  const oldest = await done(store.index('at').getAllKeys(null, extra));
  for (const each of oldest) store.delete(each);
}

export async function readResponse(userId: string, key: string): Promise<Response | null> {
  const found: unknown = await done((await answers('readonly')).get(keyFor(userId, key)));
  if (found === undefined) return null;
  // What was put above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { body, status, headers } = found as KeptAnswer;
  return new Response(body, { status, headers: headers.map(([name, value]) => [name, value]) });
}

export async function clearResponses(): Promise<void> {
  if (opening !== null) (await opening).close();
  opening = null;
  await done(indexedDB.deleteDatabase(databaseName));
}
