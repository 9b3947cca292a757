import { ImportFileError } from '#web/features/import/read/source-row.ts';
import { findDirectory } from './zip-end.ts';
import { entryName, entryPath } from './zip-names.ts';
import { damaged, signatures, resolveZip64 } from './zip-numbers.ts';

/** A file's entry in the directory of a zip archive. */
export interface ZipEntry {
  readonly name: string;
  readonly isFolder: boolean;
  /** 0: stored; 8: deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** The start of its packed bytes. */
  readonly dataStart: number;
}

/** Returns the error for an archive in which the file `name` doesn't match the directory. */
export function contradicts(name: string): ImportFileError {
  return new ImportFileError(
    `This archive is damaged: “${name.slice(0, 120)}” doesn't match the archive's directory. Nothing was imported from it. Create the archive again, or choose the files themselves.`,
  );
}

/**
 * Reads the directory of a zip archive and compares it with each file's header. Throws
 * `ImportFileError` when they disagree, when two files share bytes or a name, or when the directory
 * is incomplete.
 */
export function readZipDirectory(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = findDirectory(view);
  const entries: (ZipEntry & { readonly start: number })[] = [];
  const names = new Set<string>();
  let at = directory.start;
  for (let left = directory.count; left > 0; left -= 1) {
    if (at + 46 > directory.end || view.getUint32(at, true) !== signatures.central) throw damaged;
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > directory.end) throw damaged;
    const rawName = bytes.subarray(at + 46, nameEnd);
    const extra = bytes.subarray(nameEnd, extraEnd);
    const flags = view.getUint16(at + 8, true);
    const isFromWindows = view.getUint8(at + 5) === 0;
    const name = entryPath(entryName(rawName, extra, (flags & 0x800) !== 0), isFromWindows);
    const values = resolveZip64(extra, [
      view.getUint32(at + 24, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 42, true),
    ]);
    if (values === null) throw contradicts(name);
    const [size, packedSize, start] = values;
    const entry = {
      name,
      isFolder: name === '' || name.endsWith('/'),
      method: view.getUint16(at + 10, true),
      isEncrypted: (flags & 1) !== 0,
      crc: view.getUint32(at + 16, true),
      packedSize,
      size,
      start,
    };
    const dataStart = readLocalHeader(view, bytes, rawName, flags, entry);
    if (dataStart === null || dataStart + packedSize > directory.start) throw contradicts(name);
    if (names.has(name)) throw contradicts(name);
    names.add(name);
    entries.push({ ...entry, dataStart });
    at = next;
  }
  if (at !== directory.end) throw damaged;
  refuseOverlaps(entries);
  return entries;
}

interface LocatedEntry extends Pick<ZipEntry, 'method' | 'crc' | 'packedSize' | 'size'> {
  readonly start: number;
}

/** Returns the start of the packed bytes; null when the header contradicts the directory. */
function readLocalHeader(
  view: DataView,
  bytes: Uint8Array,
  rawName: Uint8Array,
  flags: number,
  entry: LocatedEntry,
): number | null {
  const { start } = entry;
  if (start + 30 > view.byteLength || view.getUint32(start, true) !== signatures.local) return null;
  const nameEnd = start + 30 + view.getUint16(start + 26, true);
  const dataStart = nameEnd + view.getUint16(start + 28, true);
  const localName = bytes.subarray(start + 30, nameEnd);
  const sameName =
    localName.length === rawName.length && localName.every((byte, at) => byte === rawName[at]);
  const sameMethod =
    view.getUint16(start + 8, true) === entry.method &&
    (view.getUint16(start + 6, true) & 1) === (flags & 1);
  if (dataStart > view.byteLength || !sameName || !sameMethod) return null;
  // A streamed file has its sizes and checksum after the bytes.
  if ((view.getUint16(start + 6, true) & 8) !== 0) return dataStart;
  const sizes = resolveZip64(bytes.subarray(nameEnd, dataStart), [
    view.getUint32(start + 22, true),
    view.getUint32(start + 18, true),
    0,
  ]);
  const same =
    sizes?.[0] === entry.size &&
    sizes[1] === entry.packedSize &&
    view.getUint32(start + 14, true) === entry.crc;
  return same ? dataStart : null;
}

/** Refuses files that share bytes, with which a small archive expands to a huge one. */
function refuseOverlaps(entries: readonly (ZipEntry & { readonly start: number })[]): void {
  let end = 0;
  for (const entry of entries.toSorted((one, other) => one.start - other.start)) {
    if (entry.start < end) throw contradicts(entry.name);
    end = entry.dataStart + entry.packedSize;
  }
}
