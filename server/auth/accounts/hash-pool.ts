import { availableParallelism } from 'node:os';
import * as v from 'valibot';
import { AuthError } from '#server/auth/auth-error.ts';
import { createFairLimit, TooMuchWaits } from '#server/fair-limit.ts';
import { TaskThread } from '#server/task-thread.ts';

/** `verify` compares a password with all of the hashes, and returns whether the first one matches. */
export type HashTask =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'verify'; readonly password: string; readonly hashes: readonly string[] };

const hashReply = v.union([
  v.object({ result: v.union([v.string(), v.boolean()]) }),
  v.object({ error: v.string() }),
]);
export type HashReply = v.InferOutput<typeof hashReply>;

/** Hashes passwords in threads of its own. */
export interface HashPool {
  /**
   * Waits for a thread in turns with other callers. Rejects with 429 `over_request_rate_limit` if
   * too many tasks wait.
   */
  run(task: HashTask, caller: string): Promise<string | boolean>;
  /** Throws what {@link run} would reject with, before work on a request that will be refused. */
  requireRoom(caller: string): void;
}

/** A thread that runs one task at a time. */
interface HashThread {
  run(task: HashTask): Promise<string | boolean>;
}

/** How many tasks may wait per thread. Each takes a fifth of a second. */
const maxWaitingPerThread = 25;
const retryAfterSeconds = 5;

/** Returns the threads of each web process: together one less than processor cores. */
export function hashThreads(webProcesses = 1): number {
  return Math.max(1, Math.floor((availableParallelism() - 1) / webProcesses));
}

/**
 * Creates a pool of threads. The asynchronous functions of bcrypt use the threads in which Node
 * reads files: 150 sign-ins kept files waiting.
 */
export function createHashPool(
  threadCount: number = hashThreads(),
  createThread: () => HashThread = () => new WorkerThread(),
): HashPool {
  const idle: HashThread[] = Array.from({ length: threadCount }, createThread);
  const limit = createFairLimit(threadCount, maxWaitingPerThread * threadCount);

  function refusal(cause?: TooMuchWaits): AuthError {
    return new AuthError('over_request_rate_limit', undefined, {
      retryAfter: retryAfterSeconds,
      cause,
    });
  }

  async function runInThread(task: HashTask): Promise<string | boolean> {
    const thread = idle.pop() ?? createThread();
    try {
      return await thread.run(task);
    } finally {
      idle.push(thread);
    }
  }

  return {
    run: (task, caller) =>
      limit
        .run(caller, () => runInThread(task))
        .catch((error: unknown) => {
          throw error instanceof TooMuchWaits ? refusal(error) : error;
        }),
    requireRoom: (caller) => {
      if (limit.isFullFor(caller)) throw refusal();
    },
  };
}

const threadEnded: HashReply = { error: 'The thread that hashes passwords ended.' };

class WorkerThread implements HashThread {
  readonly #thread = new TaskThread(new URL('hash-worker.ts', import.meta.url));

  async run(task: HashTask): Promise<string | boolean> {
    const reply = v.parse(hashReply, (await this.#thread.ask(task)) ?? threadEnded);
    if ('error' in reply) throw new Error(reply.error);
    return reply.result;
  }
}
