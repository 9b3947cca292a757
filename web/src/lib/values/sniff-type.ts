/** First bytes of files, as Latin-1, with the type that they show. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^\u0089PNG\r\n/, 'image/png'],
  [/^\u00FF\u00D8\u00FF/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^[\s\S]{4}ftypavi[fs]/, 'image/avif'],
  [/^%PDF-/, 'application/pdf'],
];

/** Returns the type of a file by its first bytes; else what its name says, unless that is untrue. */
export async function sniffType(file: Blob): Promise<string> {
  const start = await file.slice(0, 16).arrayBuffer();
  const text = String.fromCodePoint(...new Uint8Array(start));
  const shown = signatures.find(([pattern]) => pattern.test(text))?.[1];
  if (shown !== undefined) return shown;
  const isUntrue = signatures.some(([, type]) => type === file.type);
  return isUntrue || file.type === '' ? 'application/octet-stream' : file.type;
}
