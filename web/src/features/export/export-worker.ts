import { LibraryBuilder } from './build-library.ts';
import type { ExportFormat, ToExportWorker } from './export-in-worker.ts';
import type { Library } from '#web/lib/storage/library-file.ts';
import { writeJson } from './write-json.ts';

// Builds an export outside the page's thread, so that a large one doesn't block the page.
const builder = new LibraryBuilder();

async function write(library: Library, format: ExportFormat): Promise<Blob> {
  if (format === 'json') {
    return new Blob(writeJson(library, new Date().toISOString()), { type: 'application/json' });
  }
  // Loaded on demand: they include a YAML and a zip writer.
  const [{ writeMarkdown }, { zipTexts }] = await Promise.all([
    import('./write-markdown.ts'),
    import('./zip-texts.ts'),
  ]);
  return zipTexts(writeMarkdown(library));
}

globalThis.addEventListener('message', ({ data }: MessageEvent<ToExportWorker>) => {
  if (data.kind !== 'finish') {
    builder.add(data);
    return;
  }
  void write(builder.finish(data.whole), data.format).then(
    (blob) => globalThis.postMessage(blob, { transfer: [] }),
    (reason: unknown) => {
      // Outside the promise, so that the page receives an error event.
      setTimeout(() => {
        throw reason;
      });
    },
  );
});
