import { prepareImport } from './prepare-import.ts';
import type { ReadMessage } from './read-in-worker.ts';
import { ImportFileError } from './source-row.ts';

/** Reads one file off the page's own thread, so that a large one does not stop the page. */
async function read(file: File): Promise<ReadMessage> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const prepared = prepareImport(file.name, bytes, (done, total) => {
      send({ kind: 'progress', done, total });
    });
    return { kind: 'read', prepared };
  } catch (error) {
    if (error instanceof ImportFileError) return { kind: 'refused', message: error.message };
    // What the browser throws when a file was moved, deleted or changed since it was chosen.
    if (error instanceof DOMException) {
      return { kind: 'refused', message: 'The file can no longer be read. Choose it again.' };
    }
    throw error;
  }
}

function send(message: ReadMessage): void {
  globalThis.postMessage(message, { transfer: [] });
}

globalThis.addEventListener('message', (event: MessageEvent<File>) => {
  void read(event.data).then(send);
});
