import { callbackify } from 'node:util';
import { type ClientConfig, Pool, type PoolClient } from 'pg';
import { currentCaller } from '#server/current-caller.ts';
import { createFairLimit } from '#server/fair-limit.ts';

const maxWaiting = 1_000;

/** The callback that `query` of the pool passes to `connect`. */
type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (problem?: Error | boolean) => void,
) => void;

/**
 * A pool whose connections callers share (docs/decisions/operations/0068-fair-shares.md). If too much
 * waits, `connect` and `query` reject with `TooMuchWaits`.
 */
export class FairPool extends Pool {
  readonly #limit;
  readonly #waitMs: number;
  readonly #releases = new Map<PoolClient, () => void>();

  constructor(options: ClientConfig & { readonly max: number; readonly waitMs: number }) {
    super(options);
    this.#limit = createFairLimit(options.max, maxWaiting);
    this.#waitMs = options.waitMs;
    // An accessor in `pg`, which its types call a property.
    Object.defineProperty(this, 'waitingCount', { get: () => this.#limit.waitingCount });
    this.on('release', (_error, client) => {
      this.#releases.get(client)?.();
      this.#releases.delete(client);
    });
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    if (callback === undefined) return this.#connectInTurn();
    callbackify(() => this.#connectInTurn())((error, client) =>
      callback(error ?? undefined, client, (problem) => client?.release(problem)),
    );
  }

  /** Waits for the caller's turn, and keeps it until the connection is released. */
  #connectInTurn(): Promise<PoolClient> {
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>();
    let hasGivenUp = false;
    const timer = setTimeout(() => {
      hasGivenUp = true;
      reject(new Error('timeout exceeded when trying to connect'));
    }, this.#waitMs);
    const hold = async () => {
      clearTimeout(timer);
      if (hasGivenUp) return;
      const client = await super.connect();
      const released = new Promise<void>((release) => this.#releases.set(client, release));
      resolve(client);
      await released;
    };
    this.#limit.run(currentCaller(), hold).catch((error: unknown) => {
      clearTimeout(timer);
      reject(error);
    });
    return promise;
  }
}
