import { ImportFileError } from '#web/features/import/read/source-row.ts';
import { damaged, signatures, wide } from './zip-numbers.ts';

interface Directory {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** The directory lies right before the record that ends the archive, which nothing follows but its comment. */
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
  const small = {
    count: view.getUint16(end + 10, true),
    size: view.getUint32(end + 12, true),
    start: view.getUint32(end + 16, true),
  };
  const isWide = end >= 20 && view.getUint32(end - 20, true) === signatures.locator64;
  const { count, size, start, tail } = isWide
    ? wideDirectory(view, end - 20)
    : { ...small, tail: end };
  if (start + size !== tail) throw damaged;
  return { start, end: tail, count };
}

/** The record of zip64, for archives with more or larger files than the plain one can count. */
function wideDirectory(view: DataView, locator: number) {
  const tail = wide(view, locator + 8);
  if (tail + 56 > locator || view.getUint32(tail, true) !== signatures.end64) throw damaged;
  return {
    count: wide(view, tail + 32),
    size: wide(view, tail + 40),
    start: wide(view, tail + 48),
    tail,
  };
}
