const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** Returns a CRC-32 checksum over bytes added in chunks. */
export function crc32() {
  let crc = 0xffffffff;
  return {
    add(bytes: Uint8Array): void {
      for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
    },
    value: () => ~crc >>> 0,
  };
}
