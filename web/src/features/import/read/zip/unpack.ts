import { Inflate } from 'fflate';
import { limits } from '#contract/limits.ts';
import { crc32 } from './crc32.ts';
import { isHidden } from '#web/features/import/read/is-hidden.ts';
import type { InputFile } from '#web/features/import/read/chosen-file.ts';
import { ImportFileError } from '#web/features/import/read/source-row.ts';
import { contradicts, readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** The bytes that may still be unpacked, shared by all archives. */
interface UnpackBudget {
  bytes: number;
}

/**
 * Returns the files of a zip archive without folders and system files. Unpacks each file to compare
 * size and checksum with the directory, and again when it is read. Throws `ImportFileError` for an
 * inconsistent archive.
 */
export function unpack(bytes: Uint8Array, budget: UnpackBudget): InputFile[] {
  const entries = readZipDirectory(bytes).filter(
    ({ isFolder, name }) => !isFolder && !isHidden(name),
  );
  if (entries.length === 0) throw new ImportFileError('This archive is empty.');
  for (const entry of entries) {
    budget.bytes -= entry.size;
    if (budget.bytes < 0)
      throw new ImportFileError('The archives contain more than 1 GB in total.');
    check(bytes, entry);
  }
  return entries.map((entry) => ({
    path: entry.name,
    read: () => Promise.resolve(contentOf(bytes, entry)),
  }));
}

function check(bytes: Uint8Array, entry: ZipEntry): void {
  const { name, size } = entry;
  const quoted = `“${name.slice(0, 120)}”`;
  if (entry.isEncrypted) {
    throw new ImportFileError(
      `${quoted} in this archive needs a password. Create an archive without one.`,
    );
  }
  if (entry.method !== 0 && entry.method !== 8) {
    throw new ImportFileError(
      `${quoted} in this archive uses a compression that can't be read. Create a standard zip archive.`,
    );
  }
  if (size > limits.importFileBytes) {
    throw new ImportFileError(
      `${quoted} in this archive is ${(size / 1_000_000).toFixed(0)} MB. The limit is ${limits.importFileBytes / 1_000_000} MB.`,
    );
  }
  let length = 0;
  const sum = crc32();
  unpackEntry(bytes, entry, (chunk) => {
    length += chunk.length;
    if (length > size) throw contradicts(name);
    sum.add(chunk);
  });
  if (length !== size || sum.value() !== entry.crc) throw contradicts(name);
}

function contentOf(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const content = new Uint8Array(entry.size);
  let length = 0;
  unpackEntry(bytes, entry, (chunk) => {
    content.set(chunk, length);
    length += chunk.length;
  });
  return content;
}

/** The packed bytes to unpack at once; they may expand a thousandfold. */
const chunkSize = 16_384;

function unpackEntry(
  bytes: Uint8Array,
  { name, method, packedSize, dataStart }: ZipEntry,
  onChunk: (chunk: Uint8Array) => void,
): void {
  const packed = bytes.subarray(dataStart, dataStart + packedSize);
  if (method === 0) {
    onChunk(packed);
    return;
  }
  try {
    const inflate = new Inflate(onChunk);
    for (let from = 0; from === 0 || from < packed.length; from += chunkSize) {
      inflate.push(packed.subarray(from, from + chunkSize), from + chunkSize >= packed.length);
    }
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    throw contradicts(name);
  }
}
