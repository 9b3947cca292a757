import { ImportFileError } from '#web/features/import/read/source-row.ts';

/** What the records of a zip archive begin with. */
export const signatures = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
};

export const damaged = new ImportFileError(
  'This archive is damaged or cut off. Download or pack it again.',
);

/** A number of 64 bits; an archive on a device has no position beyond 53. */
export function wide(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged;
  return Number(value);
}

const isWideField = (value: number) => value === 0xffffffff;

/** Sizes and start, those that need 64 bits from the extra field; null where they are missing there. */
export function wideFields(
  extra: Uint8Array,
  fields: readonly [size: number, packedSize: number, start: number],
): [number, number, number] | null {
  if (!fields.some(isWideField)) return [...fields];
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length;) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1) {
      const wanted = fields.filter(isWideField).length * 8;
      if (wanted > length || at + 4 + wanted > extra.length) return null;
      let from = at + 4;
      const read = (field: number) => {
        if (!isWideField(field)) return field;
        from += 8;
        return wide(view, from - 8);
      };
      return [read(fields[0]), read(fields[1]), read(fields[2])];
    }
    at += 4 + length;
  }
  return null;
}
