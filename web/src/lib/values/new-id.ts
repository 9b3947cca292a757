let last = 0;

/**
 * A new UUID version 7: of two made in one window the later sorts after the earlier. Not `crypto.randomUUID`: browsers
 * have that on HTTPS and localhost only, and an installation in a house network is often neither.
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
