const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** The checksum of zip, of a text that comes in pieces. */
export function crc32() {
  let rest = 0xffffffff;
  return {
    add(bytes: Uint8Array): void {
      for (const byte of bytes) rest = (table[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
    },
    value: () => ~rest >>> 0,
  };
}
