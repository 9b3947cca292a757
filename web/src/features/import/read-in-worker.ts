import type { PreparedFile } from './prepare-import.ts';
import { ImportFileError } from './source-row.ts';

/** What the worker says. */
export type ReadMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'read'; readonly prepared: PreparedFile }
  | { readonly kind: 'refused'; readonly message: string };

/** Reads and checks a file in a worker of its own, which ends with it or when `signal` is aborted. */
export function readInWorker(
  file: File,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<PreparedFile> {
  const worker = new Worker(new URL('read-worker.ts', import.meta.url), { type: 'module' });
  const read = new Promise<PreparedFile>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    worker.addEventListener('error', (event) => {
      reject(new Error(event.message || 'The file could not be read.'));
    });
    worker.addEventListener('message', (event: MessageEvent<ReadMessage>) => {
      const message = event.data;
      switch (message.kind) {
        case 'progress':
          onProgress(message.done, message.total);
          break;
        case 'read':
          resolve(message.prepared);
          break;
        case 'refused':
          reject(new ImportFileError(message.message));
          break;
      }
    });
    worker.postMessage(file, []);
  });
  return read.finally(() => worker.terminate());
}
