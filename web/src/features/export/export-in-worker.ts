import { readForExport, type ExportedRows } from '#web/data/library-files/export.ts';

export type ExportFormat = 'json' | 'markdown';

/** What the worker hears. It answers the last with the file. */
export type ToExportWorker =
  | ExportedRows
  | { readonly kind: 'finish'; readonly format: ExportFormat; readonly whole: boolean };

export interface ExportRequest {
  readonly userId: string;
  /** Null: everything. */
  readonly ids: readonly string[] | null;
  readonly format: ExportFormat;
  readonly signal: AbortSignal;
  /** Hears how many prompts have been read. */
  readonly onRead: (prompts: number) => void;
}

const outOfMemory =
  'Your browser could not put the file together. Close other pages, then try again.';

/** Reads what a person owns and gives it as a file; it is put together in a worker of its own. */
export async function exportInWorker(request: ExportRequest): Promise<Blob> {
  const { userId, ids, format, signal, onRead } = request;
  const worker = new Worker(new URL('export-worker.ts', import.meta.url), { type: 'module' });
  const tell = (message: ToExportWorker) => worker.postMessage(message, []);
  try {
    let count = 0;
    for await (const rows of readForExport(userId, ids, signal)) {
      tell(rows);
      if (rows.kind === 'prompts') count += rows.rows.length;
      onRead(count);
    }
    return await new Promise<Blob>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      worker.addEventListener('error', (event) => {
        console.error(event.message);
        reject(new Error(outOfMemory));
      });
      worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data));
      tell({ kind: 'finish', format, whole: ids === null });
    });
  } finally {
    worker.terminate();
  }
}
