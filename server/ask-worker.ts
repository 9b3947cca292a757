import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/**
 * Sends a message to a thread and resolves with its answer; with `null` if the thread ends first.
 * Rejects once `signal` is aborted. Only for threads that answer one message at a time.
 */
export async function askWorker(
  worker: Worker,
  message: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const settled = new AbortController();
  const either = AbortSignal.any([settled.signal, ...(signal === undefined ? [] : [signal])]);
  const ended = once(worker, 'exit', { signal: either }).then(() => null);
  const answered = once(worker, 'message', { signal: either }).then(([answer]): unknown => answer);
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(message);
  try {
    return await Promise.race([answered, ended]);
  } finally {
    settled.abort();
    // Both reject when they are no longer awaited.
    await Promise.allSettled([answered, ended]);
  }
}
