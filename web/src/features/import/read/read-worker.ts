import type { ChosenFile } from './collect-files.ts';
import { prepareFiles } from '#web/features/import/prepare/prepare-files.ts';
import type { ReadMessage } from './read-in-worker.ts';

/** Reads files off the page's own thread, so that large ones do not stop the page. */
async function read(files: readonly ChosenFile[]): Promise<ReadMessage> {
  const given = files.map(({ path, file }) => ({
    path,
    read: async () => new Uint8Array(await file.arrayBuffer()),
  }));
  const prepared = await prepareFiles(given, (name, done, total) => {
    send({ kind: 'progress', name, done, total });
  });
  return { kind: 'read', prepared };
}

function send(message: ReadMessage): void {
  globalThis.postMessage(message, { transfer: [] });
}

globalThis.addEventListener('message', (event: MessageEvent<readonly ChosenFile[]>) => {
  void read(event.data).then(send, (reason: unknown) => {
    // To the page, as an error of the worker.
    setTimeout(() => {
      throw reason;
    });
  });
});
