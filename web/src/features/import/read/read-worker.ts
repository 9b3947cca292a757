import type { ChosenFile } from './collect-files.ts';
import { prepareFiles } from '#web/features/import/prepare/prepare-files.ts';
import type { ReadMessage } from './read-in-worker.ts';

/** Reads files outside the page's thread, so that large files don't block the page. */
async function read(files: readonly ChosenFile[]): Promise<ReadMessage> {
  const inputs = files.map(({ path, file }) => ({
    path,
    read: async () => new Uint8Array(await file.arrayBuffer()),
  }));
  const prepared = await prepareFiles(inputs, (name, done, total) => {
    send({ kind: 'progress', name, done, total });
  });
  return { kind: 'read', prepared };
}

function send(message: ReadMessage): void {
  globalThis.postMessage(message, { transfer: [] });
}

globalThis.addEventListener('message', (event: MessageEvent<readonly ChosenFile[]>) => {
  void read(event.data).then(send, (reason: unknown) => {
    // Outside the promise, so that the page receives an error event.
    setTimeout(() => {
      throw reason;
    });
  });
});
