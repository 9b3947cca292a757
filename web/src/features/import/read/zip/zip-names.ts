const strict = new TextDecoder('utf-8', { fatal: true });

/** The upper half of code page 437, in which old packers write names. */
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ';

/**
 * The name of a file in an archive. It is UTF-8 where a mark or an extra field says so, and where it can be: some systems
 * write UTF-8 without the mark. Otherwise it is in the letters of the first PCs.
 */
export function entryName(raw: Uint8Array, extra: Uint8Array, isUtf8: boolean): string {
  const unicode = unicodePath(extra);
  if (unicode !== null) return unicode;
  try {
    return strict.decode(raw);
  } catch {
    if (isUtf8) return new TextDecoder().decode(raw);
    return Array.from(raw, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : (codePage437[byte - 0x80] ?? '?'),
    ).join('');
  }
}

/** The field in which some packers write the name once more, as UTF-8. */
function unicodePath(extra: Uint8Array): string | null {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length;) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 0x7075 && length > 5 && at + 4 + length <= extra.length) {
      try {
        return strict.decode(extra.subarray(at + 9, at + 4 + length));
      } catch {
        return null;
      }
    }
    at += 4 + length;
  }
  return null;
}
