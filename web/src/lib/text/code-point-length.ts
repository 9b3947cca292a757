/**
 * Returns the number of code points, as the database counts: an emoji beyond U+FFFF is one, not
 * two.
 */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit < 0xdc00) {
      length -= 1;
      index += 1;
    }
  }
  return length;
}
