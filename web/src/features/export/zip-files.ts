import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Returns a zip archive of texts and files. Files are stored as they are: most are packed. */
export async function zipFiles(files: ReadonlyMap<string, string | Blob>): Promise<Blob> {
  const chunks: (Uint8Array<ArrayBuffer> | Blob)[] = [];
  const failures: Error[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) failures.push(error);
    else chunks.push(Uint8Array.from(chunk));
  });
  for (const [path, content] of files) {
    if (typeof content === 'string') {
      const entry = new ZipDeflate(path, { level: 6 });
      zip.add(entry);
      entry.push(strToU8(content), true);
    } else {
      const entry =
        content.type === 'application/json' ? new ZipDeflate(path) : new ZipPassThrough(path);
      zip.add(entry);
      // One file in memory at a time; the browser may keep finished ones on disk.
      entry.push(new Uint8Array(await content.arrayBuffer()), true);
      chunks.splice(0, chunks.length, new Blob(chunks));
    }
  }
  zip.end();
  const [failure] = failures;
  if (failure) throw failure;
  return new Blob(chunks, { type: 'application/zip' });
}
