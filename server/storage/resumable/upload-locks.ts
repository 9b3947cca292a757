import { ERRORS, type Locker, type RequestRelease } from '@tus/server';

/** How long a request waits for those before it. */
const waitMs = 30_000;

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

  /** Returns the locks for a request. It stops waiting if its client leaves. */
  lockerFor(client: AbortSignal): Locker {
    return {
      newLock: (id) => ({
        lock: (_signal, endSoon) => this.#lock(id, endSoon, client),
        unlock: async () => this.#unlock(id),
      }),
    };
  }

  async #lock(id: string, endSoon: RequestRelease, client: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = { endSoon, start: resolve };
    const queue = this.#queues.get(id) ?? [];
    queue.push(turn);
    this.#queues.set(id, queue);
    if (queue[0] === turn) return;
    void queue[0]?.endSoon();
    const signal = AbortSignal.any([client, AbortSignal.timeout(waitMs)]);
    const leave = () => {
      queue.splice(queue.indexOf(turn), 1);
      // The package knows its errors by their status.
      reject(ERRORS.ERR_LOCK_TIMEOUT);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }

  #unlock(id: string): void {
    const queue = this.#queues.get(id) ?? [];
    queue.shift();
    const [next] = queue;
    if (next === undefined) this.#queues.delete(id);
    else next.start();
    if (queue.length > 1) void next?.endSoon();
  }
}
