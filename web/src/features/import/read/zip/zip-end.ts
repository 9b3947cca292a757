import { ImportFileError } from '#web/features/import/read/source-row.ts';
import { damaged, readUint64, signatures } from './zip-numbers.ts';

interface Directory {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Finds the directory, which ends at the archive's last record. Only a comment may follow. */
export function findDirectory(view: DataView): Directory {
  const first = Math.max(0, view.byteLength - 22 - 0xffff);
  let end = view.byteLength - 22;
  while (end >= first) {
    const isEnd = view.getUint32(end, true) === signatures.end;
    if (isEnd && end + 22 + view.getUint16(end + 20, true) === view.byteLength) break;
    end -= 1;
  }
  if (end < first) throw damaged;
  const isOneDisk =
    view.getUint32(end + 4, true) === 0 || view.getUint32(end + 4, true) === 0xffffffff;
  if (!isOneDisk)
    throw new ImportFileError('This archive is one of several parts. Join them first.');
  const plain = {
    count: view.getUint16(end + 10, true),
    size: view.getUint32(end + 12, true),
    start: view.getUint32(end + 16, true),
  };
  const isZip64 = end >= 20 && view.getUint32(end - 20, true) === signatures.locator64;
  const { count, size, start, tail } = isZip64
    ? readZip64Directory(view, end - 20)
    : { ...plain, tail: end };
  if (start + size !== tail) throw damaged;
  return { start, end: tail, count };
}

/** Reads the zip64 record, used by archives with more or larger files. */
function readZip64Directory(view: DataView, locator: number) {
  const tail = readUint64(view, locator + 8);
  if (tail + 56 > locator || view.getUint32(tail, true) !== signatures.end64) throw damaged;
  return {
    count: readUint64(view, tail + 32),
    size: readUint64(view, tail + 40),
    start: readUint64(view, tail + 48),
    tail,
  };
}
