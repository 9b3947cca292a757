import { unzipSync } from 'fflate';
import { isHidden } from './is-hidden.ts';
import type { GivenFile } from './given-file.ts';
import { ImportFileError } from './source-row.ts';

/** What all files of an archive may hold together, unpacked: small archives can hold more than a device has room for. */
const largest = 1_000_000_000;

/** The files of a zip archive, without folders and what systems add. Throws `ImportFileError` when it is none. */
export function unpack(bytes: Uint8Array): GivenFile[] {
  let size = 0;
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (name.endsWith('/') || isHidden(name)) return false;
        size += originalSize;
        if (size > largest) throw new ImportFileError('This archive holds more than 1 GB.');
        return true;
      },
    });
    return Object.entries(files).map(([path, content]) => ({
      path,
      read: () => Promise.resolve(content),
    }));
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    throw new ImportFileError('This archive is damaged and cannot be opened.');
  }
}
