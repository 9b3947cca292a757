const strict = new TextDecoder('utf-8', { fatal: true });

/** The upper half of code page 437, the encoding of names in old archives. */
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ';

/**
 * Returns the name of a file in an archive. Some systems write UTF-8 without marking it, so any
 * valid UTF-8 is read as such. Other names are in code page 437.
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

/**
 * Returns the path of a file with slashes, and without `./` and `../`, with which some programs begin it.
 * PowerShell 5 and others on Windows write backslashes, against the format.
 */
export function entryPath(name: string, isFromWindows: boolean): string {
  const path = isFromWindows ? name.replaceAll('\\', '/') : name;
  return path
    .split('/')
    .filter((part) => part !== '.' && part !== '..')
    .join('/');
}

/** Returns the name in the extra field for UTF-8 names; null without the field. */
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
