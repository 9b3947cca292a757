import { readAttachment } from '#web/data/attachments/attachments.ts';
import {
  readForExport,
  type ExportedRows,
  type ExportScope,
} from '#web/data/library-files/export.ts';
import { attachedFiles } from './build-library.ts';

export type ExportFormat = 'json' | 'markdown';

/** A message to the worker. It responds to 'finish' with the file. */
export type ToExportWorker =
  | ExportedRows
  /** An attached file; the export becomes an archive. */
  | { readonly kind: 'file'; readonly path: string; readonly bytes: Blob }
  | { readonly kind: 'finish'; readonly format: ExportFormat; readonly scope: ExportScope['kind'] };

export interface ExportRequest {
  readonly userId: string;
  readonly scope: ExportScope;
  readonly format: ExportFormat;
  readonly signal: AbortSignal;
  /** Receives the number of prompts read so far. */
  readonly onRead: (prompts: number) => void;
}

const outOfMemory = "Your browser couldn't create the file. Close other tabs, then try again.";

/** Reads the rows of a scope and returns them as a file, which a worker builds. */
export async function exportInWorker(request: ExportRequest): Promise<Blob> {
  const { userId, scope, format, signal, onRead } = request;
  const worker = new Worker(new URL('export-worker.ts', import.meta.url), { type: 'module' });
  const send = (message: ToExportWorker) => worker.postMessage(message, []);
  try {
    let count = 0;
    const paths = new Set<string>();
    for await (const rows of readForExport(userId, scope, signal)) {
      send(rows);
      if (rows.kind === 'prompts') {
        count += rows.rows.length;
        for (const { path, objectName } of rows.rows.flatMap(attachedFiles)) {
          if (paths.has(path)) continue;
          paths.add(path);
          send({ kind: 'file', path, bytes: await readAttachment(objectName, signal) });
        }
      }
      onRead(count);
    }
    return await new Promise<Blob>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      worker.addEventListener('error', (event) => {
        console.error(event.message);
        reject(new Error(outOfMemory));
      });
      worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data));
      send({ kind: 'finish', format, scope: scope.kind });
    });
  } finally {
    worker.terminate();
  }
}
