import { strToU8, Zip, ZipDeflate } from 'fflate';

/** Returns a zip archive of texts. */
export function zipTexts(files: ReadonlyMap<string, string>): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    const zip = new Zip((error, chunk, final) => {
      if (error) reject(error);
      else {
        chunks.push(Uint8Array.from(chunk));
        if (final) resolve(new Blob(chunks, { type: 'application/zip' }));
      }
    });
    for (const [path, text] of files) {
      const entry = new ZipDeflate(path, { level: 6 });
      zip.add(entry);
      entry.push(strToU8(text), true);
    }
    zip.end();
  });
}
