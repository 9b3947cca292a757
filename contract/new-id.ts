let last = 0;

/**
 * Returns a new UUID version 7, which sorts after all earlier ones of this tab. Not
 * `crypto.randomUUID`: it needs HTTPS or localhost, and an installation in a home network often has
 * neither.
 */
export function newId(): string {
  last = Math.max(Date.now(), last + 1);
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(last / 2 ** 32));
  view.setUint32(2, last % 2 ** 32);
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70);
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
