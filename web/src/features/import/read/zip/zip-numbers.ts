import { ImportFileError } from '#web/features/import/read/source-row.ts';

/** The signatures of the records in a zip archive. */
export const signatures = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
};

export const damaged = new ImportFileError(
  'This archive is damaged or cut off. Download or create it again.',
);

/** Reads a 64-bit number; no real archive needs more than 53 bits. */
export function readUint64(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged;
  return Number(value);
}

const needsZip64 = (value: number) => value === 0xffffffff;

/** Returns sizes and start, 64-bit values from the extra field; null when they are missing. */
export function resolveZip64(
  extra: Uint8Array,
  fields: readonly [size: number, packedSize: number, start: number],
): [number, number, number] | null {
  if (!fields.some(needsZip64)) return [...fields];
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length;) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1) {
      const wanted = fields.filter(needsZip64).length * 8;
      if (wanted > length || at + 4 + wanted > extra.length) return null;
      let from = at + 4;
      const read = (field: number) => {
        if (!needsZip64(field)) return field;
        from += 8;
        return readUint64(view, from - 8);
      };
      return [read(fields[0]), read(fields[1]), read(fields[2])];
    }
    at += 4 + length;
  }
  return null;
}
