/** Header objects hold each byte of a header as one character. Both sides take the bytes for UTF-8. */
export function decodeHeader(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

export function encodeHeader(text: string): string {
  return Buffer.from(text).toString('latin1');
}
