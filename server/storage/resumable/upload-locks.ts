import type { Locker, RequestRelease } from '@tus/server';
import type { SharedLocks } from './shared-locks.ts';

/** How long a request waits for those before it. */
const waitMs = 30_000;

/** Clients try again. The package knows its errors by their status. */
const lockedError = { status_code: 423, body: 'Another request has this upload\n' };

interface Turn {
  readonly endSoon: RequestRelease;
  readonly start: () => void;
}

/**
 * Lets one request at a time have an upload, in the order in which they came. While others wait, it
 * is asked to end. (The package's own locks poll without a pause, so waiting takes a processor.)
 */
export class UploadLocks {
  /** The requests for each upload. The first one has it. */
  readonly #queues = new Map<string, Turn[]>();
  /** Locks for other processes, too; null if there are none. */
  readonly #shared: SharedLocks | null;
  /** Releases the shared locks of uploads. */
  readonly #releases = new Map<string, () => Promise<void>>();

  constructor(shared: SharedLocks | null) {
    this.#shared = shared;
  }

  /** Returns the locks for a request. It stops waiting if its client leaves. */
  lockerFor(client: AbortSignal): Locker {
    return {
      newLock: (id) => ({
        lock: (_signal, endSoon) => this.#lock(id, endSoon, client),
        unlock: () => this.#unlock(id),
      }),
    };
  }

  async #lock(id: string, endSoon: RequestRelease, client: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([client, AbortSignal.timeout(waitMs)]);
    await this.#waitForTurn(id, endSoon, signal);
    if (this.#shared === null) return;
    try {
      this.#releases.set(id, await this.#shared.take(id, endSoon, signal));
    } catch (error) {
      this.#startNext(id);
      throw signal.aborted ? lockedError : error;
    }
  }

  async #waitForTurn(id: string, endSoon: RequestRelease, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = { endSoon, start: resolve };
    const queue = this.#queues.get(id) ?? [];
    queue.push(turn);
    this.#queues.set(id, queue);
    if (queue[0] === turn) return;
    void queue[0]?.endSoon();
    const leave = () => {
      queue.splice(queue.indexOf(turn), 1);
      reject(lockedError);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }

  async #unlock(id: string): Promise<void> {
    await this.#releases.get(id)?.();
    this.#releases.delete(id);
    this.#startNext(id);
  }

  #startNext(id: string): void {
    const queue = this.#queues.get(id) ?? [];
    queue.shift();
    const [next] = queue;
    if (next === undefined) this.#queues.delete(id);
    else next.start();
    if (queue.length > 1) void next?.endSoon();
  }
}
