import { Inflate } from 'fflate';
import { limits } from '#contract/limits.ts';
import { crc32 } from './crc32.ts';
import { isHidden } from '#web/features/import/read/is-hidden.ts';
import type { InputFile } from '#web/features/import/read/chosen-file.ts';
import { ImportFileError } from '#web/features/import/read/source-row.ts';
import { contradicts, readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** How many bytes may still be unpacked; each archive takes from it. */
interface Room {
  bytes: number;
}

/**
 * The files of a zip archive, without folders and what systems add. Each is unpacked once to compare its size and
 * checksum with the directory, and again when it is read. Throws `ImportFileError` for an archive that contradicts itself.
 */
export function unpack(bytes: Uint8Array, room: Room): InputFile[] {
  const entries = readZipDirectory(bytes).filter(
    ({ isFolder, name }) => !isFolder && !isHidden(name),
  );
  if (entries.length === 0) throw new ImportFileError('This archive holds no file.');
  for (const entry of entries) {
    room.bytes -= entry.size;
    if (room.bytes < 0) throw new ImportFileError('The archives hold more than 1 GB together.');
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
    throw new ImportFileError(`${quoted} in this archive needs a password. Pack it without one.`);
  }
  if (entry.method !== 0 && entry.method !== 8) {
    throw new ImportFileError(
      `${quoted} in this archive is packed in a way that can’t be read. Pack it as a plain zip archive.`,
    );
  }
  if (size > limits.importFileBytes) {
    throw new ImportFileError(
      `${quoted} in this archive has ${(size / 1_000_000).toFixed(0)} MB; ${limits.importFileBytes / 1_000_000} MB are possible.`,
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

/** Packed bytes that are unpacked at once: a thousand times as many may come of them. */
const pieceSize = 16_384;

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
    for (let from = 0; from === 0 || from < packed.length; from += pieceSize) {
      inflate.push(packed.subarray(from, from + pieceSize), from + pieceSize >= packed.length);
    }
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    throw contradicts(name);
  }
}
