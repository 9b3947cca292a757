interface IndexedStoreOptions {
  readonly database: string;
  readonly store: string;
  /** The property by which entries are found. */
  readonly keyPath: string;
  /** Another property to find entries by. */
  readonly index: string;
}

/** An object store in a database of IndexedDB, which is opened at the first use. */
export class IndexedStore {
  readonly #options: IndexedStoreOptions;
  #opening: Promise<IDBDatabase> | null = null;

  constructor(options: IndexedStoreOptions) {
    this.#options = options;
  }

  async open(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    const { store } = this.#options;
    return (await this.#openDatabase()).transaction(store, mode).objectStore(store);
  }

  /** Deletes the database. */
  async delete(): Promise<void> {
    if (this.#opening !== null) (await this.#opening).close();
    this.#opening = null;
    await resultOf(indexedDB.deleteDatabase(this.#options.database));
  }

  #openDatabase(): Promise<IDBDatabase> {
    const { database: name, store, keyPath, index } = this.#options;
    this.#opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.addEventListener('upgradeneeded', () => {
        request.result.createObjectStore(store, { keyPath }).createIndex(index, index);
      });
      request.addEventListener('success', () => {
        const database = request.result;
        // Another window signs out: its deletion must not wait for this window.
        database.addEventListener('versionchange', () => {
          database.close();
          this.#opening = null;
        });
        resolve(database);
      });
      request.addEventListener('error', () => reject(toError(request.error)));
    });
    return this.#opening;
  }
}

function toError(error: DOMException | null): Error {
  return error ?? new Error('IndexedDB is blocked');
}

export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(toError(request.error)));
  });
}
