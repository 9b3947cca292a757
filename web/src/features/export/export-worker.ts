import { LibraryBuilder } from './build-library.ts';
import type { ExportFormat, ToExportWorker } from './export-in-worker.ts';
import type { Library } from '#web/lib/storage/library-file.ts';
import { writeJson } from './write-json.ts';

// Builds an export outside the page's thread, so that a large one doesn't block the page.
const builder = new LibraryBuilder();
const attached = new Map<string, Blob>();

/** Writes one JSON file, or an archive of Markdown files; either with the attached files. */
async function write(library: Library, format: ExportFormat): Promise<Blob> {
  if (format === 'json') {
    const json = new Blob(writeJson(library, new Date().toISOString()), {
      type: 'application/json',
    });
    if (attached.size === 0) return json;
    const { zipFiles } = await import('./zip-files.ts');
    return zipFiles(new Map([['cuebook.json', json], ...attached]));
  }
  // Loaded on demand: they include a YAML and a zip writer.
  const [{ writeMarkdown }, { zipFiles }] = await Promise.all([
    import('./write-markdown.ts'),
    import('./zip-files.ts'),
  ]);
  return zipFiles(new Map<string, string | Blob>([...writeMarkdown(library), ...attached]));
}

globalThis.addEventListener('message', ({ data }: MessageEvent<ToExportWorker>) => {
  if (data.kind === 'file') {
    attached.set(data.path, data.bytes);
    return;
  }
  if (data.kind !== 'finish') {
    builder.add(data);
    return;
  }
  void write(builder.finish(data.scope), data.format).then(
    (blob) => globalThis.postMessage(blob, { transfer: [] }),
    (reason: unknown) => {
      // Outside the promise, so that the page receives an error event.
      setTimeout(() => {
        throw reason;
      });
    },
  );
});
