import type { ChosenFile } from './collect-files.ts';
import type { PreparedFiles } from '#web/features/import/prepare/prepare-files.ts';

/** How much is done of the work on a file. */
export interface FileProgress {
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

/** A message from the worker. */
export type ReadMessage =
  | (FileProgress & { readonly kind: 'progress' })
  | { readonly kind: 'read'; readonly prepared: PreparedFiles };

/** Reads and checks files in a worker, which ends with the result or when `signal` is aborted. */
export function readInWorker(
  files: readonly ChosenFile[],
  onProgress: (name: string, done: number, total: number) => void,
  signal: AbortSignal,
): Promise<PreparedFiles> {
  const worker = new Worker(new URL('read-worker.ts', import.meta.url), { type: 'module' });
  const read = new Promise<PreparedFiles>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    worker.addEventListener('error', (event) => {
      console.error(event.message);
      reject(new Error("Your browser couldn't read the files. Close other tabs, then try again."));
    });
    worker.addEventListener('message', (event: MessageEvent<ReadMessage>) => {
      const message = event.data;
      if (message.kind === 'read') resolve(message.prepared);
      else onProgress(message.name, message.done, message.total);
    });
    worker.postMessage(files, []);
  });
  return read.finally(() => worker.terminate());
}
